import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { THROTTLE_RULES, remainingWaitMs, withAnotherTry } from '@vezne/domain/sign-in-throttle';
import type { Failures } from '@vezne/domain/sign-in-throttle';
import { systemClock } from '../../server/src/clock.ts';
import { Browser } from '../../server/test/harness/console.ts';
import { startConsoleProcess } from '../../server/test/harness/console-process.ts';
import type { ConsoleProcess } from '../../server/test/harness/console-process.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { codeAt, insertPerson } from '../../server/test/harness/staff.ts';
import type { TestPerson } from '../../server/test/harness/staff.ts';
import { inParallel } from '../parallel.ts';
import { createRandom } from '../random.ts';

export interface Guessing {
  guesses: number;
  restarts: number;
  seed: number;
  say: (line: string) => void;
}

export interface GuessingFigures {
  judged: number;
  atMost: number;
  throttled: number;
  unavailable: number;
  restarts: number;
}

/** Four people, and handles that nobody has. */
const PEOPLE = 4;
const NOBODY = ['nobody', 'admin', 'root', 'test'];
const NETWORKS = 200;
const AT_ONCE = 12;
const OFFICE = '192.0.2.1';
const CODE_MS = 30_000;

/** The guesses at one handle that the rule lets somebody make in this time who makes each as early as it may be made. */
function mostGuesses(elapsedMs: number): number {
  let failures: Failures | undefined;
  let count = 0;
  for (let nowMs = 0; nowMs <= elapsedMs;) {
    failures = withAnotherTry(THROTTLE_RULES.handle, failures, nowMs);
    count += 1;
    nowMs += remainingWaitMs(THROTTLE_RULES.handle, failures, nowMs);
  }
  return count;
}

/**
 * Guesses at passwords from many networks over two processes, which are killed and stopped and replaced between them. However often that
 * happens, no more guesses are judged than the rule allows, and the people themselves get in.
 */
export async function guessThroughRestarts(
  t: TestContext,
  { guesses, restarts, seed, say }: Guessing,
): Promise<GuessingFigures> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const people = [];
  for (let at = 0; at < PEOPLE; at += 1) people.push(await insertPerson(owner));
  let processes: ConsoleProcess[] = await Promise.all([
    startConsoleProcess(t, database),
    startConsoleProcess(t, database),
  ]);
  for (const person of people) await signInOnce(processes, person);
  const random = createRandom(seed);
  const handles = [...people.map(({ handle }) => handle), ...NOBODY];
  const tally = new Map<string, number>();
  const begunMs = performance.now();
  const perRound = Math.ceil(guesses / (restarts + 1));
  for (let round = 0; round <= restarts; round += 1) {
    const urls = processes.map(({ url }) => url);
    const numbers = Array.from({ length: perRound }, (_, at) => at);
    await inParallel(numbers, AT_ONCE, async (number) => {
      const network = random.below(NETWORKS);
      const page = new Browser(random.pick(urls), systemClock, `198.51.100.${network}`);
      const { code = 'in' } = await page.call('signIn', {
        handle: random.pick(handles),
        password: `x${number}`,
      });
      tally.set(code, (tally.get(code) ?? 0) + 1);
    });
    say(
      `${(round + 1) * perRound} guesses: ${[...tally].map(([code, count]) => `${code} ${count}`).join(', ')}`,
    );
    if (round < restarts) processes = await replaceOne(t, database, processes, round);
  }
  const elapsedMs = performance.now() - begunMs;
  const atMost = handles.length * mostGuesses(elapsedMs);
  const count = (code: string): number => tally.get(code) ?? 0;
  const figures = {
    judged: count('credentials_wrong'),
    atMost,
    throttled: count('throttled'),
    unavailable: count('unavailable') + count('rate_limited') + count('overloaded'),
    restarts,
  };
  assert.equal(count('in') + count('internal_error'), 0, 'nobody got in');
  assert.ok(figures.judged <= atMost, `${figures.judged} guesses were judged, at most ${atMost} may be`);
  assert.ok(figures.judged >= handles.length, 'the guesses were real ones');
  // Each person gets in from where they signed in before, at once, whatever the strangers do.
  await untilNextCode();
  for (const person of people) await signInOnce(processes, person);
  return figures;
}

/** Killed and stopped in turn: a kill leaves tries that were counted and not judged. */
async function replaceOne(
  t: TestContext,
  database: Parameters<typeof startConsoleProcess>[1],
  [first, second]: readonly ConsoleProcess[],
  round: number,
): Promise<ConsoleProcess[]> {
  assert.ok(first && second);
  await first.stop(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
  return [second, await startConsoleProcess(t, database)];
}

/** A code for two processes at once, and cookies that were taken before: one session comes of it. */
async function signInOnce(processes: readonly ConsoleProcess[], person: TestPerson): Promise<void> {
  const { handle, password } = person;
  const pages = processes.map(({ url }) => new Browser(url, systemClock, OFFICE));
  for (const page of pages) {
    page.cookies.set('__Host-vezne_console', 'E'.repeat(43));
    assert.equal((await page.call('signIn', { handle, password })).code, undefined, handle);
  }
  const code = codeAt(person, Date.now());
  const answers = await Promise.all(pages.map(async (page) => await page.call('signInWithCode', { code })));
  assert.deepEqual(answers.map((answer) => answer.code ?? 'in').toSorted(), ['code_used', 'in']);
  const thief = new Browser(processes[0]?.url ?? '', systemClock, OFFICE);
  thief.cookies.set('__Host-vezne_console', 'E'.repeat(43));
  assert.equal((await thief.call('listSessions')).code, 'sign_in_required');
}

async function untilNextCode(): Promise<void> {
  const waitMs = CODE_MS - (Date.now() % CODE_MS) + 500;
  await new Promise((resolve) => setTimeout(resolve, waitMs));
}
