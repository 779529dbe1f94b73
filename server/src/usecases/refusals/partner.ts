import type { Cents } from '@vezne/domain/money';
import type { TransactionStatus } from '@vezne/domain/transaction-state';

/** Refusals that a partner's request can get. */
export interface PartnerRefusals {
  amount_out_of_range: { minCents: Cents; maxCents: Cents };
  commission_exceeds_amount: null;
  invalid_request: { fields: { path: string; problem: string }[] };
  /** Host of redirectUrl; the partner's list does not have it. */
  redirect_host_not_allowed: { host: string };
  payout_country_not_allowed: { country: string; allowed: string[] };
  /** An account of our own, or one that is blocked. */
  payout_account_refused: null;
  /** The holder of the account is not the player, and the partner has such payouts refused. */
  other_holder_refused: null;
  /** The player has created as much today as the partner lets a player. */
  player_limit_reached: null;
  player_blocked: null;
  partner_disabled: null;
  address_not_allowed: null;
  external_reference_conflict: { transactionId: string; status: TransactionStatus };
  not_cancellable: { transactionId: string; status: TransactionStatus };
  rate_limited: { retryAfterSeconds: number };
  deposits_paused: null;
  withdrawals_paused: null;
  no_deposit_account: null;
  overloaded: null;
  unavailable: null;
}
