import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../../src/clock.ts';
import { markedReferences, writtenReferences } from '../../harness/api.ts';
import { until } from '../../harness/expectations.ts';
import { holdTable, untilStatementWaits } from '../../harness/hold-table.ts';
import { countInserts, openCreations } from './open-creations.ts';

const CREATED = { outcome: 'created', bankAccountId: null, referenceCode: null };
const ABANDONED = { outcome: 'abandoned' };

test('a row that the database refuses fails alone, and the rest of its batch is created', async (t) => {
  const { owner, newRow, insert } = await openCreations(t);
  // The first does not wait and goes alone. The others are one batch, with the bad row in the middle.
  const rows = [newRow(), newRow(), newRow({ currency: 'USD' }), newRow(), newRow()];
  const release = await holdTable(owner);
  const first = insert(newRow());
  await untilStatementWaits(owner);
  const others = Promise.allSettled(rows.map(async (row) => await insert(row)));
  await release();

  assert.deepEqual(await first, CREATED);
  const results = await others;
  for (const [index, result] of results.entries()) {
    if (index !== 2) assert.deepEqual(result, { status: 'fulfilled', value: CREATED });
  }
  const [, , refused] = results;
  assert.ok(refused?.status === 'rejected' && refused.reason instanceof pg.DatabaseError);
  assert.equal(refused.reason.constraint, 'transaction_currency');
  const written = await writtenReferences(owner);
  assert.equal(written.length, 5);
  assert.ok(!written.includes(rows[2]?.externalReference ?? ''));
});

test('a bad row among 64 costs 12 statements more, and not 64', async (t) => {
  const { owner, newRow, insertBatch } = await openCreations(t);
  const inserts = await countInserts(owner);
  const rows = Array.from({ length: 64 }, (_, index) => newRow(index === 41 ? { currency: 'USD' } : {}));
  const deadlineMs = systemClock.monotonicMs() + 10_000;
  const results = await insertBatch(rows.map((row) => ({ row, isAbandoned: () => false, deadlineMs })));
  assert.deepEqual(
    results.map(({ status }) => status),
    rows.map((_, index) => (index === 41 ? 'rejected' : 'fulfilled')),
  );
  assert.equal((await writtenReferences(owner)).length, 63);
  assert.equal(await inserts(), 13);
});

/** Nothing of this process happens meanwhile. */
function standStill(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

test('a partner that hung up while the process stood still leaves no transaction, although the database answered first', async (t) => {
  const { owner, newRow, insertBatch, deadlineMs } = await openCreations(t);
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address !== 'string');
  const partner = connect(address.port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  socket.resume();
  const batchBefore = owner.query('select pg_sleep(0.1)');
  await nextTurn();
  standStill(300);
  partner.destroy();
  standStill(50);
  await batchBefore;
  const isAbandoned = (): boolean => socket.destroyed || socket.readableEnded;
  assert.equal(isAbandoned(), false, 'that is not read yet');
  const [result] = await insertBatch([{ row: newRow(), isAbandoned, deadlineMs: deadlineMs() }]);
  assert.deepEqual(result, { status: 'fulfilled', value: ABANDONED });
  assert.deepEqual(await writtenReferences(owner), []);
});

test('a partner that hangs up while its request waits leaves no transaction; a row that was sent is written', async (t) => {
  const { owner, newRow, insert } = await openCreations(t);
  const [sent, waiting, staying] = [newRow(), newRow(), newRow()];
  let hasHungUp = false;
  const release = await holdTable(owner);
  const results = [insert(sent, () => hasHungUp)];
  await untilStatementWaits(owner);
  results.push(
    insert(waiting, () => hasHungUp),
    insert(staying),
  );
  hasHungUp = true;
  await release();

  assert.deepEqual(await Promise.all(results), [CREATED, ABANDONED, CREATED]);
  const expected = [sent.externalReference, staying.externalReference];
  assert.deepEqual(await writtenReferences(owner), expected.toSorted());
  assert.deepEqual(
    await markedReferences(owner),
    expected.toSorted(),
    'the partner has not been told of them yet',
  );
});

test('while no connection is available, a request that hangs up is not written later, and one that waits is', async (t) => {
  const { owner, proxy, newRow, insert } = await openCreations(t);
  const [staying, leaving] = [newRow(), newRow()];
  let hasHungUp = false;
  proxy.refuse(true);
  const results = [insert(staying), insert(leaving, () => hasHungUp)];
  await until(
    async () => await Promise.resolve(proxy.refusals()),
    (refusals) => refusals >= 2,
  );
  hasHungUp = true;
  proxy.refuse(false);

  assert.deepEqual(await Promise.all(results), [CREATED, ABANDONED]);
  assert.deepEqual(await writtenReferences(owner), [staying.externalReference]);
});

test('a statement that was lost is not sent again for a partner that hung up meanwhile, and is for one that stays', async (t) => {
  const { owner, proxy, newRow, insertBatch } = await openCreations(t, { boundMs: 1_000 });
  const deadlineMs = systemClock.monotonicMs() + 20_000;
  const [first, staying, leaving] = [newRow(), newRow(), newRow()];
  // So that there is a connection to lose.
  await insertBatch([{ row: first, isAbandoned: () => false, deadlineMs }]);
  proxy.silence();
  let hasHungUp = false;
  const results = insertBatch([
    { row: staying, isAbandoned: () => false, deadlineMs },
    { row: leaving, isAbandoned: () => hasHungUp, deadlineMs },
  ]);
  await sleep(500);
  // Its retry at another api finds nothing, and may be refused.
  hasHungUp = true;
  assert.deepEqual(await results, [
    { status: 'fulfilled', value: CREATED },
    { status: 'fulfilled', value: ABANDONED },
  ]);
  const expected = [first.externalReference, staying.externalReference];
  assert.deepEqual(await writtenReferences(owner), expected.toSorted());
});

test('a row that a lost statement has written stays when its partner hangs up', async (t) => {
  const { owner, proxy, newRow, insert } = await openCreations(t);
  const row = newRow();
  let hasHungUp = false;
  const release = await holdTable(owner);
  const inserting = insert(row, () => hasHungUp);
  await untilStatementWaits(owner);
  hasHungUp = true;
  proxy.cut();
  await release();
  assert.deepEqual(await inserting, ABANDONED);
  const written = await until(
    async () => await writtenReferences(owner),
    ({ length }) => length > 0,
  );
  assert.deepEqual(written, [row.externalReference]);
});

test('a request whose time is over does not end the attempts for a request in the same batch that still has time', async (t) => {
  const { owner, proxy, newRow, insertBatch } = await openCreations(t);
  const [early, late] = [newRow(), newRow()];
  const nowMs = systemClock.monotonicMs();
  const isAbandoned = () => false;
  proxy.refuse(true);
  const results = insertBatch([
    { row: early, isAbandoned, deadlineMs: nowMs + 200 },
    { row: late, isAbandoned, deadlineMs: nowMs + 20_000 },
  ]);
  await sleep(400);
  proxy.refuse(false);
  assert.deepEqual(await results, [
    { status: 'fulfilled', value: ABANDONED },
    { status: 'fulfilled', value: CREATED },
  ]);
  assert.deepEqual(await writtenReferences(owner), [late.externalReference]);
});
