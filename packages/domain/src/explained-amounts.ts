/**
 * What became of a transaction's money, as sentences that a partner's people can follow: each a code with its amounts, for the texts of the
 * pages. Nothing is computed here that is not in the books: the figures are those of the transaction and of what was told first.
 */
import type { SettlementMode } from './commission.ts';
import { addCents, negateCents, subtractCents } from './money.ts';
import type { Cents } from './money.ts';
import type { ReasonCode, TransactionStatus, TransactionType } from './transaction-state.ts';

/** Every sentence. Those of a deposit and of a withdrawal come first, what is to know besides comes after. */
export const EXPLANATIONS = [
  /** The player has not sent it yet. */
  'deposit_awaited',
  /** We look for it at the bank. What comes of it follows if it comes as it was asked for. */
  'deposit_checked_deducted',
  'deposit_checked_on_top',
  'deposit_checked_free',
  'deposit_deducted',
  'deposit_on_top',
  /** Without commission. */
  'deposit_free',
  'deposit_rejected',
  /** It was rejected, and its money came all the same. */
  'deposit_refused',
  'withdrawal_waits_deducted',
  'withdrawal_waits_on_top',
  'withdrawal_waits_free',
  /** It is authorised: what it costs has left the balance, and the payout is still to come. */
  'withdrawal_set_aside_deducted',
  'withdrawal_set_aside_on_top',
  'withdrawal_set_aside_free',
  'withdrawal_deducted',
  'withdrawal_on_top',
  'withdrawal_free',
  'withdrawal_rejected',
  'withdrawal_returned',
  'came_less',
  'came_more',
  'corrected_down',
  'corrected_up',
  'late_money',
] as const;
export type ExplanationCode = (typeof EXPLANATIONS)[number];

/** With every amount that its text may name. */
export interface Explanation {
  readonly code: ExplanationCode;
  readonly amounts: {
    readonly asked: Cents;
    /** What came, or what was asked for while nobody knows. */
    readonly came: Cents;
    readonly commission: Cents;
    /** What the player gets. */
    readonly player: Cents;
    /** On the balance, without a sign. */
    readonly balance: Cents;
    /** Between what came and what was asked for, or between what the player gets and what was told first. */
    readonly difference: Cents;
  };
}

export interface ExplainedTransaction {
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly reasonCode: ReasonCode | null;
  readonly settlementMode: SettlementMode;
  readonly isLateMoney: boolean;
  /** Of a withdrawal that waits: it is authorised. */
  readonly isSetAside: boolean;
  readonly amountCents: Cents;
  readonly actualAmountCents: Cents | null;
  readonly commissionCents: Cents;
  readonly playerAmountCents: Cents;
  readonly balanceImpactCents: Cents;
  /** As it was told when it was approved; null: it never was. */
  readonly toldFirst: { readonly playerAmountCents: Cents; readonly balanceImpactCents: Cents } | null;
}

export function explainAmounts(transaction: ExplainedTransaction): Explanation[] {
  const { type, amountCents, actualAmountCents, commissionCents, playerAmountCents, toldFirst } = transaction;
  const isReturned = transaction.reasonCode === 'payout_returned';
  const came = actualAmountCents ?? amountCents;
  // A payout that came back shows nothing any more. What it had cost is what was told.
  const impactCents =
    isReturned && toldFirst !== null ? toldFirst.balanceImpactCents : transaction.balanceImpactCents;
  const amounts = {
    asked: amountCents,
    came,
    commission: commissionCents,
    player: playerAmountCents,
    balance: withoutSign(impactCents),
    difference: subtractCents(came, came),
  };
  const first: Explanation = {
    code: type === 'deposit' ? depositCode(transaction) : withdrawalCode(transaction),
    amounts,
  };
  return [first, ...besides(transaction, amounts)];
}

function depositCode({
  status,
  actualAmountCents,
  commissionCents,
  settlementMode,
}: ExplainedTransaction): ExplanationCode {
  switch (status) {
    case 'waiting_payment':
      return 'deposit_awaited';
    case 'waiting_confirmation':
      if (commissionCents === 0n) return 'deposit_checked_free';
      return settlementMode === 'fee_on_top' ? 'deposit_checked_on_top' : 'deposit_checked_deducted';
    case 'rejected':
      return actualAmountCents === null ? 'deposit_rejected' : 'deposit_refused';
    case 'approved':
      if (commissionCents === 0n) return 'deposit_free';
      return settlementMode === 'fee_on_top' ? 'deposit_on_top' : 'deposit_deducted';
  }
}

function withdrawalCode({
  status,
  reasonCode,
  commissionCents,
  settlementMode,
  isSetAside,
}: ExplainedTransaction): ExplanationCode {
  if (status === 'rejected')
    return reasonCode === 'payout_returned' ? 'withdrawal_returned' : 'withdrawal_rejected';
  const cost = commissionCents === 0n ? 'free' : settlementMode === 'fee_on_top' ? 'on_top' : 'deducted';
  if (status === 'approved') return `withdrawal_${cost}`;
  return isSetAside ? `withdrawal_set_aside_${cost}` : `withdrawal_waits_${cost}`;
}

/** What is to know besides. */
function besides(transaction: ExplainedTransaction, amounts: Explanation['amounts']): Explanation[] {
  const { type, status, amountCents, actualAmountCents, playerAmountCents, toldFirst, isLateMoney } =
    transaction;
  const found: Explanation[] = [];
  if (type === 'deposit' && status === 'approved' && actualAmountCents !== null) {
    const difference = subtractCents(actualAmountCents, amountCents);
    // Late money has an amount of its own: nobody asked for it.
    if (difference !== 0n && !isLateMoney) {
      found.push(say(difference < 0n ? 'came_less' : 'came_more', amounts, difference));
    }
  }
  if (type === 'deposit' && status === 'approved' && toldFirst !== null) {
    const difference = subtractCents(playerAmountCents, toldFirst.playerAmountCents);
    if (difference !== 0n)
      found.push(say(difference < 0n ? 'corrected_down' : 'corrected_up', amounts, difference));
  }
  if (isLateMoney) found.push(say('late_money', amounts, amounts.difference));
  return found;
}

function say(code: ExplanationCode, amounts: Explanation['amounts'], difference: Cents): Explanation {
  return { code, amounts: { ...amounts, difference: withoutSign(difference) } };
}

function withoutSign(amount: Cents): Cents {
  return amount < 0n ? negateCents(amount) : amount;
}

/** What the player had been told to get before a correction. */
export function toldBefore({ amounts, code }: Explanation): Cents {
  return code === 'corrected_down'
    ? addCents(amounts.player, amounts.difference)
    : subtractCents(amounts.player, amounts.difference);
}
