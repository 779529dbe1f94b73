import type { Cents } from '@vezne/domain/money';
import type { PasswordWeakness } from '@vezne/domain/password-rules';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import type { PartsSent } from '@vezne/domain/payout-parts';
import type { Permission } from '@vezne/domain/permissions';
import type { SupportAddressProblem } from '@vezne/domain/support-address';
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
  /** What is receivable is known by payout, so an adjustment of it names one; no other adjustment does. */
  /** An adjustment takes back a write-off, and more than was written off. */
  more_than_given_up: { payoutId: string };
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

/** The names and notes that people type. */
export type TextField =
  | 'bank_name'
  | 'holder_name'
  | 'partner_name'
  | 'actor_name'
  | 'note'
  | 'bank_reference'
  | 'sender_seen'
  | 'player_id'
  | 'reason'
  | 'staff_name'
  | 'refund_note';

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
  /** A person's name has letters that can be taken for others. */
  actor_name_letters: { name: string };
  text_empty: { field: TextField };
  text_too_long: { field: TextField; length: number; maxLength: number };
  /** Players would read an account, or an address to follow, as ours. */
  text_holds_account: { field: TextField };
  overlap_out_of_range: { maxHours: number };

  partner_not_found: { named: string };
  partner_name_taken: { name: string };
  requests_per_second_out_of_range: { max: number };
  limit_not_positive: null;
  player_day_count_out_of_range: { max: number };
  deposit_expiry_out_of_range: { minSeconds: number; maxSeconds: number };
  host_name_invalid: { text: string };
  support_address_invalid: { problem: SupportAddressProblem };
  network_invalid: { text: string };
  /** The text is an address inside a network. */
  network_not_whole: { text: string; network: string };
  commission_rate_out_of_range: { maxBasisPoints: number };
  fixed_commission_negative: null;
  /** Terms can't begin before PostgreSQL's clock. */
  terms_from_past: { from: Date; now: Date };
  /** The account for a partner's settlements is one of our own bank accounts. */
  settlement_iban_ours: { iban: string };
  logo_type_unknown: null;
  logo_too_large: { bytes: number; maxBytes: number };
  logo_damaged: null;
  logo_size_out_of_range: { width: number; height: number; maxPixels: number };

  /** Secrets are sealed with a version that the command was not given. */
  key_version_missing: { version: number };
  /** No process that opens the secrets has had this version. */
  key_not_started_with: { version: number; role: 'vezne_api' | 'vezne_worker' };

  api_key_not_found: { apiKey: string };
  api_key_revoked_before: { apiKey: string };

  bank_account_not_found: { named: string };
  iban_invalid: { text: string };
  iban_not_turkish: { iban: string };
  iban_taken: { iban: string };
  /** Without an enabled account every deposit is refused. */
  last_enabled_account: null;

  minimum_not_positive: { type: TransactionType };
  /** Two letters that no IBAN begins with. */
  country_unknown: { text: string };
  no_country_named: null;
  minimum_above_maximum: { type: TransactionType; minCents: Cents; maxCents: Cents };

  block_not_found: { blockId: string };
  block_ended_before: { blockId: string };
  /** The subject is blocked for at least as long. null: for ever. */
  already_blocked: { blockId: string; until: Date | null };
  block_until_past: null;

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
  /** A test would not reach it. */
  endpoint_not_active: { endpointId: string; status: 'paused' | 'disabled' };
  /** An endpoint is tested once at a time. */
  webhook_test_open: { endpointId: string };
  webhook_tests_too_often: { endpointId: string; maxCount: number; waitSeconds: number };
  /** Nobody would send it. */
  no_worker_alive: null;
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

