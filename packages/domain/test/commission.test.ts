import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  REJECTED_DEPOSIT_AMOUNTS,
  REJECTED_WITHDRAWAL_AMOUNTS,
  SETTLEMENT_MODES,
  commissionOn,
  creditOnRejection,
  depositAmounts,
  leavesSomething,
  withdrawalAmounts,
} from '@vezne/domain/commission';
import type { SettlementMode, Terms } from '@vezne/domain/commission';
import { cents } from '@vezne/domain/money';

function terms(mode: SettlementMode, basisPoints: number, fixedCents = 0n): Terms {
  return { mode, basisPoints, fixedCents: cents(fixedCents) };
}

const anyTerms = fc.record({
  mode: fc.constantFrom(...SETTLEMENT_MODES),
  basisPoints: fc.integer({ min: 0, max: 10_000 }),
  fixedCents: fc.bigInt({ min: 0n, max: 100_000n }).map(cents),
});
const anyAmount = fc.bigInt({ min: 1n, max: 999_999_999_999n }).map(cents);

test('a deposit of 1000.00 at 3 % of which 950.00 arrived credits 921.50 when the fee is deducted', () => {
  const amounts = depositAmounts({
    requestedCents: cents(100_000n),
    actualCents: cents(95_000n),
    terms: terms('deduct_from_amount', 300),
  });
  assert.deepEqual(amounts, {
    commissionCents: 2_850n,
    netAmountCents: 92_150n,
    playerAmountCents: 92_150n,
    balanceImpactCents: 92_150n,
  });
});

test('a deposit of 1000.00 at 3 % of which 950.00 arrived credits 950.00 when the fee is on top', () => {
  const amounts = depositAmounts({
    requestedCents: cents(100_000n),
    actualCents: cents(95_000n),
    terms: terms('fee_on_top', 300),
  });
  assert.deepEqual(amounts, {
    commissionCents: 2_850n,
    netAmountCents: 92_150n,
    playerAmountCents: 95_000n,
    balanceImpactCents: 92_150n,
  });
});

test('until the received amount is known, a deposit is computed on the requested one', () => {
  const amounts = depositAmounts({
    requestedCents: cents(100_000n),
    actualCents: null,
    terms: terms('deduct_from_amount', 300),
  });
  assert.equal(amounts.commissionCents, 3_000n);
  assert.equal(amounts.playerAmountCents, 97_000n);
});

test('a withdrawal of 1000.00 at 3 % pays out 970.00 and costs the partner 1000.00 when the fee is deducted', () => {
  const amounts = withdrawalAmounts({
    requestedCents: cents(100_000n),
    terms: terms('deduct_from_amount', 300),
  });
  assert.deepEqual(amounts, {
    commissionCents: 3_000n,
    playerAmountCents: 97_000n,
    balanceImpactCents: -100_000n,
  });
});

test('a withdrawal of 1000.00 at 3 % pays out 1000.00 and costs the partner 1030.00 when the fee is on top', () => {
  const amounts = withdrawalAmounts({ requestedCents: cents(100_000n), terms: terms('fee_on_top', 300) });
  assert.deepEqual(amounts, {
    commissionCents: 3_000n,
    playerAmountCents: 100_000n,
    balanceImpactCents: -103_000n,
  });
});

test('the share of a commission is rounded half up to a cent before the fixed part is added', () => {
  assert.equal(commissionOn(cents(50n), terms('fee_on_top', 100)), 1n);
  assert.equal(commissionOn(cents(49n), terms('fee_on_top', 100)), 0n);
  assert.equal(commissionOn(cents(50n), terms('fee_on_top', 100, 250n)), 251n);
  assert.equal(commissionOn(cents(100_000n), terms('fee_on_top', 0, 250n)), 250n);
});

test('terms that no partner can have cause an error', () => {
  assert.throws(() => commissionOn(cents(100n), terms('fee_on_top', -1)), /basis points/);
  assert.throws(() => commissionOn(cents(100n), terms('fee_on_top', 2.5)), RangeError);
  assert.throws(() => commissionOn(cents(100n), terms('fee_on_top', Number.NaN)), RangeError);
  assert.throws(() => commissionOn(cents(100n), terms('fee_on_top', 300, -1n)), RangeError);
});

test('a deposit whose commission leaves no net amount is refused in both modes', () => {
  for (const mode of SETTLEMENT_MODES) {
    const deposit = { requestedCents: cents(100n), actualCents: null };
    const leavingOne = depositAmounts({ ...deposit, terms: terms(mode, 0, 99n) });
    const leavingNone = depositAmounts({ ...deposit, terms: terms(mode, 0, 100n) });
    const leavingLess = depositAmounts({ ...deposit, terms: terms(mode, 0, 101n) });
    assert.deepEqual([leavingOne, leavingNone, leavingLess].map(leavesSomething), [true, false, false]);
  }
});

test('a withdrawal whose commission leaves the player nothing is refused only when the fee is deducted', () => {
  const withdrawal = { requestedCents: cents(100n) };
  const leaves = (mode: SettlementMode, fixedCents: bigint): boolean =>
    leavesSomething(withdrawalAmounts({ ...withdrawal, terms: terms(mode, 0, fixedCents) }));
  assert.equal(leaves('deduct_from_amount', 99n), true);
  assert.equal(leaves('deduct_from_amount', 100n), false);
  assert.equal(leaves('deduct_from_amount', 101n), false);
  assert.equal(leaves('fee_on_top', 101n), true);
});

test('a rejected transaction credits nothing and costs nothing', () => {
  assert.deepEqual(REJECTED_DEPOSIT_AMOUNTS, {
    commissionCents: 0n,
    netAmountCents: 0n,
    playerAmountCents: 0n,
    balanceImpactCents: 0n,
  });
  assert.deepEqual(REJECTED_WITHDRAWAL_AMOUNTS, {
    commissionCents: 0n,
    playerAmountCents: 0n,
    balanceImpactCents: 0n,
  });
});

test('every cent received by a deposit is the partner’s or commission, under any terms', () => {
  fc.assert(
    fc.property(anyAmount, anyAmount, anyTerms, (requestedCents, actualCents, someTerms) => {
      const amounts = depositAmounts({ requestedCents, actualCents, terms: someTerms });
      assert.equal(amounts.balanceImpactCents + amounts.commissionCents, actualCents);
      assert.equal(amounts.netAmountCents, amounts.balanceImpactCents);
      const expectedPlayer = someTerms.mode === 'fee_on_top' ? actualCents : amounts.netAmountCents;
      assert.equal(amounts.playerAmountCents, expectedPlayer);
    }),
  );
});

test('every cent a withdrawal takes from the partner is paid out or commission, under any terms', () => {
  fc.assert(
    fc.property(anyAmount, anyTerms, (requestedCents, someTerms) => {
      const amounts = withdrawalAmounts({ requestedCents, terms: someTerms });
      assert.equal(amounts.playerAmountCents + amounts.commissionCents, 0n - amounts.balanceImpactCents);
      const fixedByMode =
        someTerms.mode === 'fee_on_top' ? amounts.playerAmountCents : 0n - amounts.balanceImpactCents;
      assert.equal(fixedByMode, requestedCents);
    }),
  );
});

test('the event of a rejected withdrawal asks to refund the whole amount, and that of a deposit nothing', () => {
  const requestedCents = cents(100_000n);
  assert.equal(creditOnRejection({ type: 'withdrawal', requestedCents }), 100_000n);
  assert.equal(creditOnRejection({ type: 'deposit', requestedCents }), 0n);
});
