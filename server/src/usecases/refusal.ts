import type { Cents } from '@vezne/domain/money';
import type { TextProblem } from '@vezne/domain/text';
import type { TransactionStatus, TransactionType, WithdrawalStage } from '@vezne/domain/transaction-state';

/**
 * Every reason why a use case can refuse, with the details that a message about it needs. Use cases contain no messages:
 * each surface has its own, in its own language. There is one list for each kind of caller, so a surface names exactly the
 * codes it can get.
 */

/** Refusals that a partner's request can get. */
export interface PartnerRefusals {
  amount_out_of_range: { minCents: Cents; maxCents: Cents };
  commission_exceeds_amount: null;
  invalid_request: { fields: { path: string; problem: string }[] };
  /** Host of redirectUrl; the partner's list does not have it. */
  redirect_host_not_allowed: { host: string };
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

/** The transaction that a person decides on, and its state if it exists. */
export interface Standing {
  transactionId: string;
  status?: TransactionStatus | undefined;
  stage?: WithdrawalStage | null | undefined;
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
  /** The reason does not fit this type, or a note is missing. */
  reason_invalid: Standing;
  /** The deposit is still open. Approve it with the amount that came; nothing is late. */
  deposit_still_open: Standing;
  /** Late money for this deposit already waits. It may be the same money. */
  late_money_waiting: Standing;
}

/** Refusals that an operation in the books can get, or a request for a second person. */
export interface LedgerRefusals {
  /** Money can't leave an account that is not enabled. */
  bank_account_unavailable: null;
  /** The amount is more than the partner has. */
  balance_exceeded: null;
  same_account: null;
  /** Reserved money belongs to authorised payouts. If it were taken, their approval would fail after the money has left. */
  reserved_account: null;
  transfer_not_found: null;
  transfer_already_arrived: null;
  /** A transfer must arrive at another account than it left, and with the full amount. */
  arrival_mismatch: null;
  request_not_found: { requestId: string };
  request_already_ended: { requestId: string };
  /** The person who asked must not be the person who confirms. */
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

/** Refusals that an administrator's action can get. */
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
  /** The text is an address inside a network. */
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
  /** If an endpoint is named, only its partner's events count. */
  event_not_found: { eventId: string; isEndpointNamed: boolean };
  partner_has_no_endpoint: null;
  /** The event will still be sent without a replay, or no endpoint asks for events of its kind. */
  event_for_no_endpoint: null;

  transaction_has_no_receipt: { transactionId: string };
  receipt_not_found: { transactionId: string; receiptNo: number; numbers: readonly number[] };
  published_head_unreadable: { lineNo: number };
}

/** Refusals that staff can get, at the command line and in the future console. */
export interface StaffRefusals extends DecisionRefusals, LedgerRefusals, AdministrationRefusals {}

export interface RefusalDetails extends PartnerRefusals, StaffRefusals {}

export type RefusalCode = keyof RefusalDetails;
export type PartnerRefusalCode = keyof PartnerRefusals;
export type DecisionRefusalCode = keyof DecisionRefusals;
export type StaffRefusalCode = keyof StaffRefusals;

/** One reason with its details. The code tells which. */
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
  // The compiler can't follow the code through the union. The argument types make sure that the details belong to the code.
  return { code, details: details ?? null } as Refusal<Code>;
}

/** An expected refusal, thrown. Nothing was written. */
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
  // The compiler can't see here either that a refusal with one code belongs to the union.
  return new RefusedError(refusal(code, ...details) as Refusal);
}
