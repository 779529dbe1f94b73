import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depositAmounts, withdrawalAmounts } from '../src/commission.ts';
import type { SettlementMode } from '../src/commission.ts';
import { EXPLANATIONS, explainAmounts, toldBefore } from '../src/explained-amounts.ts';
import type { ExplainedTransaction, Explanation } from '../src/explained-amounts.ts';
import { cents } from '../src/money.ts';

const seen = new Set<string>();

function explained(transaction: ExplainedTransaction): Explanation[] {
  const sentences = explainAmounts(transaction);
  for (const { code } of sentences) seen.add(code);
  return sentences;
}

const codes = (transaction: ExplainedTransaction): string[] => explained(transaction).map(({ code }) => code);

const termsOf = (mode: SettlementMode, basisPoints = 300) => ({ basisPoints, fixedCents: cents(0n), mode });

function deposit(
  changes: Partial<ExplainedTransaction> = {},
  {
    mode = 'deduct_from_amount',
    basisPoints = 300,
    came = null as bigint | null,
  }: {
    mode?: SettlementMode;
    basisPoints?: number;
    came?: bigint | null;
  } = {},
): ExplainedTransaction {
  const actualCents = came === null ? null : cents(came);
  const amounts = depositAmounts({
    requestedCents: cents(100_000n),
    actualCents,
    terms: termsOf(mode, basisPoints),
  });
  return {
    type: 'deposit',
    status: 'approved',
    reasonCode: null,
    settlementMode: mode,
    isLateMoney: false,
    isSetAside: false,
    amountCents: cents(100_000n),
    actualAmountCents: actualCents,
    commissionCents: amounts.commissionCents,
    playerAmountCents: amounts.playerAmountCents,
    balanceImpactCents: amounts.balanceImpactCents,
    toldFirst: null,
    ...changes,
  };
}

const nothing = {
  commissionCents: cents(0n),
  playerAmountCents: cents(0n),
  balanceImpactCents: cents(0n),
};

function withdrawal(
  changes: Partial<ExplainedTransaction> = {},
  { mode = 'deduct_from_amount', basisPoints = 300 }: { mode?: SettlementMode; basisPoints?: number } = {},
): ExplainedTransaction {
  const amounts = withdrawalAmounts({ requestedCents: cents(100_000n), terms: termsOf(mode, basisPoints) });
  return { ...deposit(), type: 'withdrawal', settlementMode: mode, ...amounts, ...changes };
}

test('950.00 came, 28.50 commission, the player gets 921.50', () => {
  const [first, second] = explained(deposit({}, { came: 95_000n }));
  assert.deepEqual(first, {
    code: 'deposit_deducted',
    amounts: {
      asked: 100_000n,
      came: 95_000n,
      commission: 2_850n,
      player: 92_150n,
      balance: 92_150n,
      difference: 0n,
    },
  });
  assert.deepEqual([second?.code, second?.amounts.difference], ['came_less', 5_000n]);
});

test('with the fee on top the player gets all that came, and the balance less', () => {
  const [first] = explained(deposit({}, { mode: 'fee_on_top', came: 100_000n }));
  assert.equal(first?.code, 'deposit_on_top');
  assert.deepEqual([first?.amounts.player, first?.amounts.balance], [100_000n, 97_000n]);
});

test('without commission nothing is said of one', () => {
  assert.deepEqual(codes(deposit({}, { basisPoints: 0, came: 100_000n })), ['deposit_free']);
  assert.deepEqual(codes(withdrawal({}, { basisPoints: 0 })), ['withdrawal_free']);
  assert.deepEqual(codes(withdrawal({ status: 'waiting_confirmation' }, { basisPoints: 0 })), [
    'withdrawal_waits_free',
  ]);
});

test('a deposit that waits says for whom it waits, and one that came with more says so', () => {
  assert.deepEqual(codes(deposit({ status: 'waiting_payment' })), ['deposit_awaited']);
  const checked = { status: 'waiting_confirmation' } as const;
  assert.deepEqual(codes(deposit(checked)), ['deposit_checked_deducted']);
  assert.deepEqual(codes(deposit({ ...checked, settlementMode: 'fee_on_top' })), ['deposit_checked_on_top']);
  assert.deepEqual(codes(deposit({ ...checked, commissionCents: cents(0n) })), ['deposit_checked_free']);
  assert.deepEqual(codes(deposit({}, { came: 120_000n })), ['deposit_deducted', 'came_more']);
});

