import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventStreamReader } from '../src/console/features/live/event-stream.ts';
import { holdUntil } from '../src/console/features/deposits/decide/hold-until.ts';
import { withValues } from '../src/console/features/desk/address.ts';
import { isWithin, readFilters, readSelected } from '../src/console/features/deposits/queue/queue-filters.ts';

const ID = '0190d3a0-0000-7000-8000-000000000001';
const OTHER = '0190d3a0-0000-7000-8000-000000000002';
const NOW = Date.parse('2026-11-16T12:00:00Z');

const row = {
  id: ID,
  referenceCode: 'K7M39RXP',
  waitingSince: '2026-11-16T11:50:00Z',
  customerFullName: 'Ayşe Işık',
  partner: { id: ID, name: 'Mavi Oyun' },
  bankAccount: { id: OTHER, bankName: 'Ziraat', ibanLastFour: '5001' },
  amountCents: 100_000,
  seen: '0'.repeat(64),
  warnings: [],
  hasReceipt: false,
  claim: null,
  heldUntil: null,
  holdReason: null,
  hasOpenRequest: false,
  takesTwo: false,
};

test('the address keeps the filters, and a value that is none is left out', () => {
  const address = new URLSearchParams(
    `partner=${ID}&least=50.00&most=x&claimed=mine&olderThan=600&account=%27%3B--`,
  );
  assert.deepEqual(readFilters(address), { partner: ID, least: '50.00', claimed: 'mine', olderThan: 600 });
  assert.deepEqual(readFilters(new URLSearchParams('claimed=everyone&olderThan=-5&least=1')), {});
  assert.equal(
    withValues(address, { partner: undefined, most: '9.00' }).toString().includes('partner'),
    false,
  );
  assert.deepEqual(readSelected(new URLSearchParams(`selected=${ID},no,${OTHER}`)), [ID, OTHER]);
});

test('a row that the live line names is new only within the filters', () => {
  assert.ok(isWithin({}, row, NOW));
  assert.ok(
    isWithin(
      { partner: ID, account: OTHER, least: '1000.00', most: '1000.00', claimed: 'nobody', olderThan: 600 },
      row,
      NOW,
    ),
  );
  assert.ok(!isWithin({ partner: OTHER }, row, NOW));
  assert.ok(!isWithin({ account: ID }, row, NOW));
  assert.ok(!isWithin({ least: '1000.01' }, row, NOW));
  assert.ok(!isWithin({ most: '999.99' }, row, NOW));
  assert.ok(!isWithin({ claimed: 'mine' }, row, NOW));
  assert.ok(!isWithin({ olderThan: 601 }, row, NOW));
});

test('a stream in pieces of any size gives the same messages, and comments are none', () => {
  const stream =
    ': hello\n\nevent: counts\ndata: {"a":1}\n\n: beat\n\nevent: changed\ndata: one\ndata: two\n\nevent: ended\ndata: {}\n\n';
  const expected = [
    { event: 'counts', data: '{"a":1}' },
    { event: 'changed', data: 'one\ntwo' },
    { event: 'ended', data: '{}' },
  ];
  for (const size of [1, 2, 3, 7, stream.length]) {
    for (const text of [stream, stream.replaceAll('\n', '\r\n')]) {
      const reader = new EventStreamReader();
      const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
      assert.deepEqual(
        pieces.flatMap((piece) => reader.push(piece)),
        expected,
        `pieces of ${size}`,
      );
    }
  }
});

test('a hold until the next working day ends at ten in Turkey, after a weekend', () => {
  const morning = (now: string): string => holdUntil('next_day', new Date(now)).toISOString();
  assert.equal(morning('2026-11-16T12:00:00Z'), '2026-11-17T07:00:00.000Z');
  // Friday evening, Saturday, and a Sunday that is Monday in Turkey already.
  assert.equal(morning('2026-11-20T18:00:00Z'), '2026-11-23T07:00:00.000Z');
  assert.equal(morning('2026-11-21T08:00:00Z'), '2026-11-23T07:00:00.000Z');
  assert.equal(morning('2026-11-22T22:00:00Z'), '2026-11-24T07:00:00.000Z');
  assert.equal(holdUntil('hour', new Date(NOW)).getTime() - NOW, 3_600_000);
});
