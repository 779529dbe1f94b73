import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEFAULT_DEPOSIT_RANGE,
  DEFAULT_WITHDRAWAL_RANGE,
  dayLimit,
  fitsIntoDay,
  isWithin,
  narrowerRange,
} from '@vezne/domain/limits';
import { ZERO_CENTS, cents, formatAmount } from '@vezne/domain/money';
import fc from 'fast-check';

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

const PLATFORM = { minCents: cents(100n), maxCents: cents(200n) };
const open = (minCents: bigint | null, maxCents: bigint | null) => ({
  minCents: minCents === null ? null : cents(minCents),
  maxCents: maxCents === null ? null : cents(maxCents),
});

test("of the platform's limits and a partner's own, the narrower holds at each end", () => {
  for (const [own, minCents, maxCents] of [
    [open(null, null), 100n, 200n],
    [open(120n, 180n), 120n, 180n],
    [open(120n, null), 120n, 200n],
    [open(null, 180n), 100n, 180n],
    [open(50n, 900n), 100n, 200n],
    [open(100n, 200n), 100n, 200n],
    [open(50n, 150n), 100n, 150n],
  ] as const) {
    assert.deepEqual(narrowerRange(PLATFORM, own), { minCents, maxCents });
  }
});

test('no amount is within limits that do not meet', () => {
  for (const own of [open(201n, 900n), open(1n, 99n), open(201n, null)]) {
    const range = narrowerRange(PLATFORM, own);
    for (const amount of [1n, 99n, 100n, 150n, 200n, 201n, 900n]) {
      assert.equal(isWithin(cents(amount), range), false);
    }
  }
});

test('an amount is accepted exactly when both the platform and the partner accept it', () => {
  const amount = fc.bigInt({ min: 1n, max: 20n });
  const end = fc.option(amount);
  fc.assert(
    fc.property(amount, amount, end, end, amount, (min, max, ownMin, ownMax, asked) => {
      const platform = { minCents: cents(min), maxCents: cents(max) };
      const expected =
        min <= asked && asked <= max && asked >= (ownMin ?? asked) && asked <= (ownMax ?? asked);
      assert.equal(isWithin(cents(asked), narrowerRange(platform, open(ownMin, ownMax))), expected);
    }),
  );
});

test("a player's day may be filled exactly to its limits, by count and by sum", () => {
  const limit = { count: 3, cents: cents(1_000n) };
  const fits = (count: number, sum: bigint, amount: bigint) =>
    fitsIntoDay(cents(amount), { count, cents: cents(sum) }, limit);
  assert.equal(fits(0, 0n, 1_000n), true);
  assert.equal(fits(0, 0n, 1_001n), false);
  assert.equal(fits(2, 900n, 100n), true);
  assert.equal(fits(2, 900n, 101n), false);
  assert.equal(fits(3, 0n, 1n), false);
});

test('a day without a limit of its kind takes anything', () => {
  const full = { count: 1_000_000, cents: cents(1_000_000n) };
  assert.equal(fitsIntoDay(cents(1n), full, { count: null, cents: null }), true);
  assert.equal(fitsIntoDay(cents(1n), full, { count: null, cents: cents(1_000_001n) }), true);
  assert.equal(fitsIntoDay(cents(1n), full, { count: 1_000_001, cents: null }), true);
  assert.equal(dayLimit({ count: null, cents: null }), null);
  assert.deepEqual(dayLimit({ count: null, cents: ZERO_CENTS }), { count: null, cents: ZERO_CENTS });
});
