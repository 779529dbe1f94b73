import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { insertTransactions } from '../../../src/db/write/transactions/transactions.ts';
import type { NewTransaction } from '../../../src/db/write/transactions/transactions.ts';
import type { InsertResult, PendingCreation } from '../../../src/usecases/transactions/creations.ts';
import { systemClock } from '../../../src/clock.ts';
import { holdTable, untilStatementWaits } from '../../harness/hold-table.ts';
import { allowBlocks, storedCodes } from '../../harness/reference-counter.ts';
import { countInserts, openCreations } from './open-creations.ts';

const BLOCK = 512n;

const pending = (rows: readonly NewTransaction[], withinMs = 10_000): PendingCreation[] =>
  rows.map((row) => ({
    row,
    isAbandoned: () => false,
    deadlineMs: systemClock.monotonicMs() + withinMs,
  }));

function values(results: readonly PromiseSettledResult<InsertResult>[]): InsertResult[] {
  return results.map((result) => (result.status === 'fulfilled' ? result.value : assert.fail(result.reason)));
}

test('deposits whose codes are in use are created with other codes, and what is told is what is stored', async (t) => {
  const { owner, insertBatch, newRow, newDeposit } = await openCreations(t);
  await owner.query('update reference_code_counter set next_block = 1000');
  const earlier = Array.from({ length: 60 }, () => newDeposit());
  values(await insertBatch(pending(earlier)));
  const rows = earlier.map(({ referenceCode, referenceNumber }) =>
    newDeposit({ referenceCode, referenceNumber }),
  );
  const withdrawal = newRow();
  const inserts = await countInserts(owner);
  const results = values(await insertBatch(pending([...rows, withdrawal])));

  const stored = await storedCodes(owner);
  assert.equal(new Set(stored.values()).size, 120);
  for (const [index, row] of rows.entries()) {
    const result = results[index];
    assert.ok(result?.outcome === 'created');
    assert.notEqual(result.referenceCode, row.referenceCode);
    assert.equal(stored.get(row.externalReference), result.referenceCode);
  }
  assert.deepEqual(results.at(-1), { outcome: 'created', bankAccountId: null, referenceCode: null });
  assert.equal(await inserts(), 3, 'twice with the old codes, once with new ones: no row goes alone');
});

test('a deposit that repeats a reference keeps the code that it has', async (t) => {
  const { owner, insertBatch, newDeposit } = await openCreations(t);
  const [first, other] = [newDeposit(), newDeposit()];
  values(await insertBatch(pending([first, other])));
  const { externalReference } = first;
  const { referenceCode, referenceNumber } = other;
  const [repeated, colliding] = [
    newDeposit({ externalReference }),
    newDeposit({ referenceCode, referenceNumber }),
  ];
  const [again, fresh] = values(await insertBatch(pending([repeated, colliding])));
  assert.deepEqual(again, { outcome: 'taken' });
  assert.equal(fresh?.outcome, 'created');
  assert.equal((await storedCodes(owner)).get(externalReference), first.referenceCode);
});

test('after a lost answer, codes that are in use by then are replaced, and each deposit is written once', async (t) => {
  const { owner, proxy, insertBatch, newDeposit } = await openCreations(t);
  const used = newDeposit();
  const { referenceCode, referenceNumber } = used;
  const rows = [newDeposit(), newDeposit({ referenceCode, referenceNumber })];
  const release = await holdTable(owner);
  const inserting = insertBatch(pending(rows));
  await untilStatementWaits(owner);
  proxy.refuse(true);
  proxy.cut();
  // The first statement waits for the table, without anybody who would hear its answer. It ends without a row.
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where usename = 'vezne_api' and datname = current_database()`,
  );
  await release();
  await insertTransactions(owner, [used], { timeoutMs: 10_000, accountsWithRoom: [] });
  proxy.refuse(false);

  const results = values(await inserting);
  const stored = await storedCodes(owner);
  assert.equal(stored.size, 3);
  for (const [index, row] of rows.entries()) {
    const result = results[index];
    assert.ok(result?.outcome === 'created');
    assert.equal(stored.get(row.externalReference), result.referenceCode);
  }
});

test('while there are no codes to be had, deposits are left out and the withdrawals beside them are created', async (t) => {
  const { owner, insertBatch, newRow, newDeposit } = await openCreations(t, { boundMs: 500 });
  const used = newDeposit();
  values(await insertBatch(pending([used])));
  await allowBlocks(owner, false);
  const { referenceCode, referenceNumber } = used;
  const rows = [newDeposit({ referenceCode, referenceNumber }), newRow(), newDeposit(), newRow()];
  const leftOut = { outcome: 'without_code', mayBeWritten: false };
  const created = { outcome: 'created', bankAccountId: null, referenceCode: null };
  assert.deepEqual(values(await insertBatch(pending(rows))), [leftOut, created, leftOut, created]);
  assert.equal((await storedCodes(owner)).size, 1);
});

/** In each of so many blocks, the first code is in use: the worst that the counter can be behind. */
async function useBlocks(
  owner: pg.Pool,
  count: number,
  newDeposit: (row: Partial<NewTransaction>) => NewTransaction,
) {
  const rows = Array.from({ length: count }, (_, block) =>
    newDeposit({ referenceNumber: BigInt(block) * BLOCK }),
  );
  await insertTransactions(owner, rows, { timeoutMs: 30_000, accountsWithRoom: [] });
  return rows[0] ?? assert.fail();
}

test('a counter that is ten blocks behind costs some statements and no deposit', async (t) => {
  const { owner, insertBatch, newDeposit } = await openCreations(t);
  const { referenceCode, referenceNumber } = await useBlocks(owner, 10, newDeposit);
  const inserts = await countInserts(owner);
  const [result] = values(await insertBatch(pending([newDeposit({ referenceCode, referenceNumber })])));
  assert.equal(result?.outcome, 'created');
  const most = 2 * 11 + 1;
  assert.ok((await inserts()) <= most, `${await inserts()} statements`);
});

test('of a counter that is far behind, a deposit tries no more than 21 times, and the next ones get further', async (t) => {
  const { owner, insertBatch, newDeposit } = await openCreations(t);
  const { referenceCode, referenceNumber } = await useBlocks(owner, 60, newDeposit);
  const inserts = await countInserts(owner);
  const ask = async () =>
    values(await insertBatch(pending([newDeposit({ referenceCode, referenceNumber })])))[0];
  assert.deepEqual(await ask(), { outcome: 'without_code', mayBeWritten: false });
  assert.equal(await inserts(), 2 * 21);
  const results = [await ask(), await ask(), await ask()];
  assert.equal(results.at(-1)?.outcome, 'created');
});

test('a deposit whose time is over is not tried again', async (t) => {
  const { owner, insertBatch, newDeposit } = await openCreations(t);
  const { referenceCode, referenceNumber } = await useBlocks(owner, 60, newDeposit);
  const inserts = await countInserts(owner);
  await owner.query(`
    create function slow_insert() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return null; end $$;
    create trigger slow before insert on transaction for each statement execute function slow_insert()`);
  const rows = [newDeposit({ referenceCode, referenceNumber })];
  assert.deepEqual(values(await insertBatch(pending(rows, 400))), [
    { outcome: 'without_code', mayBeWritten: false },
  ]);
  assert.equal(await inserts(), 2);
});
