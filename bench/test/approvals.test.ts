import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { writeBareApproval } from '../approvals/bare.ts';
import { depositId, prepareDeposits, resetDeposits, verifyApprovals } from '../approvals/deposits.ts';
import type { Deposits } from '../approvals/deposits.ts';
import { startOperators } from '../approvals/operators.ts';
import type { Operators } from '../approvals/operators.ts';
import { installDatabase } from '../installation.ts';
import type { InstalledDatabase } from '../installation.ts';
import { runPgbench } from '../load/pgbench.ts';

const PAIRS = 3;

async function open(
  t: TestContext,
): Promise<{ database: InstalledDatabase; deposits: Deposits; operators: Operators }> {
  const disposal = new AsyncDisposableStack();
  t.after(async () => await disposal.disposeAsync());
  const database = await installDatabase(disposal);
  const deposits = await prepareDeposits(database.owner, { count: 6_000, pairs: PAIRS });
  const operators = await startOperators(disposal, database, { nodeFlags: [], signal: t.signal });
  return { database, deposits, operators };
}

test('approvals by bare PostgreSQL and by the service leave the same rows, and both sides are checked against them', async (t) => {
  const { database, deposits, operators } = await open(t);
  const { owner } = database;
  const load = {
    connections: 2,
    warmUpSeconds: 1,
    seconds: 1,
    readCpu: operators.readCpu,
    signal: t.signal,
  };

  const bare = await runPgbench(await writeBareApproval(database, deposits, 2), load);
  await verifyApprovals(owner, 'bare', bare.succeeded);
  const rowsOfBare = await approvalOf(database, 2);

  await resetDeposits(owner, deposits);
  await verifyApprovals(owner, 'nobody', 0);
  const product = await operators.carryOut({
    kind: 'approve',
    operators: 8,
    warmUpSeconds: 0.2,
    seconds: 0.3,
  });
  await verifyApprovals(owner, 'product', product.succeeded);
  assert.ok(product.operations > 0 && product.operations <= product.succeeded);
  assert.deepEqual(await approvalOf(database, 2), rowsOfBare);
  await assert.rejects(
    verifyApprovals(owner, 'product', product.succeeded + 1),
    /were made, but \d+ approved deposits/,
  );

  await resetDeposits(owner, deposits);
  const bulk = await operators.carryOut({ kind: 'bulk', deposits: 500, outstanding: 500 });
  assert.equal(bulk.operations, 500);
  assert.equal(bulk.succeeded, 500 + bulk.latenciesMs.count);
  await verifyApprovals(owner, 'bulk', bulk.succeeded);

  // There was no reset, so the deposits are already decided.
  await assert.rejects(
    operators.carryOut({ kind: 'approve', operators: 1, warmUpSeconds: 0.1, seconds: 0.1 }),
    /A decision was not made: .*state_conflict/,
  );
});

/** What an approval wrote, without the values that differ every time. */
async function approvalOf({ owner }: InstalledDatabase, n: number): Promise<unknown[]> {
  const { rows } = await owner.query<{ written: unknown }>(
    `select to_jsonb(t) - '{created_at,decided_at,expires_at}'::text[] as written from transaction t where id = $1
     union all select to_jsonb(s) - '{at,decision_id}'::text[] from transaction_step s where transaction_id = $1
     union all select to_jsonb(e) - '{id,feed_no,occurred_at}'::text[] from event e where transaction_id = $1
     union all select to_jsonb(l) - '{id,at}'::text[] from ledger_transfer l where transaction_id = $1
     union all select to_jsonb(m) - '{id,at}'::text[] from bank_movement m where transaction_id = $1
     union all select to_jsonb(a) - '{id,at,written_at}'::text[] from audit_entry a where subject_id = $1::text
     order by written`,
    [depositId(n)],
  );
  assert.equal(rows.length, 8);
  return rows.map(({ written }) => written);
}
