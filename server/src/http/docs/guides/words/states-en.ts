import type { ReasonCode, TransactionStatus } from '@vezne/domain/transaction-state';
import type { StatusWords } from './words.ts';

export const STATUS_TEXTS: Readonly<Record<TransactionStatus, StatusWords>> = {
  waiting_payment: {
    deposit: 'Created. The player has not said yet that the transfer was sent. You can still cancel it.',
    withdrawal: null,
  },
  waiting_confirmation: {
    deposit: 'The player says that the transfer was sent. An operator looks for the money and decides.',
    withdrawal: 'Created, and in the approval process. You can cancel it until an operator takes it up.',
  },
  approved: {
    deposit: 'The money has arrived. Credit the player by `playerAmountCents`.',
    withdrawal: 'The money was sent to the player.',
  },
  rejected: {
    deposit:
      'It ends without a credit; `reasonCode` says why. Money that arrives later becomes a deposit of its own.',
    withdrawal:
      'The player was not paid, or the bank sent the money back; refund the player. A bank can send money back after the approval, so `approved` may still become `rejected`.',
  },
};

export const REASON_TEXTS: Readonly<Record<ReasonCode, string>> = {
  no_money_seen: 'No transfer arrived.',
  amount_mismatch: 'The amount that arrived could not be accepted.',
  third_party_sender: 'The money came from the account of somebody else.',
  duplicate: 'The same payment was made as another transaction.',
  suspected_fraud: 'Operators suspect fraud.',
  player_request: 'The player asked for it.',
  partner_cancelled: 'You cancelled it.',
  expired: 'The player did not pay in time.',
  account_closed: 'The bank account is closed.',
  payout_failed: 'The bank did not carry out the payout.',
  payout_returned: 'The bank sent the payout back after it was approved.',
  other: 'Another reason; ask us.',
};
