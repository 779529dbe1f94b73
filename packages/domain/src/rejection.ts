/** Why a person may reject a transaction. The other reason codes are for expiry, partners and returned payouts. */
import type { ReasonCode, TransactionType } from './transaction-state.ts';

export const REJECTION_REASONS: Readonly<Record<TransactionType, readonly ReasonCode[]>> = {
  deposit: [
    'no_money_seen',
    'amount_mismatch',
    'third_party_sender',
    'duplicate',
    'suspected_fraud',
    'player_request',
    'account_closed',
    'other',
  ],
  withdrawal: [
    'duplicate',
    'suspected_fraud',
    'player_request',
    'account_closed',
    'payout_failed',
    'third_party_sender',
    'other',
  ],
};

export type RejectionProblem = 'reason_of_another_type' | 'note_missing';

/** What is wrong with a reason. `other` says nothing by itself, so it needs a note for staff. */
export function rejectionProblem(
  type: TransactionType,
  rejection: { readonly reasonCode: ReasonCode; readonly note: string | null },
): RejectionProblem | undefined {
  if (!REJECTION_REASONS[type].includes(rejection.reasonCode)) return 'reason_of_another_type';
  return rejection.reasonCode === 'other' && rejection.note === null ? 'note_missing' : undefined;
}

export type MoneySeenProblem = 'money_seen_missing' | 'money_seen_unsaid' | 'money_seen_contradicts';

/** With these a deposit's money is there, only not for crediting. */
const WITH_MONEY: ReadonlySet<ReasonCode> = new Set(['third_party_sender', 'amount_mismatch']);

/**
 * What is wrong with what a rejection of a deposit says of the money. undefined: it says nothing, null: none was seen. Somebody
 * looks for this money later, so silence is no answer.
 */
export function moneySeenProblem(
  reasonCode: ReasonCode,
  moneySeen: object | null | undefined,
): MoneySeenProblem | undefined {
  if (reasonCode === 'no_money_seen') return moneySeen ? 'money_seen_contradicts' : undefined;
  if (WITH_MONEY.has(reasonCode)) return moneySeen ? undefined : 'money_seen_missing';
  return moneySeen === undefined ? 'money_seen_unsaid' : undefined;
}
