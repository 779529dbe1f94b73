import type { TestContext } from 'node:test';
import fc from 'fast-check';
import type pg from 'pg';
import { findDecisionRows } from '../../server/src/db/read/desk/decision-rows.ts';
import { insertRow, settingsRow } from '../../server/test/db/rows/valid-rows.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { assertBooksHold } from '../../server/test/harness/ledger.ts';
import { outcomeName } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { FOUR_EYES_CENTS, commands } from './command.ts';
import type { Command } from './command.ts';
import { countDeadlocksAfterAll, findDeadlocksSoon } from './deadlocks.ts';
import { assertOneStory } from './judge.ts';
import { createOperator, gather, looksAgain } from './operator.ts';
import type { View } from './operator.ts';
import { gatherPeople } from './people.ts';
import type { Plant } from './people.ts';
import type { OpenPool } from './pools.ts';
import { watchRealMoney } from './real-money.ts';
import { startWork } from './work-in-progress.ts';
import { createWorld } from './world.ts';
import type { WorldShape } from './world.ts';
import { anyWorld } from './world-shape.ts';

export interface ModelReport {
  /** Undefined if everything was right. Otherwise it names the seed and the path, and its cause says what was wrong. */
  failure: Error | undefined;
  /** How often each kind of decision was made, and each refusal given. */
  counts: ReadonlyMap<string, number>;
}

export interface ModelOptions {
  runs: number;
  seed?: number | undefined;
  path?: string | undefined;
  openPool: OpenPool;
  plant?: Plant | undefined;
  /** Changes the database before anybody works. */
  spoil?: ((owner: pg.Pool) => Promise<void>) | undefined;
  shape?: fc.Arbitrary<WorldShape>;
}

/**
 * Runs of fifty commands on a real database. Two operators carry them out at the same time, each on their own connection,
 * on the same few transactions. After each of their commands the banks, and what is on its way or out, must agree with what really
 * happened; after each run the books must agree with the results.
 */
export async function runModel(
  t: TestContext,
  { runs, seed, path, openPool, plant, spoil, shape: worlds = anyWorld }: ModelOptions,
): Promise<ModelReport> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await findDeadlocksSoon(owner);
  await insertRow(owner, 'platform_settings', { ...settingsRow(), four_eyes_cents: FOUR_EYES_CENTS });
  await spoil?.(owner);
  const people = gatherPeople(database, openPool, plant);
  const counts = new Map<string, number>();

  async function run(shape: WorldShape, all: readonly Command[]): Promise<void> {
    const world = await createWorld(owner, shape);
    const work = startWork(world);
    const checkRealMoney = await watchRealMoney(owner, world);
    const operators = people.engines.map((engine, no) =>
      createOperator({ people, engine, world, work, name: `operator ${no}` }),
    );
    const see = async (): Promise<View> => {
      const ids = work.transactions.map(({ id }) => id);
      return await findDecisionRows(owner, ids, { timeoutMs: 5_000 });
    };
    const first = await see();
    for (const operator of operators) operator.look(first);
    const groups = operators.map((_, no) =>
      gather(all.filter((__, index) => index % operators.length === no)),
    );
    const attemptsOf = (): Attempt[] => operators.flatMap((operator) => operator.attempts);
    // Always in step: operators that drift apart hardly ever meet.
    for (let round = 0; groups.some(({ length }) => round < length); round += 1) {
      const together = operators.map((operator, no) => ({ operator, gathered: groups[no]?.[round] ?? [] }));
      const looking = together.filter(({ gathered }) => looksAgain(gathered));
      // They look at the same moment, so one statement serves both.
      const view = looking.length > 0 ? await see() : new Map();
      for (const { operator } of looking) operator.look(view);
      // Both finish a round even if one fails: nothing may continue into the next run.
      const settled = await Promise.allSettled(
        together.map(async ({ operator, gathered }) => await operator.run(gathered)),
      );
      for (const one of settled) if (one.status === 'rejected') throw one.reason;
      await checkRealMoney(attemptsOf());
    }
    const attempts = attemptsOf();
    for (const attempt of attempts) {
      const name = outcomeName(attempt);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    await assertOneStory(owner, world, attempts);
  }

  // A race can't be repeated at will, and a smaller example would prove nothing. So the first failure is reported as it is.
  const details = await fc.check(fc.asyncProperty(worlds, commands, run), {
    numRuns: runs,
    endOnFailure: true,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  });
  await people.leave();
  return { failure: failureOf(details) ?? (await failureOfAll(owner)), counts };
}

function failureOf<Values>(details: fc.RunDetails<Values>): Error | undefined {
  const { failed, seed, counterexamplePath, errorInstance } = details;
  if (!failed) return undefined;
  const where = `seed ${seed}, path ${counterexamplePath}`;
  const what = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return new Error(`${where}: ${what}`, { cause: errorInstance });
}

/** What shows only over all runs: the accounts that they share, and deadlocks. */
async function failureOfAll(owner: pg.Pool): Promise<Error | undefined> {
  await assertBooksHold(owner);
  const deadlocks = await countDeadlocksAfterAll(owner);
  return deadlocks === 0
    ? undefined
    : new Error(`statements never deadlock, but there were ${deadlocks} deadlocks`);
}
