/** What operators have in hand. */
import type { Timestamp } from './column-types.ts';

/** Who has a deposit open at the console. */
export interface DepositClaimTable {
  transaction_id: string;
  staff_id: string;
  session_id: string;
  claimed_at: Timestamp;
  extended_at: Timestamp;
  until: Date;
}

/** What somebody copied of a payout that may be sent. */
export interface PayoutCopyTable {
  transaction_id: string;
  /** The step that authorised it. */
  authorised_step: number;
  staff_id: string;
  field: 'iban' | 'holder' | 'amount';
  at: Timestamp;
}
