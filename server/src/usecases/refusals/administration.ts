import type { Cents } from '@vezne/domain/money';
import type { SupportAddressProblem } from '@vezne/domain/support-address';
import type { TextProblem } from '@vezne/domain/text';
import type { TransactionType } from '@vezne/domain/transaction-state';

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
  /** The newest rows are theirs, and say nothing of what a restore has undone. */
  processes_at_work: { processes: readonly string[] };
  /** The same, and they are gone again: the last sign of life is newer than what this server began with. */
  processes_have_worked: { process: string; seenAt: Date; since: Date };
  /** So many can't be skipped without a person's word: there are not enough left. */
  reference_codes_few: { codes: number; left: number };
}
