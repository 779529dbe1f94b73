import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { cents } from '@vezne/domain/money';
import { correctionOf } from '../src/console/features/deposits/decide/correction.ts';
import { lateMoneyGap, lateMoneyReasons } from '../src/console/features/deposits/decide/late-money.ts';

const ACCOUNT = {
  id: '0190d3a0-0000-7000-8000-00000000000a',
  bankName: 'Ziraat',
  holderName: 'ACME',
  iban: 'TR330006100519786457841326',
  status: 'enabled',
};
const OTHER = { ...ACCOUNT, id: '0190d3a0-0000-7000-8000-00000000000b' };

/** 1,000.00 at 3 %, approved as asked. */
const APPROVED = {
  id: '0190d3a0-0000-7000-8000-000000000001',
  status: 'approved',
  reasonCode: null,
  amountCents: 100_000,
  actualAmountCents: 100_000,
  commissionCents: 3_000,
  netAmountCents: 97_000,
  playerAmountCents: 97_000,
  balanceImpactCents: 97_000,
  terms: { basisPoints: 300, fixedCents: 0, settlementMode: 'deduct_from_amount' },
  customer: { id: '1', username: 'ayse', fullName: 'Ayşe Işık' },
  bankAccount: ACCOUNT,
  fourEyesCents: 5_000_000,
  playerAloneTodayCents: 0,
  afterwards: { lateDeposits: [], refusedMoney: null, hearsOfCorrections: true },
} as unknown as DepositDetail;

test('a correction to 950.00 moves bank, balance and commission by what the row will have', () => {
  const { after, bankCents, balanceCents, commissionCents, isOtherAmount, isOtherAccount } = correctionOf(
    APPROVED,
    { actualCents: cents(95_000n), bankAccountId: ACCOUNT.id },
  );
  assert.deepEqual(
    [after.actualCents, after.commissionCents, after.balanceImpactCents, after.playerAmountCents],
    [95_000n, 2_850n, 92_150n, 92_150n],
  );
  assert.deepEqual([bankCents, balanceCents, commissionCents], [-5_000n, -4_850n, -150n]);
  assert.equal(bankCents, balanceCents + commissionCents, 'the books balance');
  assert.deepEqual([isOtherAmount, isOtherAccount], [true, false]);
});

test('no money at all takes everything back, and another account alone changes no figure', () => {
  const nothing = correctionOf(APPROVED, { actualCents: cents(0n), bankAccountId: null });
  assert.deepEqual(
    [nothing.bankCents, nothing.balanceCents, nothing.commissionCents, nothing.isOtherAccount],
    [-100_000n, -97_000n, -3_000n, false],
  );
  const moved = correctionOf(APPROVED, { actualCents: cents(100_000n), bankAccountId: OTHER.id });
  assert.deepEqual([moved.isOtherAmount, moved.isOtherAccount, moved.balanceCents], [false, true, 0n]);
});

const REFUSED = {
  ...APPROVED,
  status: 'rejected',
  reasonCode: 'third_party_sender',
  afterwards: {
    lateDeposits: [],
    refusedMoney: { transactionId: APPROVED.id, openCents: 95_000, bankAccount: ACCOUNT },
    hearsOfCorrections: true,
  },
} as unknown as DepositDetail;

test('late money says what is missing, in the order of the screen', () => {
  const draft = { which: null, amountCents: undefined, bankAccountId: null, note: '' };
  assert.equal(lateMoneyGap(APPROVED, draft), 'amount');
  assert.equal(lateMoneyGap(APPROVED, { ...draft, amountCents: cents(1n) }), 'account');
  assert.equal(
    lateMoneyGap(APPROVED, { ...draft, amountCents: cents(1n), bankAccountId: ACCOUNT.id }),
    undefined,
  );
  assert.equal(lateMoneyGap(REFUSED, draft), 'which');
  const refused = { ...draft, which: 'refused' as const, bankAccountId: ACCOUNT.id };
  assert.equal(lateMoneyGap(REFUSED, { ...refused, amountCents: cents(95_001n) }), 'more_than_open');
  assert.equal(lateMoneyGap(REFUSED, { ...refused, amountCents: cents(95_000n) }), undefined);
  assert.equal(
    lateMoneyGap(REFUSED, { ...refused, which: 'new', amountCents: cents(95_001n) }),
    undefined,
    'new money is not bounded by what was refused',
  );
});

test('late money says before the press whether its approval will take two', () => {
  const reasons = (
    deposit: DepositDetail,
    amount: bigint,
    which: 'refused' | 'new' | null = null,
  ): string[] => lateMoneyReasons(deposit, { amountCents: cents(amount), which });
  assert.deepEqual(reasons(APPROVED, 500_000n), []);
  assert.deepEqual(reasons(APPROVED, 500_001n), ['late_money']);
  assert.deepEqual(reasons(APPROVED, 5_000_001n), ['above_four_eyes', 'late_money']);
  assert.deepEqual(reasons(REFUSED, 1_000n, 'refused'), ['another_sender']);
  assert.deepEqual(reasons(REFUSED, 1_000n, 'new'), []);
});