test('a rejected deposit costs nothing, and money that came all the same is named', () => {
  const rejected = { status: 'rejected', reasonCode: 'no_money_seen', ...nothing } as const;
  assert.deepEqual(codes(deposit(rejected)), ['deposit_rejected']);
  const [refused] = explained(deposit({ ...rejected, actualAmountCents: cents(95_000n) }));
  assert.deepEqual([refused?.code, refused?.amounts.came], ['deposit_refused', 95_000n]);
});

test('a corrected deposit says what was told before, in either direction', () => {
  const toldFirst = { playerAmountCents: cents(97_000n), balanceImpactCents: cents(97_000n) };
  const [, , down] = explained(deposit({ toldFirst }, { came: 95_000n }));
  assert.ok(down);
  assert.deepEqual(
    [down.code, down.amounts.difference, toldBefore(down)],
    ['corrected_down', 4_850n, 97_000n],
  );
  const [, , up] = explained(deposit({ toldFirst }, { came: 105_000n }));
  assert.ok(up);
  assert.deepEqual([up.code, up.amounts.difference, toldBefore(up)], ['corrected_up', 4_850n, 97_000n]);
  const same = { playerAmountCents: cents(97_000n), balanceImpactCents: cents(97_000n) };
  assert.deepEqual(codes(deposit({ toldFirst: same }, { came: 100_000n })), ['deposit_deducted']);
});

test('late money says what it is, and is not compared with what was asked for', () => {
  assert.deepEqual(codes(deposit({ isLateMoney: true }, { came: 40_000n })), [
    'deposit_deducted',
    'late_money',
  ]);
});

test('a payout: what it costs and what the player gets, in both modes', () => {
  const [deducted] = explained(withdrawal());
  assert.equal(deducted?.code, 'withdrawal_deducted');
  assert.deepEqual([deducted?.amounts.player, deducted?.amounts.balance], [97_000n, 100_000n]);
  const [onTop] = explained(withdrawal({}, { mode: 'fee_on_top' }));
  assert.equal(onTop?.code, 'withdrawal_on_top');
  assert.deepEqual([onTop?.amounts.player, onTop?.amounts.balance], [100_000n, 103_000n]);
  assert.deepEqual(codes(withdrawal({ status: 'waiting_confirmation' })), ['withdrawal_waits_deducted']);
  assert.deepEqual(codes(withdrawal({ status: 'waiting_confirmation' }, { mode: 'fee_on_top' })), [
    'withdrawal_waits_on_top',
  ]);
});

test('a payout that is authorised has left the balance already, and is still to be made', () => {
  const setAside = { status: 'waiting_confirmation', isSetAside: true } as const;
  const [deducted] = explained(withdrawal(setAside));
  assert.equal(deducted?.code, 'withdrawal_set_aside_deducted');
  assert.deepEqual([deducted?.amounts.player, deducted?.amounts.balance], [97_000n, 100_000n]);
  assert.deepEqual(codes(withdrawal(setAside, { mode: 'fee_on_top' })), ['withdrawal_set_aside_on_top']);
  assert.deepEqual(codes(withdrawal({ ...setAside, commissionCents: cents(0n) })), [
    'withdrawal_set_aside_free',
  ]);
});

test('a payout that was not made is the player’s again, and one that came back gives all of its cost back', () => {
  assert.deepEqual(codes(withdrawal({ status: 'rejected', reasonCode: 'account_closed', ...nothing })), [
    'withdrawal_rejected',
  ]);
  const [returned] = explained(
    withdrawal({
      status: 'rejected',
      reasonCode: 'payout_returned',
      ...nothing,
      toldFirst: { playerAmountCents: cents(100_000n), balanceImpactCents: cents(-103_000n) },
    }),
  );
  assert.deepEqual([returned?.code, returned?.amounts.balance], ['withdrawal_returned', 103_000n]);
});

test('every sentence was said above', () => {
  assert.deepEqual([...seen].toSorted(), [...EXPLANATIONS].toSorted());
});
