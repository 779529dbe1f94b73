/**
 * `npm run bench -- growth [--sizes N,N] [--rounds N] [--only NAME,NAME] [--quick] [--cache DIRECTORY] [--setting NAME=VALUE] [--chart]
 * [--json]`: what PostgreSQL pays for an operation with a history of each size. docs/performance.md describes the method.
 */
import { resolve } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { createProgress } from '../report/progress.ts';
import { measureGrowth } from './growth.ts';
import type { GrowthOptions } from './growth.ts';
import { OPERATION_NAMES } from './operations.ts';
import { figuresTable, spaceTable } from './report.ts';
import { writeGrowthChart } from './write-chart.ts';

const DEFAULT_SIZES = [100_000, 1_000_000];
const QUICK_SIZES = [10_000, 100_000];
const DEFAULT_ROUNDS = 6;
const QUICK_ROUNDS = 3;
const QUICK_SHARE = 0.25;
/** What waits on a busy day, for a player or an operator. */
const OPEN_TODAY = 20_000;
const QUICK_OPEN_TODAY = 2_000;
const FAILED = 2;

const USAGE = `Usage: npm run bench -- growth [--sizes N,N] [--rounds N] [--only NAME,NAME] [--quick] [--cache DIRECTORY] [--setting NAME=VALUE]
       [--chart] [--json]

  --sizes N,N           how many transactions the histories have; ${DEFAULT_SIZES.join(',')} unless given. A million takes 3 GB
  --rounds N            slices of each operation and size; ${DEFAULT_ROUNDS} unless given
  --only NAME,NAME      of ${OPERATION_NAMES.join(', ')}
  --quick               ${QUICK_SIZES.join(' and ')}, ${QUICK_ROUNDS} rounds, short slices
  --cache DIRECTORY     keeps the histories there for the next run, which adds to them. The server's user must be able to enter it
  --setting NAME=VALUE  a setting of PostgreSQL while it is measured, such as wal_compression=lz4; may be repeated
  --chart               writes docs/images/bench-growth.svg
  --json                one line of JSON on stdout instead of tables (use npm run -s)
`;

export async function growth(args: string[], signal: AbortSignal): Promise<number> {
  const report = createProgress(process.stderr);
  const disposal = new AsyncDisposableStack();
  try {
    const options = readArguments(args);
    if (!options) {
      process.stderr.write(USAGE);
      return FAILED;
    }
    const { figures, spaces } = await measureGrowth(disposal, { ...options, signal, step: report.step });
    report.end();
    if (options.isChartWanted) await writeGrowthChart(figures);
    process.stdout.write(
      options.isJsonWanted
        ? `${JSON.stringify({ name: 'growth', settings: options.settings, figures, spaces: Object.fromEntries(spaces) })}\n`
        : `${figuresTable(figures)}\n\n${spaceTable(spaces)}\n`,
    );
    return 0;
  } catch (error) {
    report.end();
    process.stderr.write(`${signal.aborted ? 'Interrupted; everything is stopped.' : inspect(error)}\n`);
    return 1;
  } finally {
    await disposal.disposeAsync();
  }
}

function readArguments(
  args: string[],
): (Omit<GrowthOptions, 'signal' | 'step'> & { isChartWanted: boolean; isJsonWanted: boolean }) | undefined {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sizes: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      cache: { type: 'string' },
      setting: { type: 'string', multiple: true, default: [] },
      chart: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const isQuick = values.quick;
  const sizes = values.sizes?.split(',').map(Number) ?? (isQuick ? QUICK_SIZES : DEFAULT_SIZES);
  const rounds = Number(values.rounds ?? (isQuick ? QUICK_ROUNDS : DEFAULT_ROUNDS));
  const names = values.only?.split(',') ?? OPERATION_NAMES;
  const only = new Set(OPERATION_NAMES.filter((name) => names.includes(name)));
  const settings = readSettings(values.setting);
  const areSizes = sizes.every((size) => Number.isInteger(size) && size >= 1_000);
  if (values.help || positionals.length > 0 || !areSizes || !settings || only.size !== names.length)
    return undefined;
  if (!Number.isInteger(rounds) || rounds < 1) return undefined;
  return {
    sizes: sizes.toSorted((left, right) => left - right),
    rounds,
    only,
    share: isQuick ? QUICK_SHARE : 1,
    openToday: isQuick ? QUICK_OPEN_TODAY : OPEN_TODAY,
    cache: values.cache === undefined ? undefined : resolve(values.cache),
    settings,
    isChartWanted: values.chart,
    isJsonWanted: values.json,
  };
}

function readSettings(given: readonly string[]): Record<string, string> | undefined {
  const pairs = given.map((text) => /^([a-z_.]+)=(.+)$/.exec(text)?.slice(1));
  if (pairs.some((pair) => pair === undefined)) return undefined;
  return Object.fromEntries(pairs.map(([name, value]: string[] = []) => [name, value]));
}
