import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { createDatabase } from '../../server/src/db/kysely.ts';
import { sealNextEntries } from '../../server/src/usecases/audit/seal.ts';
import { verifyAuditLog } from '../../server/src/usecases/audit/verify.ts';
import { assertBooksHold } from '../../server/test/harness/ledger.ts';
import { verifyIntact } from '../lists/verify.ts';
import { createRandom } from '../random.ts';
import { decideEverything } from './presses.ts';
import type { Made } from './presses.ts';
import { openDeskWorld } from './world.ts';

const PEOPLE = 6;
/** A payout is taken, authorised and ended. */
const STEPS_OF_PAYOUT = 3;

export interface DeskFigures {
  decisions: number;
  presses: number;
  twice: number;
  refused: number;
  decidedSeconds: number;
  verifiedSeconds: number;
  auditEntries: number;
  seals: bigint;
}

/**
 * People decide at a console process, half of it deposits. Each decision that was reported is there once, with one entry of the audit log; the
 * books add up, and the chain of seals holds.
 */
export async function decideAtTheDesk(
  t: TestContext,
  { decisions, seed, say }: { decisions: number; seed: number; say: (line: string) => void },
): Promise<DeskFigures> {
  const payouts = Math.floor(decisions / 2 / STEPS_OF_PAYOUT);
  const deposits = decisions - payouts * STEPS_OF_PAYOUT;
  const world = await openDeskWorld(t, { deposits, payouts, people: PEOPLE });
  say(`${deposits} deposits and ${payouts} payouts wait`);
  const startedMs = performance.now();
  const { made, presses, twice, refused } = await decideEverything(world, {
    random: createRandom(seed),
    say,
  });
  const decidedSeconds = (performance.now() - startedMs) / 1_000;
  assert.equal(made.length, decisions);
  const auditEntries = await assertAuditedOnce(world.owner, made);
  await assertBooksHold(world.owner);
  const worker = world.database.pool('vezne_worker');
  const { seconds: verifiedSeconds } = await verifyIntact(worker);
  say(`the books add up, in ${verifiedSeconds.toFixed(1)} s`);
  const db = createDatabase(worker);
  while ((await sealNextEntries(db)) !== undefined);
  const { seals, broken, unsealedEntries, entries, backdatedEntries } = await verifyAuditLog(db);
  assert.deepEqual(
    { broken, unsealedEntries, backdatedEntries },
    { broken: null, unsealedEntries: 0n, backdatedEntries: 0n },
  );
  assert.ok(entries >= BigInt(decisions));
  say(`${entries} entries under ${seals} seals`);
  return { decisions, presses, twice, refused, decidedSeconds, verifiedSeconds, auditEntries, seals };
}

/** Every decision that was reported has its step and one entry by the same person, and there are no others. */
async function assertAuditedOnce(owner: pg.Pool, made: readonly Made[]): Promise<number> {
  const sorted = (lines: readonly string[]): string[] => lines.toSorted();
  const { rows: steps } = await owner.query<{ line: string }>(
    `select concat_ws(' ', decision_id, transaction_id, trigger, actor_id) as line from transaction_step where trigger <> 'create'`,
  );
  assert.deepEqual(
    sorted(steps.map(({ line }) => line)),
    sorted(made.map((one) => `${one.decisionId} ${one.transactionId} ${one.trigger} ${one.staffId}`)),
  );
  const { rows: entries } = await owner.query<{ line: string }>(
    `select concat_ws(' ', subject_id, split_part(action, '.', 2), actor_id) as line from audit_entry
     where subject_type = 'transaction'`,
  );
  assert.deepEqual(
    sorted(entries.map(({ line }) => line)),
    sorted(made.map((one) => `${one.transactionId} ${one.trigger} ${one.staffId}`)),
  );
  return entries.length;
}
