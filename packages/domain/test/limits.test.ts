import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_DEPOSIT_RANGE, DEFAULT_WITHDRAWAL_RANGE, isWithin } from '@vezne/domain/limits';
import { cents, formatAmount } from '@vezne/domain/money';

test('both ends of the range are allowed, and a cent beyond either is not', () => {
  const range = { minCents: cents(5_000n), maxCents: cents(50_000_000n) };
  assert.equal(isWithin(cents(4_999n), range), false);
  assert.equal(isWithin(cents(5_000n), range), true);
  assert.equal(isWithin(cents(50_000_000n), range), true);
  assert.equal(isWithin(cents(50_000_001n), range), false);
});

test('by default, amounts from 50.00 to 500000.00 are accepted', () => {
  for (const range of [DEFAULT_DEPOSIT_RANGE, DEFAULT_WITHDRAWAL_RANGE]) {
    assert.equal(formatAmount(range.minCents), '50.00');
    assert.equal(formatAmount(range.maxCents), '500000.00');
  }
});
