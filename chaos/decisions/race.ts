import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { findDecisionRows } from '../../server/src/db/read/desk/decision-rows.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { testDecisions } from '../../server/test/harness/desk.ts';
import { assertBooksHold } from '../../server/test/harness/ledger.ts';
import { actorText } from './actor-text.ts';
import { decisionOf, seenTransaction } from './command-to-decision.ts';
import { countDeadlocksAfterAll, findDeadlocksSoon } from './deadlocks.ts';
import { readHistories } from './history.ts';
import type { Bug } from './planted.ts';
import type { Contestant, Finish } from './racer.ts';
import { assertReplays } from './replay.ts';
import { PEOPLE } from './people.ts';
import { pick } from './pick.ts';
import { withoutAgreement } from './without-agreement.ts';
import { createWorld } from './world.ts';
import type { World } from './world.ts';

const RACER = fileURLToPath(new URL('racer.ts', import.meta.url));
const PROCESSES = 2;
/** The waves keep the processes in step. Otherwise one would soon be ahead and win every race. */
const WAVE = 50;
export const DECISIONS_EACH = 8;

export interface RaceReport {
  problems: readonly string[];
  finishes: readonly Finish[];
}

export interface RaceOptions {
  transactions: number;
  bug?: Bug | undefined;
}

/** Two processes make eight decisions on every transaction: deposits, and authorised withdrawals. */
export async function runRace(t: TestContext, { transactions, bug }: RaceOptions): Promise<RaceReport> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await findDeadlocksSoon(owner);
  if (bug !== undefined) await withoutAgreement(owner);
  const world = await createContest(owner, transactions);
  const contestants = await authoriseAll(database, world);
  const racers = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, no) => await startRacer(t, { database, no, bug })),
  );
  const finishes: Finish[] = [];
  for (let from = 0; from < contestants.length; from += WAVE) {
    const wave = contestants.slice(from, from + WAVE);
    for (const racer of await Promise.all(racers.map(async (one) => await sendWave(one, wave)))) {
      finishes.push(...racer);
    }
  }
  for (const racer of racers) racer.disconnect();
  return { problems: await problemsOf(owner, world, finishes), finishes };
}

/** Partners share bank accounts, so every batch locks rows that the others want too. */
async function createContest(owner: pg.Pool, transactions: number): Promise<World> {
  return await createWorld(owner, {
    creditLinesCents: Array.from({ length: 10 }, () => 100_000_000_000n),
    accounts: 4,
    transactions: Array.from({ length: transactions }, (_, index) => ({
      type: index % 2 === 0 ? 'deposit' : 'withdrawal',
      // A transaction's partner and account must not depend on its type.
      partner: Math.floor(index / 2),
      account: Math.floor(index / 3),
      amountCents: 50_001n,
      terms: {
        mode: index % 3 === 0 ? 'fee_on_top' : 'deduct_from_amount',
        basisPoints: 333,
        fixedCents: 99n,
      },
      isConfirmed: true,
      isOverdue: false,
    })),
  });
}

async function authoriseAll(database: TestDatabase, world: World): Promise<Contestant[]> {
  const pool = database.pool('vezne_console');
  const decisions = testDecisions(pool);
  const ids = world.transactions.map(({ id }) => id);
  for (const trigger of ['take', 'authorise'] as const) {
    const rows = await findDecisionRows(pool, ids, { timeoutMs: 5_000 });
    const withdrawals = [...rows.values()].filter(({ type }) => type === 'withdrawal');
    const results = await Promise.all(
      withdrawals.map(async (row, index) => {
        const bankAccountId = pick(world.bankAccountIds, index);
        const details = { actor: pick(PEOPLE, 0), note: 'before', bankAccountId, actualCents: 1n };
        const decision = decisionOf(trigger, seenTransaction(row), details);
        return decision && (await decisions.submit(decision));
      }),
    );
    for (const result of results) assert.equal(result?.outcome, 'made', trigger);
  }
  const rows = await findDecisionRows(pool, ids, { timeoutMs: 5_000 });
  return [...rows.values()].map(seenTransaction);
}

async function startRacer(
  t: TestContext,
  { database, no, bug }: { database: TestDatabase; no: number; bug: Bug | undefined },
): Promise<ChildProcess> {
  const racer = fork(RACER, [database.urlOf('vezne_console'), String(no), bug ?? ''], {
    // Amounts are bigints, which JSON has no form for.
    serialization: 'advanced',
  });
  t.after(() => void racer.kill());
  await once(racer, 'message');
  return racer;
}

async function sendWave(racer: ChildProcess, wave: readonly Contestant[]): Promise<Finish[]> {
  const finished = once(racer, 'message') as Promise<[Finish[]]>;
  racer.send([...wave]);
  return (await finished)[0];
}

async function problemsOf(owner: pg.Pool, world: World, finishes: readonly Finish[]): Promise<string[]> {
  const problems: string[] = [];
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  };
  await attempt(async () =>
    assert.equal(await countDeadlocksAfterAll(owner), 0, 'statements never deadlock'),
  );
  await attempt(async () => await assertBooksHold(owner));
  const byId = Map.groupBy(finishes, ({ transactionId }) => transactionId);
  for (const history of await readHistories(owner, world.partnerIds)) {
    const own = byId.get(history.id) ?? [];
    await attempt(() => {
      assertReplays(history);
      const outcomes = own.map(({ outcome }) => outcome).toSorted();
      const oneWinner = ['made', ...Array<string>(DECISIONS_EACH - 1).fill('state_conflict')];
      assert.deepEqual(outcomes, oneWinner, `${history.id}: one winner and seven conflicts`);
      const winner = own.find(({ outcome }) => outcome === 'made');
      const { note, trigger, actor } = history.steps.at(-1) ?? {};
      assert.deepEqual(
        { note, trigger, actor },
        { note: winner?.note, trigger: winner?.trigger, actor: winner && actorText(winner.actor) },
        'it is the last step',
      );
    });
  }
  return problems;
}
