/** Runs the commands of a document in their order and compares each with what the document says of it. */
import { findDecisionRows } from '../../../server/src/db/read/desk/decision-rows.ts';
import { fromTransactionId } from '../../../server/src/ids.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

/** What happens before a command, beginning with the given words, that the document doesn't show. Each happens once, in this order. */
export interface Scene {
  before: string;
  happens: (world: World) => Promise<void>;
}

export interface Story {
  /** The day of the document, as its times have it: days in commands are as far from it as from today. */
  day: string;
  scenes: readonly Scene[];
  /** Exit codes that the printed answer doesn't show: an answer that ends with a sentence of `vezne: ` is 1. */
  codes?: Readonly<Record<string, number>>;
  /** Answers whose numbers are those of one machine and one day. */
  loose?: readonly string[];
  /** What of an answer is compared: up to the line before these words. */
  upTo?: Readonly<Record<string, string>>;
}

export interface Difference {
  step: Step;
  problem: string;
  output: string;
}

const DAY_MS = 86_400_000;

/** Returns what differs. A story goes on after a difference, so that one run shows all. */
export async function tell(world: World, story: Story, steps: readonly Step[]): Promise<Difference[]> {
  const scenes = [...story.scenes];
  const differences: Difference[] = [];
  for (const step of steps) {
    if (scenes[0] !== undefined && step.line.startsWith(scenes[0].before))
      await scenes.shift()?.happens(world);
    const line = await commandOf(world, story, step.line);
    const { code, output } = await world.shell.run(line, world.nextEnv);
    world.nextEnv = {};
    const expected = story.codes?.[step.line] ?? (/^vezne: /m.test(step.answer) ? 1 : 0);
    const problem =
      code === expected
        ? step.answer === ''
          ? undefined
          : world.names.learn(comparedPart(world, story, step), output, {
              isLoose: story.loose?.includes(step.line) ?? false,
            })
        : `it ends with ${code}, not ${expected}`;
    if (problem !== undefined) differences.push({ step, problem, output });
  }
  if (scenes[0] !== undefined)
    throw new Error(`The document has no command any more that begins with: ${scenes[0].before}`);
  return differences;
}

function comparedPart(world: World, { upTo }: Story, { line, answer }: Step): string {
  const end = upTo?.[line];
  const part = end === undefined ? answer : `${answer.slice(0, answer.indexOf(`\n${end}`))}\n…`;
  return placed(world, part);
}

/** A line as a reader would type it today: with the ids, fingerprints, days and places of this installation. */
async function commandOf(world: World, story: Story, line: string): Promise<string> {
  const { names, desk } = world;
  let command = placed(world, names.fill(line));
  command = command.replaceAll(/\b20\d\d-\d\d-\d\d(?=T|$|\s)/g, (day) => movedDay(day, story.day));
  // What a reader saw before deciding is in an answer above. Where the document doesn't show that answer, the reader looks now.
  for (const [, seen = ''] of line.matchAll(/--seen ([0-9a-f]{12})/g)) {
    if (names.realOf(seen) !== undefined) continue;
    const id = fromTransactionId(/txn_[0-9a-f]{32}/.exec(command)?.[0] ?? '');
    if (id === undefined) throw new Error(`A fingerprint of nothing: ${line}`);
    const row = (await findDecisionRows(desk.admin, [id], { timeoutMs: 5_000 })).get(id);
    command = command.replaceAll(seen, row?.fingerprint.slice(0, 12) ?? seen);
  }
  return command;
}

function placed({ places }: World, text: string): string {
  let result = text;
  for (const [printed, real] of places) result = result.replaceAll(printed, real);
  return result;
}

function movedDay(day: string, storyDay: string): string {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Istanbul' });
  return new Date(Date.parse(day) + Math.round((Date.parse(today) - Date.parse(storyDay)) / DAY_MS) * DAY_MS)
    .toISOString()
    .slice(0, 10);
}
