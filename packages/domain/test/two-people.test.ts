import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import {
  DEFAULT_FOUR_EYES_CENTS,
  amountThatCounts,
  depositApprovalReasons,
  operationReasons,
  payoutReasons,
} from '@vezne/domain/two-people';

const cash = (units: number): Cents => cents(BigInt(Math.round(units * 100)));
const CONTEXT = { fourEyesCents: DEFAULT_FOUR_EYES_CENTS, aloneTodayCents: [cash(0)] };

function deposit(units: number, more: Partial<Parameters<typeof depositApprovalReasons>[0]> = {}) {
  return depositApprovalReasons({
    ...CONTEXT,
    amountCents: cash(units),
    requestedCents: cash(units),
    isLateMoney: false,
    senders: [null],
    playerName: 'Ayşe Işık',
    ...more,
  });
}

test('two people are needed above 50,000.00, and one is enough at it', () => {
  assert.equal(DEFAULT_FOUR_EYES_CENTS, 5_000_000n);
  assert.deepEqual(deposit(50_000), []);
  assert.deepEqual(deposit(50_000.01), ['above_four_eyes']);
});

test('what one hand decided today counts', () => {
  assert.deepEqual(deposit(20_000, { aloneTodayCents: [cash(30_000)] }), []);
  assert.deepEqual(deposit(20_000, { aloneTodayCents: [cash(30_000.01)] }), ['day_sum']);
  assert.deepEqual(deposit(20_000, { aloneTodayCents: [cash(0), cash(49_000)] }), ['day_sum']);
});

test('an approval may exceed what was asked by a fifth or by 5,000.00, but not by both', () => {
  const asked = (units: number) => ({ requestedCents: cash(units) });
  assert.deepEqual(deposit(9_000, asked(50)), ['exceeds_asked']);
  assert.deepEqual(deposit(5_050, asked(50)), [], 'exactly 5,000.00 more');
  assert.deepEqual(deposit(5_050.01, asked(50)), ['exceeds_asked']);
  assert.deepEqual(deposit(48_000, asked(40_000)), [], 'exactly a fifth more');
  assert.deepEqual(deposit(48_000.01, asked(40_000)), ['exceeds_asked']);
  assert.deepEqual(deposit(50, asked(9_000)), [], 'less is no excess');
});

test('late money above 5,000.00 takes two', () => {
  assert.deepEqual(deposit(5_000, { isLateMoney: true }), []);
  assert.deepEqual(deposit(5_000.01, { isLateMoney: true }), ['late_money']);
});

test('another sender takes two at any amount, and another spelling does not', () => {
  assert.deepEqual(deposit(1, { senders: [null, 'Mehmet Öz'] }), ['another_sender']);
  assert.deepEqual(deposit(1, { senders: ['Mehmet Öz', 'AYSE ISIK'] }), ['another_sender'], 'by the player');
  assert.deepEqual(deposit(1, { wasRefusedForAnother: true }), ['refused_for_another']);
  assert.deepEqual(deposit(1, { wasRefusedBySame: true }), ['refused_by_same']);
  assert.deepEqual(deposit(1, { senders: [null, 'ISIK AYSE'] }), []);
  assert.deepEqual(deposit(1, { senders: [null, 'Ayşe Nur Işık'] }), []);
});

test('another holder takes two at any amount', () => {
  const payout = (holderName: string, units = 1) =>
    payoutReasons({ ...CONTEXT, amountCents: cash(units), holderName, playerName: 'Ayşe Işık' });
  assert.deepEqual(payout('AYSE ISIK'), []);
  assert.deepEqual(payout('Can Öz'), ['another_holder']);
  assert.deepEqual(payout('Can Öz', 60_000), ['above_four_eyes', 'another_holder']);
});

test('the amount that counts is the larger of the amount and its cost', () => {
  assert.equal(amountThatCounts(cash(49_000), cash(-50_470)), cash(50_470));
  assert.equal(amountThatCounts(cash(1000), cash(970)), cash(1000));
});

test('some operations take two at any amount', () => {
  assert.deepEqual(operationReasons({ ...CONTEXT, amountCents: cash(1), takesTwoAlways: true }), ['always']);
  assert.deepEqual(operationReasons({ ...CONTEXT, amountCents: cash(1), takesTwoAlways: false }), []);
});
