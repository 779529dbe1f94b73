import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { systemClock } from '../../../src/clock.ts';
import { OutcomeUnknownError } from '../../../src/db/errors.ts';
import { createPool } from '../../../src/db/pool.ts';
import { newId } from '../../../src/ids.ts';
import { createRetryUntilSettled } from '../../../src/db/retry-until-settled.ts';
import { findOperationContent } from '../../../src/db/read/ledger/operation-content.ts';
import { insertTransactions } from '../../../src/db/write/transactions/transactions.ts';
import { pressSent } from '../../../src/usecases/deposits/confirm-sent.ts';
import { createHostedDeposits } from '../../../src/usecases/deposits/hosted-deposits.ts';
import { postLedgerOperation } from '../../../src/usecases/ledger/post.ts';
import { createListLimit } from '../../../src/usecases/list-reads.ts';
import { createPartnerReads } from '../../../src/usecases/partner-reads.ts';
import { cancel } from '../../../src/usecases/transactions/cancel.ts';
import { createTransactionReads } from '../../../src/usecases/transactions/reads.ts';
import { createCreations } from '../../../src/usecases/transactions/creations.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { AYSE, cash } from '../../harness/desk.ts';
import { insertBankAccount } from '../../harness/factories.ts';
import { insertEvent } from '../../harness/events.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { newDeposit, newWithdrawal, openDesk } from '../rows/new-transactions.ts';

const BOUND_MS = 10_000;
const TOGETHER = 40;

/**
 * The creations of a process whose barriers are counted: a function of the same name stands in front of PostgreSQL's. Proofs of new connections
 * name their schema, and are not counted.
 */
async function openCounted(t: Parameters<typeof createTestDatabase>[0]) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await owner.query(`
    create table barrier (backend int4 default pg_backend_pid());
    create schema counted;
    create function counted.pg_logical_emit_message(boolean, text, text) returns void language sql as
      'insert into public.barrier default values'`);
  const url = new URL(database.ownerUrl);
  url.searchParams.set('options', '-c search_path=counted,pg_catalog,public');
  const pool: pg.Pool = createPool({
    url: url.href,
    maxConnections: 4,
    applicationName: 'test',
    log: silentLog,
  });
  t.after(async () => await pool.end());
  const retry = createRetryUntilSettled({ clock: systemClock, log: silentLog, boundMs: BOUND_MS });
  const creations = createCreations({
    pool,
    clock: systemClock,
    log: silentLog,
    retry,
    maxQueued: 1_000,
    boundMs: BOUND_MS,
    accountsWithRoom: () => [],
    renewCodes: async (rows) => await Promise.resolve([...rows]),
  });
  const desk = await openDesk(owner);
  const rows = Array.from({ length: TOGETHER }, () => newWithdrawal(desk));
  await insertTransactions(owner, rows, { timeoutMs: BOUND_MS, accountsWithRoom: [] });
  return {
    owner,
    desk,
    pool,
    retry,
    rows,
    absent: Array.from({ length: TOGETHER }, () => newWithdrawal(desk)),
    find: async (keys: typeof rows) =>
      await Promise.all(
        keys.map(async (key) => await creations.find(key, systemClock.monotonicMs() + BOUND_MS)),
      ),
    barriers: async () => (await owner.query('select from barrier')).rowCount,
  };
}

test('look-ups that are gathered are confirmed by one commit, whatever they find', async (t) => {
  const { rows, absent, find, barriers } = await openCounted(t);
  const found = await find(rows);
  assert.deepEqual(
    found.map((stored) => stored?.id),
    rows.map(({ id }) => id),
  );
  assert.equal(await barriers(), 1);
  // One that finds nothing is asked once more, when no insert is under way.
  assert.deepEqual(new Set(await find(absent)), new Set([undefined]));
  assert.equal(await barriers(), 3);
});

test('a cancellation that was made before is told with a commit behind it', async (t) => {
  const { pool, retry, rows, barriers } = await openCounted(t);
  const reads = createTransactionReads({ pool, listLimit: createListLimit() });
  const [{ id, partnerId } = assert.fail()] = rows;
  for (const confirmed of [0, 1]) {
    const view = await cancel({ pool, reads, retry }, { id, partnerId });
    assert.equal(view?.status, 'rejected');
    assert.equal(await barriers(), confirmed);
  }
});

