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
