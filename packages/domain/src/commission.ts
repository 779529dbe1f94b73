/**
 * What a transaction costs and what it does to the partner's balance, for both directions and both
 * settlement modes. A is the requested amount, G the gross amount received, c the commission:
 *
 *                                   c on   net     player   balance impact
 *   deposit,    deduct_from_amount   G     G - c   G - c    +(G - c)
 *   deposit,    fee_on_top           G     G - c   G        +(G - c)
 *   withdrawal, deduct_from_amount   A     -       A - c    -A
 *   withdrawal, fee_on_top           A     -       A        -(A + c)
 */
import { ZERO_CENTS, addCents, cents, negateCents, roundHalfUp, subtractCents } from './money.ts';
import type { Cents } from './money.ts';
import type { TransactionType } from './transaction-state.ts';

export const SETTLEMENT_MODES = ['deduct_from_amount', 'fee_on_top'] as const;
export type SettlementMode = (typeof SETTLEMENT_MODES)[number];

/** The commission terms of one partner and direction; a transaction keeps those it was created under. */
export interface Terms {
  readonly basisPoints: number;
  readonly fixedCents: Cents;
  readonly mode: SettlementMode;
}

/** The terms that a transaction was created under. They hold for it ever after. */
export function termsOf(transaction: {
  readonly basisPoints: number;
  readonly fixedCents: Cents;
  readonly settlementMode: SettlementMode;
}): Terms {
  const { basisPoints, fixedCents, settlementMode } = transaction;
  return { basisPoints, fixedCents, mode: settlementMode };
}

export interface DepositAmounts {
  readonly commissionCents: Cents;
  readonly netAmountCents: Cents;
  readonly playerAmountCents: Cents;
  readonly balanceImpactCents: Cents;
}

export interface WithdrawalAmounts {
  readonly commissionCents: Cents;
  readonly playerAmountCents: Cents;
  readonly balanceImpactCents: Cents;
}

/** One basis point is a hundredth of a percent, so 10,000 of them are the whole amount. */
const BASIS_POINTS_IN_WHOLE = 10_000n;

/** The commission on an amount: the rate's share rounded half up to a cent, plus the fixed part. */
export function commissionOn(amountCents: Cents, terms: Terms): Cents {
  if (!Number.isSafeInteger(terms.basisPoints) || terms.basisPoints < 0) {
    throw new RangeError(
      `A commission rate is a whole number of basis points from 0, not ${terms.basisPoints}.`,
    );
  }
  if (terms.fixedCents < 0n) {
    throw new RangeError(`A fixed commission is at least 0 cents, not ${terms.fixedCents}.`);
  }
  const shareCents = roundHalfUp(amountCents * BigInt(terms.basisPoints), BASIS_POINTS_IN_WHOLE);
  return addCents(cents(shareCents), terms.fixedCents);
}

/** `actualCents` is the gross amount received. Until it is known (null), the requested amount is used. */
export function depositAmounts(deposit: {
  readonly requestedCents: Cents;
  readonly actualCents: Cents | null;
  readonly terms: Terms;
}): DepositAmounts {
  const grossCents = deposit.actualCents ?? deposit.requestedCents;
  const commissionCents = commissionOn(grossCents, deposit.terms);
  const netAmountCents = subtractCents(grossCents, commissionCents);
  return {
    commissionCents,
    netAmountCents,
    playerAmountCents: deposit.terms.mode === 'fee_on_top' ? grossCents : netAmountCents,
    balanceImpactCents: netAmountCents,
  };
}

export function withdrawalAmounts(withdrawal: {
  readonly requestedCents: Cents;
  readonly terms: Terms;
}): WithdrawalAmounts {
  const { requestedCents, terms } = withdrawal;
  const commissionCents = commissionOn(requestedCents, terms);
  if (terms.mode === 'fee_on_top') {
    return {
      commissionCents,
      playerAmountCents: requestedCents,
      balanceImpactCents: negateCents(addCents(requestedCents, commissionCents)),
    };
  }
  return {
    commissionCents,
    playerAmountCents: subtractCents(requestedCents, commissionCents),
    balanceImpactCents: negateCents(requestedCents),
  };
}

/**
 * False when the commission uses up the player's amount or a deposit's net amount. We refuse such a create call, and an
 * approval with such a gross amount.
 */
export function leavesSomething(amounts: DepositAmounts | WithdrawalAmounts): boolean {
  const leavesNet = !('netAmountCents' in amounts) || amounts.netAmountCents > 0n;
  return leavesNet && amounts.playerAmountCents > 0n;
}

/** What a rejected deposit shows: nothing was credited and nothing was charged. */
export const REJECTED_DEPOSIT_AMOUNTS: DepositAmounts = {
  commissionCents: ZERO_CENTS,
  netAmountCents: ZERO_CENTS,
  playerAmountCents: ZERO_CENTS,
  balanceImpactCents: ZERO_CENTS,
};

/**
 * What a rejected withdrawal shows when it is read: nothing was paid out. In its event playerAmountCents is the requested
 * amount instead, because there the field means the refund.
 */
export const REJECTED_WITHDRAWAL_AMOUNTS: WithdrawalAmounts = {
  commissionCents: ZERO_CENTS,
  playerAmountCents: ZERO_CENTS,
  balanceImpactCents: ZERO_CENTS,
};

/**
 * The playerAmountCents in the event of a rejection. There it means what to credit to the player: the whole refund of a
 * withdrawal, in both modes, and nothing for a deposit.
 */
export function creditOnRejection(rejected: {
  readonly type: TransactionType;
  readonly requestedCents: Cents;
}): Cents {
  return rejected.type === 'withdrawal' ? rejected.requestedCents : ZERO_CENTS;
}
