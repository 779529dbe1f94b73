import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '../src/money.ts';
import {
  clipboardAmount,
  displayAmount,
  displayCode,
  displayIbanEnd,
  displaySignedAmount,
  displayTime,
} from '../src/written.ts';

test('amounts are written as people write them in each language', () => {
  assert.equal(displayAmount(cents(100_000n), 'tr'), '1.000,00 ₺');
  assert.equal(displayAmount(cents(100_000n), 'en'), '₺1,000.00');
  assert.equal(displayAmount(cents(123_456_789_05n), 'tr'), '123.456.789,05 ₺');
  assert.equal(displayAmount(cents(5n), 'tr'), '0,05 ₺');
});

test('a negative amount has a real minus, before the sign of the lira', () => {
  assert.equal(displayAmount(cents(-2_850n), 'tr'), '−28,50 ₺');
  assert.equal(displayAmount(cents(-100_000n), 'en'), '−₺1,000.00');
});

test('what comes in has a plus, and zero has no sign', () => {
  assert.equal(displaySignedAmount(cents(92_150n), 'tr'), '+921,50 ₺');
  assert.equal(displaySignedAmount(cents(-92_150n), 'en'), '−₺921.50');
  assert.equal(displaySignedAmount(cents(0n), 'tr'), '0,00 ₺');
});

test('codes, ends of accounts, the clipboard and times', () => {
  assert.equal(displayCode('K7M39QXA'), 'K7M3 9QXA');
  assert.equal(displayIbanEnd('TR330006100519786457841326'), '8413\u00a026');
  assert.equal(clipboardAmount(cents(123_456n)), '1234,56');
  assert.equal(displayTime(new Date('2026-11-15T11:05:00Z'), 'tr'), '15.11.2026 14:05');
  assert.equal(displayTime(new Date('2026-11-15T11:05:00Z'), 'en'), '15 Nov 2026, 14:05');
});
