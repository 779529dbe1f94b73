import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_CENTS, cents } from '@vezne/domain/money';
import { arePartsMissing, exceedsPayout, leftToSend } from '@vezne/domain/payout-parts';

const toPayCents = cents(97_000n);
const after = (sentCents: bigint) => ({ sentCents: cents(sentCents), toPayCents });

test('parts may reach what the player is paid, and not a cent more', () => {
  assert.equal(exceedsPayout(after(50_000n), cents(47_000n)), false);
  assert.equal(exceedsPayout(after(50_000n), cents(47_001n)), true);
});

test('a payout without parts was sent whole; with parts it is whole when they add up', () => {
  assert.equal(arePartsMissing(after(ZERO_CENTS)), false);
  assert.equal(arePartsMissing(after(96_999n)), true);
  assert.equal(arePartsMissing(after(97_000n)), false);
  assert.equal(leftToSend(after(96_999n)), 1n);
});
