import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  firstIdAt,
  fromEventId,
  fromTransactionId,
  newId,
  newRequestId,
  toEventId,
  toTransactionId,
} from '../src/ids.ts';

test('ids sort in the order of their creation', async () => {
  const ids: string[] = [];
  for (let batch = 0; batch < 5; batch += 1) {
    ids.push(newId());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(Array.from({ length: 10_000 }, newId)).size, 10_000);
});

test('a transaction id is written with its prefix and 32 digits, and read back', () => {
  const id = newId();
  const written = toTransactionId(id);
  assert.match(written, /^txn_[0-9a-f]{32}$/);
  assert.equal(fromTransactionId(written), id);
});

test('a text that is not a transaction id is not accepted as one', () => {
  const written = toTransactionId('019a0000-0000-7000-8000-00000000000a');
  const wrong = [
    '',
    'txn_',
    written.slice(4),
    `${written}0`,
    written.slice(0, -1),
    written.toUpperCase(),
    ` ${written}`,
    `${written}\n`,
    written.replace('txn', 'req'),
    '019a0000-0000-7000-8000-00000000000a',
  ];
  for (const text of wrong) assert.equal(fromTransactionId(text), undefined, JSON.stringify(text));
});

test('an event id is written and read in the same way, and the two are never confused', () => {
  const id = newId();
  const written = toEventId(id);
  assert.match(written, /^evt_[0-9a-f]{32}$/);
  assert.equal(fromEventId(written), id);
  for (const text of [
    '',
    'evt_',
    `${written}0`,
    written.toUpperCase(),
    `${written}\n`,
    toTransactionId(id),
  ]) {
    assert.equal(fromEventId(text), undefined, JSON.stringify(text));
  }
  assert.equal(fromTransactionId(written), undefined);
});

test('every request gets its own id', () => {
  assert.match(newRequestId(), /^req_[0-9a-f]{32}$/);
  assert.notEqual(newRequestId(), newRequestId());
});

test('the first id of a time is above every earlier id and not above any later one', () => {
  const before = newId();
  const now = new Date();
  assert.ok(firstIdAt(new Date(now.getTime() + 1)) > before);
  assert.ok(firstIdAt(now) <= newId());
  assert.equal(firstIdAt(new Date('2026-11-14T21:00:00Z')), '01a1dbdc-2480-0000-0000-000000000000');
});
