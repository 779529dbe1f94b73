/** What was asked for at the command line. */
import { parseArgs } from 'node:util';
import { FAULTS, faultNamed } from './faults.ts';
import { plantNamed, PLANTS } from './planted.ts';

export const USAGE = `Usage: npm run chaos -- cluster [NAME [--times N] | --quick | --soak | --plant NAME] [--rate N] [--seed N] [--json]

Without a name all faults, one after the other:
${list(FAULTS)}
With --plant NAME the run has a bug, and fails if it is not found:
${list(PLANTS)}`;

function list(named: readonly { name: string; what: string }[]): string {
  return named.map(({ name, what }) => `  ${name.padEnd(18)} ${what}\n`).join('');
}

export interface Command {
  name: string | undefined;
  extent: 'all' | 'quick' | 'soak';
  plant: string | undefined;
  /** Of the one that is named. */
  times: number;
  createsPerSecond: number;
  seed: number;
  isJson: boolean;
}

const RATE = 100;
const SEED = 1;

/** A text: why it can't be done. */
export function readCommand(args: readonly string[]): Command | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        soak: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        plant: { type: 'string' },
        times: { type: 'string', default: '1' },
        rate: { type: 'string', default: String(RATE) },
        seed: { type: 'string', default: String(SEED) },
      },
    });
    const [name, ...more] = positionals;
    if (more.length > 0) return 'One name at a time.';
    if (name !== undefined) faultNamed(name);
    const { plant, quick, soak } = values;
    if (plant !== undefined) plantNamed(plant);
    if ([name !== undefined, quick, soak, plant !== undefined].filter(Boolean).length > 1)
      return 'A name, --quick, --soak and --plant exclude each other.';
    const createsPerSecond = Number(values.rate);
    const seed = Number(values.seed);
    const times = Number(values.times);
    if (!(createsPerSecond > 0) || !Number.isInteger(seed) || !Number.isInteger(times) || times < 1)
      return '--rate takes a number, --seed and --times whole ones, from 1 on.';
    const extent = quick ? 'quick' : soak ? 'soak' : 'all';
    return { name, extent, plant, times, createsPerSecond, seed, isJson: values.json };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
