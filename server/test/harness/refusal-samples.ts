import { cents } from '@vezne/domain/money';
import type { PartnerRefusals, Standing, StaffRefusals } from '../../src/usecases/refusal.ts';

/**
 * Details for every code of the catalogue. A code without details does not compile, and every surface is tested with these
 * lists.
 */
type Samples<Refusals> = { readonly [Code in keyof Refusals]: Refusals[Code] };

const TRANSACTION_ID = '01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708';
const ID = '01a1dd77-49b3-71dc-a9fa-aad6ed7069c5';
const IBAN = 'TR330006100519786457841326';
const URL = 'https://hooks.example.com/vezne';

const STANDING: Standing = { transactionId: TRANSACTION_ID, status: 'waiting_confirmation', stage: 'taken' };

export const STAFF_SAMPLES: Samples<StaffRefusals> = {
  transaction_not_found: { transactionId: TRANSACTION_ID },
  state_conflict: STANDING,
  transaction_changed: STANDING,
  credit_line_exceeded: STANDING,
  second_person_needed: STANDING,
  paying_account_unavailable: STANDING,
  payouts_paused: STANDING,
  nothing_left: STANDING,
  account_unclear: STANDING,
  nothing_to_correct: STANDING,
  reason_invalid: STANDING,
  deposit_still_open: STANDING,
  late_money_waiting: STANDING,

  bank_account_unavailable: null,
  balance_exceeded: null,
  same_account: null,
  reserved_account: null,
  transfer_not_found: null,
  transfer_already_arrived: null,
  arrival_mismatch: null,
  request_not_found: { requestId: ID },
  request_already_ended: { requestId: ID },
  own_request: { requestId: ID },

  text_unusable: { field: 'note', problem: 'control_character' },
  text_empty: { field: 'partner_name' },
  text_too_long: { field: 'actor_name', length: 129, maxLength: 128 },
  overlap_out_of_range: { maxHours: 8784 },
  partner_not_found: { named: 'Acme' },
  partner_name_taken: { name: 'Acme' },
  requests_per_second_out_of_range: { max: 100_000 },
  host_name_invalid: { text: 'https://shop' },
  network_invalid: { text: '10.0.0/8' },
  network_not_whole: { text: '203.0.113.7/24', network: '203.0.113.0/24' },
  commission_rate_out_of_range: { maxBasisPoints: 10_000 },
  fixed_commission_negative: null,
  logo_type_unknown: null,
  logo_too_large: { bytes: 20_000, maxBytes: 16_384 },
  logo_damaged: null,
  logo_size_out_of_range: { width: 4096, height: 1, maxPixels: 2048 },
  api_key_not_found: { apiKey: 'vzk_c1_a' },
  api_key_revoked_before: { apiKey: 'vzk_c1_a' },
  bank_account_not_found: { named: IBAN },
  iban_invalid: { text: 'TR00' },
  iban_not_turkish: { iban: 'DE89370400440532013000' },
  iban_taken: { iban: IBAN },
  last_enabled_account: null,
  minimum_not_positive: { type: 'deposit' },
  minimum_above_maximum: { type: 'withdrawal', minCents: cents(200n), maxCents: cents(100n) },
  endpoint_not_found: { named: URL },
  endpoint_ambiguous: { url: URL },
  endpoint_url_taken: { url: URL },
  endpoint_url_too_long: { length: 3000, maxLength: 2048 },
  endpoint_url_invalid: { problem: 'not_https' },
  endpoint_disabled: { endpointId: ID, wanted: 'resume' },
  endpoint_paused: { endpointId: ID },
  event_type_unknown: { name: 'deposit.forgotten' },
  no_event_type_named: null,
  last_live_secret: { endpointId: ID },
  replay_needs_endpoint: null,
  event_not_found: { eventId: ID, isEndpointNamed: true },
  partner_has_no_endpoint: null,
  event_for_no_endpoint: null,
  transaction_has_no_receipt: { transactionId: TRANSACTION_ID },
  receipt_not_found: { transactionId: TRANSACTION_ID, receiptNo: 3, numbers: [1, 2] },
  published_head_unreadable: { lineNo: 2 },
};

export const PARTNER_SAMPLES: Samples<PartnerRefusals> = {
  amount_out_of_range: { minCents: cents(100n), maxCents: cents(200n) },
  commission_exceeds_amount: null,
  invalid_request: { fields: [{ path: 'amount', problem: 'is missing' }] },
  redirect_host_not_allowed: { host: 'elsewhere.example' },
  partner_disabled: null,
  address_not_allowed: null,
  external_reference_conflict: { transactionId: TRANSACTION_ID, status: 'approved' },
  not_cancellable: { transactionId: TRANSACTION_ID, status: 'approved' },
  rate_limited: { retryAfterSeconds: 1 },
  deposits_paused: null,
  withdrawals_paused: null,
  no_deposit_account: null,
  overloaded: null,
  unavailable: null,
};
