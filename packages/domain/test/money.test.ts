import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  ZERO_CENTS,
  addCents,
  cents,
  formatAmount,
  negateCents,
  parseAmount,
  roundHalfUp,
  subtractCents,
  toWireInteger,
} from '@vezne/domain/money';

test('a request amount is read to the cent', () => {
  assert.equal(parseAmount('1000.00'), 100_000n);
  assert.equal(parseAmount('0.01'), 1n);
  assert.equal(parseAmount('00050.09'), 5_009n);
  assert.equal(parseAmount('9999999999.99'), 999_999_999_999n);
});

test('an amount in any other spelling is malformed', () => {
  const malformed = [
    '',
    '100',
    '100.0',
    '100.000',
    '1e3',
    '1e3.00',
    '+1.00',
    '-1.00',
    '٣.00',
    '1.٣٣',
    '1,00',
    '.50',
    '1.',
    ' 1.00',
    '1.00 ',
    '1.00\n',
    '\n1.00',
    '1 000.00',
    '1,000.00',
    '1_0.00',
    '0x1.00',
    '12345678901.00',
    '１.00',
    '1。00',
    '1.0a',
    'NaN',
    'Infinity',
    '1.00.00',
  ];
  for (const text of malformed) assert.equal(parseAmount(text), undefined, JSON.stringify(text));
});

test('an amount of zero is refused', () => {
  assert.equal(parseAmount('0.00'), undefined);
  assert.equal(parseAmount('0000000000.00'), undefined);
});

test('an amount is written with two fraction digits and its sign', () => {
  assert.equal(formatAmount(cents(100_000n)), '1000.00');
  assert.equal(formatAmount(cents(-500n)), '-5.00');
  assert.equal(formatAmount(cents(-5n)), '-0.05');
  assert.equal(formatAmount(cents(7n)), '0.07');
  assert.equal(formatAmount(ZERO_CENTS), '0.00');
});

test('a written amount is read back as the same amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999n }), (value) => {
      assert.equal(parseAmount(formatAmount(cents(value))), value);
      assert.equal(formatAmount(cents(-value)), `-${formatAmount(cents(value))}`);
    }),
  );
});

test('an amount reaches the wire as an exact integer or not at all', () => {
  assert.equal(toWireInteger(cents(92_150n)), 92_150);
  assert.equal(toWireInteger(cents(-100_000n)), -100_000);
  assert.equal(toWireInteger(cents(2n ** 53n - 1n)), Number.MAX_SAFE_INTEGER);
  assert.equal(toWireInteger(cents(1n - 2n ** 53n)), Number.MIN_SAFE_INTEGER);
  assert.throws(() => toWireInteger(cents(2n ** 53n)), RangeError);
  assert.throws(() => toWireInteger(cents(-(2n ** 53n))), RangeError);
  assert.throws(() => toWireInteger(cents(2n ** 53n + 1n)), RangeError);
});

test('zero reaches the wire as 0 and never as -0', () => {
  assert.ok(Object.is(toWireInteger(negateCents(ZERO_CENTS)), 0));
});

test('exactly one half is rounded up, less is rounded down', () => {
  assert.equal(roundHalfUp(0n, 7n), 0n);
  assert.equal(roundHalfUp(4_999n, 10_000n), 0n);
  assert.equal(roundHalfUp(5_000n, 10_000n), 1n);
  assert.equal(roundHalfUp(15_000n, 10_000n), 2n);
  assert.equal(roundHalfUp(25_000n, 10_000n), 3n);
  assert.equal(roundHalfUp(1n, 3n), 0n);
  assert.equal(roundHalfUp(2n, 3n), 1n);
});

test('a rounded quotient is at most one half away, and the half goes up', () => {
  const numerator = fc.bigInt({ min: 0n, max: 10n ** 18n });
  const denominator = fc.bigInt({ min: 1n, max: 10n ** 6n });
  fc.assert(
    fc.property(numerator, denominator, (above, below) => {
      const doubledError = 2n * (roundHalfUp(above, below) * below - above);
      assert.ok(-below < doubledError && doubledError <= below);
    }),
  );
});

test('rounding refuses a negative numerator and a denominator that is not positive', () => {
  assert.throws(() => roundHalfUp(-1n, 2n), RangeError);
  assert.throws(() => roundHalfUp(1n, 0n), /positive denominator/);
  assert.throws(() => roundHalfUp(1n, -2n), RangeError);
});

test('amounts are added, subtracted and negated exactly beyond what a double can hold', () => {
  const large = cents(2n ** 53n);
  assert.equal(addCents(large, cents(1n)), 9_007_199_254_740_993n);
  assert.equal(subtractCents(cents(1n), large), -9_007_199_254_740_991n);
  assert.equal(negateCents(cents(5n)), -5n);
});
