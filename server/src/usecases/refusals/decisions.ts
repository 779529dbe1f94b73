import type { Cents } from '@vezne/domain/money';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import type { PartsSent } from '@vezne/domain/payout-parts';
import type { TransactionStatus, WithdrawalStage } from '@vezne/domain/transaction-state';

/** What a payout takes from its partner's balance or from the account that pays, and what of it is there. */
export interface PayoutFigures {
  neededCents: Cents;
  freeCents: Cents;
  creditLineCents?: Cents | undefined;
  toleranceCents?: Cents | undefined;
  bankBalanceCents?: Cents | undefined;
}

/** The transaction that a person decides on, and its state if it exists. */
export interface Standing {
  transactionId: string;
  status?: TransactionStatus | undefined;
  stage?: WithdrawalStage | null | undefined;
  /** Of a payout. */
  marks?: readonly PayoutMark[] | undefined;
  /** Of a payout: what was sent in parts. */
  parts?: PartsSent | undefined;
  /** Of a payout: what there is, and what it takes. */
  figures?: PayoutFigures | undefined;
  /** Of refused money: what is open. */
  openCents?: Cents | undefined;
  /** The rejected deposit whose money is meant. */
  refusedTransactionId?: string | undefined;
}

/** Refusals that a decision on a transaction can get. Nothing of the decision was written. */
export interface DecisionRefusals {
  transaction_not_found: Standing;
  /** This decision is not possible in the transaction's current state. */
  state_conflict: Standing;
  /** The transaction has changed since the person saw it. */
  transaction_changed: Standing;
  credit_line_exceeded: Standing;
  /** The person who took the withdrawal must not do this too. */
  second_person_needed: Standing;
  /** The bank account that would pay is unknown, not enabled, or its payouts are paused. */
  paying_account_unavailable: Standing;
  /** Payouts of the partner or of the platform are paused, or the partner is disabled. */
  payouts_paused: Standing;
  /** The commission would leave nothing of the amount. */
  nothing_left: Standing;
  /** A freeze moved the deposit. Its player may have paid to either account, so a person must say which. */
  account_unclear: Standing;
  nothing_to_correct: Standing;
  /** No money came at all, so it is at no account. */
  account_without_money: Standing;
  /** Of a payout that came back, something arrived, and never more than was paid. */
  arrived_out_of_range: Standing;
  /** Money of this payout is at a wrong account, and it may be what came back. */
  misdirected_money_out: Standing;
  /** The reason does not fit this type, or a note is missing. */
  reason_invalid: Standing;
  /** More than a person can look at together. */
  bulk_too_large: { count: number; max: number };
  /** It carries a warning, so it is decided by itself. */
  needs_own_decision: Standing;
  /** A request about this transaction already waits for a second person. */
  request_already_open: Standing;
  /** The same press was made before, with another amount, account or reason. Nothing was done now. */
  pressed_otherwise: Standing;
  /** The same money could be credited twice, so the approval must say what was seen at the bank. */
  sighting_needed: Standing;
  /** The bank's reference stood for another transfer to or from this account before. */
  bank_reference_used: Standing;
  /** The reason says that money was seen, so amount and account must be said. */
  money_seen_missing: Standing;
  /** The rejection must say whether money was seen. */
  money_seen_unsaid: Standing;
  /** The reason says that no money was seen. */
  money_seen_contradicts: Standing;
  /** The player or the IBAN is blocked. */
  payee_blocked: Standing;
  /** The person has not said that they read every mark of the payout. */
  marks_unread: Standing;
  /** By the books the account does not hold enough, so the person must say what the bank shows. */
  bank_balance_needed: Standing;
  /** The bank itself shows less than what is to leave. */
  bank_balance_too_low: Standing;
  /** More is missing in the books than the account's tolerance. */
  shortfall_above_tolerance: Standing;
  /** Only the person who took the payout, or to whom it was handed over, sends it. */
  not_the_taker: Standing;
  /** With this part, more would have been sent than the player is paid. */
  parts_exceed_amount: Standing;
  /** The parts that were sent don't add up to what the player is paid. */
  parts_incomplete: Standing;
  /** A part was sent. Money that has left can't be released or rejected. */
  parts_sent: Standing;
  /** A part of this payout has this bank reference already. */
  part_already_recorded: Standing;
  /** The person has not said that they looked at the bank and nothing was sent. */
  not_sent_unsaid: Standing;
  /** A hold ends in the future, and at most some days from now. */
  hold_out_of_range: Standing;
  not_held: Standing;
  /** The deposit is still open. Approve it with the amount that came; nothing is late. */
  deposit_still_open: Standing;
  /** Late money for this deposit already waits. It may be the same money. */
  late_money_waiting: Standing;
  /** No money of this deposit was refused, or none that is in the books, or it is at another account. */
  refused_money_not_found: Standing;
  /** More than is open of the refused money. */
  refused_money_exceeded: Standing;
  /** Money of the same reference was refused and is still open. The person must say whether this is it. */
  refused_money_unsaid: Standing;
  /** Refused money is credited at the account where it is. */
  refused_money_elsewhere: Standing;
  /** The money of this late entry was refused before, so its rejection doesn't say again that it was seen. */
  money_seen_before: Standing;
}

/** Refusals that only whoever sits at the console can get. */
export interface DeskRefusals {
  /** Somebody else has the deposit open. */
  deposit_claimed: { transactionId: string; name: string };
}