test('a cancellation that only a server knows which another has replaced is made again', async (t) => {
  const { owner, pool, retry, rows } = await openCounted(t);
  const reads = createTransactionReads({ pool, listLimit: createListLimit() });
  const [one = assert.fail(), other = assert.fail()] = rows;
  const gone = await cancel({ pool, reads, retry }, other);
  const replaced = { ...reads, find: async () => await Promise.resolve(gone) };
  assert.equal((await cancel({ pool, reads: replaced, retry }, one))?.status, 'rejected');
  const { rows: kept } = await owner.query('select status from transaction where id = $1', [one.id]);
  assert.deepEqual(kept, [{ status: 'rejected' }]);
});

test('a server that another has replaced hides no transaction and no cancellation from its partner', async (t) => {
  const { pool, retry, rows } = await openCounted(t);
  const reads = createTransactionReads({ pool, listLimit: createListLimit() });
  const [one = assert.fail(), other = assert.fail()] = rows;
  const before = await reads.find(other);
  for (const [key, stale] of [
    [one, undefined],
    [other, before],
  ] as const) {
    const replaced = { ...reads, find: async () => await Promise.resolve(stale) };
    assert.equal((await cancel({ pool, reads: replaced, retry }, key))?.status, 'rejected');
  }
});

test('an operation that was posted before is told with a commit behind it, on the connection that found it', async (t) => {
  const { owner, desk, pool, retry, barriers } = await openCounted(t);
  const id = newId();
  const asked = {
    id,
    request: {
      kind: 'topped_up',
      partnerId: desk.partnerId,
      bankAccountId: (await insertBankAccount(owner)).id,
      amountCents: cash(500),
      bankBalanceCents: cash(1_000),
    },
    note: 'for the test',
    actor: AYSE,
  } as const;
  for (const confirmed of [0, 1]) {
    const { outcome } = await postLedgerOperation({ pool, retry }, asked);
    assert.equal(outcome, 'posted');
    assert.equal(await barriers(), confirmed);
  }
  assert.ok(await findOperationContent(pool, id, { timeoutMs: BOUND_MS }));
  assert.equal(await findOperationContent(pool, newId(), { timeoutMs: BOUND_MS }), undefined);
  assert.equal(await barriers(), 2);
});

test('a page of the feed is told with a commit behind it, and one without events needs none', async (t) => {
  const { owner, pool, rows, barriers } = await openCounted(t);
  const [{ id, partnerId } = assert.fail()] = rows;
  const reads = createPartnerReads({ pool, readPool: pool, listLimit: createListLimit() });
  const ask = async () => await reads.events(partnerId, { limit: 10, withCorrections: true });
  assert.deepEqual(await ask(), { events: [] });
  assert.equal(await barriers(), 0);
  await insertEvent(owner, id, 'withdrawal.approved');
  assert.equal((await ask())?.events.length, 1);
  assert.equal(await barriers(), 1);
});

test('a press that was made before is told with a commit behind it, and one that is made now with its own', async (t) => {
  const { owner, desk, pool, retry, barriers } = await openCounted(t);
  const deposit = newDeposit(desk);
  await insertTransactions(owner, [deposit], { timeoutMs: BOUND_MS, accountsWithRoom: [] });
  const hostedDeposits = createHostedDeposits({ pool, readPool: pool, clock: systemClock, log: silentLog });
  t.after(async () => await hostedDeposits.stop());
  const before = (await hostedDeposits.findPressed(deposit.id)) ?? assert.fail();
  assert.equal(before.status, 'waiting_payment');
  assert.equal(await barriers(), 0);
  await owner.query(`update transaction set status = 'waiting_confirmation' where id = $1`, [deposit.id]);
  assert.equal((await hostedDeposits.findPressed(deposit.id))?.status, 'waiting_confirmation');
  assert.equal(await barriers(), 1);
  // Another press came first, after this one had looked.
  const press = async (deposits = hostedDeposits) =>
    await pressSent({ pool, retry, hostedDeposits: deposits }, before, retry.deadlineMs());
  assert.equal((await press()).status, 'waiting_confirmation');
  assert.equal(await barriers(), 2);
  // What came first was on a server that another has replaced, which never heard of it.
  const replaced = { ...hostedDeposits, findPressed: async () => await Promise.resolve(before) };
  await assert.rejects(press(replaced), OutcomeUnknownError);
});