/** Refusals that are about people: who they are, what they may, and how they come and go. */
export interface PeopleRefusals {
  /** None of the person's roles allows it. */
  not_permitted: { permission: Permission | 'signed_in' };
  /** The person has to show their second factor again. */
  step_up_required: null;
  /** The person has searched for so many IBANs within a minute. */
  too_many_ibans: { most: number };
  /** Once there are staff, only somebody active among them acts at the command line. */
  not_active_staff: { name: string };
  staff_not_found: { handle: string };
  staff_disabled: { handle: string };
  handle_invalid: { handle: string };
  handle_taken: { handle: string };
  role_unknown: { name: string };
  no_role_named: null;
  /** Somebody signs in to the portal with this address already, at this partner or another. */
  email_taken: null;
  email_invalid: null;
  no_portal_role_named: null;
  /** This process does not know where the portal is. */
  no_portal: null;
  /** Roles can't begin before PostgreSQL's clock. */
  roles_from_past: { from: Date; now: Date };
  /** Until there are two administrators, nobody else is added, and only at the command line. */
  administrators_first: null;
  /** Without an active administrator nobody could ask for people. */
  last_administrator: null;
  /** Whoever asked is disabled by now, or was never one of the staff. */
  asker_not_active: { requestId: string };
  /** Whoever asked has lost the role for it since. */
  asker_not_permitted: { requestId: string };
}

/** Refusals that staff can get, at the command line and in the future console. */
export interface StaffRefusals
  extends DecisionRefusals, LedgerRefusals, AdministrationRefusals, PeopleRefusals {}

/** Refusals that only whoever sits at the console can get. */
export interface DeskRefusals {
  /** Somebody else has the deposit open. */
  deposit_claimed: { transactionId: string; name: string };
}

/** Refusals that somebody can get who signs in to the console or the portal, or changes their own factors. */
export interface SignInRefusals {
  /** The handle is unknown, the password wrong or the person disabled: nobody is told which. */
  credentials_wrong: null;
  /** Of somebody who is signed in. */
  password_wrong: null;
  code_wrong: null;
  /** It is no code of this person, or was used. */
  recovery_code_wrong: null;
  code_used: { retryAfterSeconds: number };
  passkey_refused: null;
  /** The step before was too long ago, or was answered already. */
  attempt_expired: null;
  /** There is no second factor, and the time to set one up has passed. */
  enrolment_missed: null;
  enrolment_invalid: null;
  password_weak: { problem: PasswordWeakness | 'same_as_before' };
  last_factor: null;
  /** There is nothing that a recovery code could stand in for. */
  no_factor: null;
  totp_exists: null;
  too_many_passkeys: null;
  factor_not_found: null;
  session_not_found: null;
  /** Too many wrong answers for this person, or from this network. */
  throttled: { retryAfterSeconds: number };
}

/** Of people of a partner. */
export interface PortalRefusals {
  /** Somebody signs in with this address already, here or at another partner. Only whoever has the link is told. */
  email_taken: null;
  email_invalid: null;
  /** Each is a letter of ours to an address that somebody typed. */
  too_many_invitations: null;
  /** A partner keeps one owner. */
  last_owner: null;
  person_not_found: null;
  invitation_not_found: null;
  /** A partner has ten live keys at most. */
  too_many_credentials: null;
  /** No api and worker have said yet with what secrets are sealed. */
  no_sealing_key: null;
  credential_not_found: null;
  /** One request for networks at a time. */
  network_request_open: null;
  network_request_not_found: null;
  /** It was answered, has expired, or the networks changed meanwhile. */
  network_request_over: null;
  /** Somebody else has to. */
  network_request_own: null;
  network_request_not_own: null;
  partner_endpoint_not_found: null;
  /** It comes by itself, or was never for this endpoint. */
  event_not_resendable: null;
  /** It runs, or is to come, or was before the partner. */
  month_not_closed: null;
  day_to_come: null;
  /** Too many wait, or were asked for today. */
  too_many_statements: null;
  statement_not_found: null;
  /** It waits, or could not be made. */
  statement_not_ready: null;
}

export interface RefusalDetails
  extends PartnerRefusals, StaffRefusals, DeskRefusals, SignInRefusals, PortalRefusals {}

export type RefusalCode = keyof RefusalDetails;
export type PartnerRefusalCode = keyof PartnerRefusals;
export type DecisionRefusalCode = keyof DecisionRefusals;
export type DeskRefusalCode = keyof DeskRefusals;
export type StaffRefusalCode = keyof StaffRefusals;
export type SignInRefusalCode = keyof SignInRefusals;
export type PortalRefusalCode = keyof PortalRefusals;

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
