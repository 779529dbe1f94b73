import type { Cents } from '@vezne/domain/money';
import type { TextProblem } from '@vezne/domain/text';
import type { TransactionStatus, TransactionType, WithdrawalStage } from '@vezne/domain/transaction-state';
import type { BankAccountStatus } from '../db/schema.ts';

/**
 * Every reason for which a use case says no, with what the sentence about it needs. Use cases write no sentence: each surface has
 * its own, in its own language. There is a list for each kind of caller: a surface names exactly the codes it can meet.
 */

/** What a partner's request can meet. */
export interface PartnerRefusals {
  amount_out_of_range: { minCents: Cents; maxCents: Cents };
  commission_exceeds_amount: null;
  invalid_request: { fields: { path: string; problem: string }[] };
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

/** The transaction that somebody decides on, and where it stands unless there is none. */
export interface Standing {
  transactionId: string;
  status?: TransactionStatus | undefined;
  stage?: WithdrawalStage | null | undefined;
}

/** What a decision on a transaction can meet. Nothing of the decision was written. */
export interface DecisionRefusals {
  transaction_not_found: Standing;
  /** It is not, or no longer, in a state from which this decision leads anywhere. */
  state_conflict: Standing;
  /** It is not what the person saw. */
  transaction_changed: Standing;
  credit_line_exceeded: Standing;
  /** The one who took it can't be the one who does this. */
  second_person_needed: Standing;
  /** The bank account that would pay is unknown, not enabled, or its payouts are paused. */
  paying_account_unavailable: Standing;
  /** Payouts of the partner or of the platform are paused, or the partner is disabled. */
  payouts_paused: Standing;
  /** The commission would leave nothing of the amount. */
  nothing_left: Standing;
  /** A freeze moved the deposit: its player may have paid to either account, and somebody has to say which. */
  account_unclear: Standing;
  nothing_to_correct: Standing;
  /** The reason is not one for this type, or a note is missing. */
  reason_invalid: Standing;
  /** The deposit is still open: it is approved with what came, and nothing is late. */
  deposit_still_open: Standing;
  /** Late money for it waits already, which may be this. */
  late_money_waiting: Standing;
}

/** What an operation in the books can meet, and a request for a second person. */
export interface LedgerRefusals {
  /** Money can't leave an account that is not enabled. */
  bank_account_unavailable: null;
  /** More than the partner has. */
  balance_exceeded: null;
  same_account: null;
  /** What is set aside belongs to authorised payouts: taken from under them, their approval would fail after the money left. */
  reserved_account: null;
  transfer_not_found: null;
  transfer_already_arrived: null;
  /** A transfer arrives at another account than it left, and whole. */
  arrival_mismatch: null;
  request_not_found: { requestId: string };
  request_already_ended: { requestId: string };
  /** The one who asked can't be the one who confirms. */
  own_request: { requestId: string };
}

/** The names and notes that people type. */
export type TextField = 'bank_name' | 'holder_name' | 'partner_name' | 'actor_name' | 'note';

export type WebhookUrlProblem =
  | 'odd_character'
  | 'fragment'
  | 'incomplete'
  | 'user_info'
  | 'odd_host'
  | 'not_https'
  | 'private_network';

/** What an administrator's action can meet. */
export interface AdministrationRefusals {
  text_unusable: { field: TextField; problem: TextProblem };
  text_empty: { field: TextField };
  text_too_long: { field: TextField; length: number; maxLength: number };
  overlap_out_of_range: { maxHours: number };

  partner_not_found: { named: string };
  partner_name_taken: { name: string };
  requests_per_second_out_of_range: { max: number };
  host_name_invalid: { text: string };
  network_invalid: { text: string };
  /** It is an address inside a network. */
  network_not_whole: { text: string; network: string };
  commission_rate_out_of_range: { maxBasisPoints: number };
  fixed_commission_negative: null;
  logo_type_unknown: null;
  logo_too_large: { bytes: number; maxBytes: number };
  logo_damaged: null;
  logo_size_out_of_range: { width: number; height: number; maxPixels: number };

  api_key_not_found: { apiKey: string };
  api_key_revoked_before: { apiKey: string };

  bank_account_not_found: { named: string };
  iban_invalid: { text: string };
  iban_not_turkish: { iban: string };
  iban_taken: { iban: string };
  /** Without an enabled account every deposit is refused. */
  last_enabled_account: null;
  /** It was, and has been opened since. */
  account_not_frozen: { status: BankAccountStatus };

  minimum_not_positive: { type: TransactionType };
  minimum_above_maximum: { type: TransactionType; minCents: Cents; maxCents: Cents };

  endpoint_not_found: { named: string };
  endpoint_ambiguous: { url: string };
  endpoint_url_taken: { url: string };
  endpoint_url_too_long: { length: number; maxLength: number };
  endpoint_url_invalid: { problem: WebhookUrlProblem };
  endpoint_disabled: { endpointId: string; wanted: 'pause' | 'resume' };
  endpoint_paused: { endpointId: string };
  event_type_unknown: { name: string };
  no_event_type_named: null;
  last_live_secret: { endpointId: string };
  /** Several events are replayed to one endpoint at a time. */
  replay_needs_endpoint: null;
  /** With an endpoint named, only the events of its partner count. */
  event_not_found: { eventId: string; isEndpointNamed: boolean };
  partner_has_no_endpoint: null;
  /** It comes by itself yet, or no endpoint asks for events of its kind. */
  event_for_no_endpoint: null;

  transaction_has_no_receipt: { transactionId: string };
  receipt_not_found: { transactionId: string; receiptNo: number; numbers: readonly number[] };
  published_head_unreadable: { lineNo: number };
}

/** What staff can meet, at the command line and at the console to come. */
export interface StaffRefusals extends DecisionRefusals, LedgerRefusals, AdministrationRefusals {}

export interface RefusalDetails extends PartnerRefusals, StaffRefusals {}

export type RefusalCode = keyof RefusalDetails;
export type PartnerRefusalCode = keyof PartnerRefusals;
export type DecisionRefusalCode = keyof DecisionRefusals;
export type StaffRefusalCode = keyof StaffRefusals;

/** One reason with its details, told apart by the code. */
export type Refusal<Code extends RefusalCode = RefusalCode> = {
  [Each in Code]: { code: Each; details: RefusalDetails[Each] };
}[Code];

type DetailsArgument<Code extends RefusalCode> = RefusalDetails[Code] extends null
  ? []
  : [details: RefusalDetails[Code]];

export function refusal<Code extends RefusalCode>(
  code: Code,
  ...[details]: DetailsArgument<Code>
): Refusal<Code> {
  // The compiler can't follow the code through the union; the arguments hold it to the details of that code.
  return { code, details: details ?? null } as Refusal<Code>;
}

/** An expected no, thrown. It means that nothing was written. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly refusal: Refusal;

  constructor(reason: Refusal, options?: ErrorOptions) {
    super(reason.code, options);
    this.refusal = reason;
  }
}

/** For `throw refused('partner_not_found', { named })`. */
export function refused<Code extends RefusalCode>(
  code: Code,
  ...details: DetailsArgument<Code>
): RefusedError {
  // The same once more: any code's refusal is one of them all.
  return new RefusedError(refusal(code, ...details) as Refusal);
}
