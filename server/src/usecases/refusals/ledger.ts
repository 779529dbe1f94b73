import type { Cents } from '@vezne/domain/money';

/** Refusals that an operation in the books can get, or a request for a second person. */
export interface LedgerRefusals {
  /** Money can't leave an account that is not enabled. */
  bank_account_unavailable: null;
  /** By the books the account does not hold enough, so the person must say what the bank shows. */
  account_bank_balance_needed: null;
  /** The bank itself shows less than what is to leave. */
  account_bank_balance_too_low: null;
  /** More is missing in the books than the account's tolerance. */
  account_shortfall_above_tolerance: null;
  /** The partner has no bank account of its own where it could be paid. */
  settlement_account_missing: { partnerId: string };
  /** The amount is more than the partner has. */
  balance_exceeded: null;
  same_account: null;
  /** Reserved money belongs to authorised payouts. If it were taken, their approval would fail after the money has left. */
  reserved_account: null;
  transfer_not_found: null;
  transfer_already_arrived: null;
  /** The id stands for another operation, or for a request about another one. */
  operation_conflict: { operationId: string };
  /** A transfer must arrive at another account than it left, or come back to that one, with the full amount or a fee beside it. */
  arrival_mismatch: null;
  payout_not_found: { payoutId: string };
  /** It is back in the queue, so no account of ours is recorded with it. */
  payout_account_unknown: { payoutId: string };
  /** Nobody could send it, so nothing of it went wrong. */
  payout_never_authorised: { payoutId: string };
  /** More would come back, or be given up, than went to wrong accounts and is still out. */
  more_than_is_out: { payoutId: string };
  /** An adjustment takes back a write-off, and more than was written off. */
  more_than_given_up: { payoutId: string };
  /** What is receivable is known by payout, so an adjustment of it names one; no other adjustment does. */
  receivable_needs_payout: null;
  /** Refused money goes back to its sender, which is none of our own accounts. */
  return_to_own_account: { iban: string };
  /** Whoever confirms a return types the sender's IBAN, too. */
  sender_iban_needed: { requestId: string };
  /** The two people typed different IBANs. */
  sender_iban_differs: { requestId: string };
  /** An adjustment that names a deposit moves unallocated money of the account where the deposit's money is. */
  refused_money_mismatch: { transactionId: string };
  /** An adjustment that names no deposit takes more than there is beside what is open of refused deposits. null: it was overtaken. */
  refused_money_unnamed: { otherCents: Cents | null };
  request_not_found: { requestId: string };
  request_already_ended: { requestId: string };
  /** The person who asked must not be the person who confirms. */
  own_request: { requestId: string };
  /** Only the person who asked may withdraw. Others decline, and say why. */
  not_own_request: { requestId: string };
  /** Its time is over. */
  request_expired: { requestId: string };
  /** The console may not write what it changes. */
  confirmed_at_command_line: { requestId: string };
  /** What it is about is no longer what the person who asked saw. */
  subject_changed: { requestId: string };
  /** It was asked by a version that kept no ids. It must be asked again. */
  request_outdated: { requestId: string };
}
