import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../../src/clock.ts';
import { markedReferences, writtenReferences } from '../../harness/api.ts';
import { until } from '../../harness/expectations.ts';
import { holdTable, untilStatementWaits } from '../../harness/hold-table.ts';
import { openCreations } from './open-creations.ts';

const CREATED = { outcome: 'created', bankAccountId: null };
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

test('once a statement may have reached the database its rows are fixed: a hang-up changes nothing', async (t) => {
  const { owner, proxy, newRow, insert } = await openCreations(t);
  const row = newRow();
  let hasHungUp = false;
  const release = await holdTable(owner);
  const inserting = insert(row, () => hasHungUp);
  await untilStatementWaits(owner);
  hasHungUp = true;
  proxy.cut();
  await release();
  // Written by the first statement, whose answer was lost, or by the second.
  assert.notDeepEqual(await inserting, ABANDONED);
  assert.deepEqual(await writtenReferences(owner), [row.externalReference]);
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
