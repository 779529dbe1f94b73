import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type pg from 'pg';
import { PROCESS_ROLES, createTestDatabase } from '../harness/database.ts';
import type { ProcessRole } from '../harness/database.ts';
import { CANCEL, CONFIRM_SENT, EXPIRE, moveSql } from './honest-writes.ts';
import { SENDER, receiptRow } from './sender-rows.ts';
import { APPROVED, depositRow, insertRow, makeWorld, withdrawalRow } from './valid-rows.ts';

const READS = 'select';
const ADDS = 'insert select';

/** Each role's rights on whole tables. A role or table that is missing here has no rights. */
const TABLE_GRANTS: Readonly<Record<ProcessRole, Readonly<Record<string, string>>>> = {
  vezne_api: {
    bank_account: READS,
    bank_account_day: ADDS,
    blocked_party: READS,
    configuration_epoch: READS,
    credential: READS,
    credential_use: ADDS,
    event: ADDS,
    event_feed: READS,
    key_fingerprint: READS,
    key_holder: READS,
    ledger_account: READS,
    open_transaction: READS,
    partner: READS,
    partner_logo: READS,
    partner_terms: READS,
    platform_settings: READS,
    portal_configuration_epoch: READS,
    player: READS,
    receipt: 'insert',
    raised_alarm: READS,
    schema_migration: READS,
    sealing_key: READS,
    sender_detail: ADDS,
    transaction: ADDS,
    transaction_step: ADDS,
    unconfirmed_answer: 'delete insert select',
  },
  vezne_console: {
    audit_entry: READS,
    audit_seal: READS,
    bank_account: READS,
    bank_account_day: READS,
    bank_account_freeze: READS,
    bank_account_freeze_target: READS,
    bank_movement: ADDS,
    blocked_party: READS,
    configuration_epoch: READS,
    decided_alone: ADDS,
    deposit_claim: 'delete select',
    event: ADDS,
    event_feed: READS,
    key_fingerprint: READS,
    key_holder: READS,
    ledger_account: READS,
    ledger_checkpoint: READS,
    ledger_entry: ADDS,
    ledger_operation: ADDS,
    ledger_transfer: ADDS,
    living_process: READS,
    misdirected_payout: READS,
    open_transaction: READS,
    partner: READS,
    partner_logo: READS,
    partner_network_request: READS,
    partner_terms: READS,
    payout_transfer: ADDS,
    payout_copy: READS,
    platform_settings: READS,
    portal_configuration_epoch: READS,
    player: READS,
    player_name: READS,
    receipt: READS,
    refused_money: READS,
    raised_alarm: READS,
    schema_migration: READS,
    second_person_request: ADDS,
    sender_detail: READS,
    sign_in_attempt: 'delete select',
    sign_in_failure: 'delete insert select',
    staff: READS,
    staff_enrolment: 'delete select',
    staff_passkey: 'delete select',
    staff_password: 'delete select',
    staff_recovery_code: 'delete select',
    staff_session: 'delete select',
    staff_totp: 'delete select',
    transaction: ADDS,
    transaction_step: ADDS,
    unconfirmed_answer: READS,
    webhook_attempt: READS,
    webhook_delivery: READS,
    webhook_endpoint: READS,
    webhook_test: READS,
    work_lock: READS,
  },
  vezne_portal: {
    credential_use: READS,
    event: READS,
    key_fingerprint: READS,
    key_holder: READS,
    partner: READS,
    partner_day: READS,
    partner_day_sum: READS,
    partner_decided_day: READS,
    partner_month: READS,
    partner_network_request: READS,
    partner_passkey: 'delete select',
    partner_password: READS,
    partner_person: READS,
    partner_recovery_code: 'delete',
    partner_sign_in: 'delete',
    partner_totp: 'delete select',
    raised_alarm: READS,
    schema_migration: READS,
    sealing_key: READS,
  },
  vezne_worker: {
    audit_entry: READS,
    audit_seal: ADDS,
    bank_account: READS,
    bank_account_day: ADDS,
    bank_account_freeze: READS,
    bank_account_freeze_target: ADDS,
    bank_movement: READS,
    configuration_epoch: READS,
    decided_alone: 'delete select',
    event: ADDS,
    event_feed: READS,
    key_fingerprint: READS,
    key_holder: READS,
    ledger_account: READS,
    ledger_checkpoint: ADDS,
    ledger_entry: READS,
    ledger_operation: READS,
    ledger_transfer: READS,
    living_process: 'delete insert select',
    misdirected_payout: READS,
    open_transaction: READS,
    partner: READS,
    partner_day: ADDS,
    partner_day_sum: ADDS,
    partner_decided_day: ADDS,
    partner_month: ADDS,
    partner_statement: 'delete select',
    partner_statement_chunk: ADDS,
    platform_settings: READS,
    portal_configuration_epoch: READS,
    player_name: READS,
    player_name_place: READS,
    refused_money: READS,
    raised_alarm: READS,
    running_process: READS,
    schema_migration: READS,
    sealing_key: READS,
    second_person_request: READS,
    transaction: READS,
    transaction_step: ADDS,
    webhook_attempt: ADDS,
    webhook_delivery: ADDS,
    webhook_endpoint: READS,
    webhook_secret: READS,
    webhook_test: READS,
    work_lock: READS,
  },
  vezne_admin: {
    audit_entry: READS,
    audit_seal: READS,
    bank_account: ADDS,
    bank_account_day: ADDS,
    bank_account_freeze: 'delete insert select',
    bank_account_freeze_target: ADDS,
    bank_movement: ADDS,
    blocked_party: ADDS,
    configuration_epoch: READS,
    credential: ADDS,
    decided_alone: ADDS,
    event: ADDS,
    event_feed: READS,
    key_fingerprint: READS,
    key_holder: READS,
    ledger_account: READS,
    ledger_checkpoint: READS,
    ledger_entry: ADDS,
    ledger_operation: ADDS,
    ledger_transfer: ADDS,
    living_process: READS,
    misdirected_payout: READS,
    open_transaction: READS,
    partner: ADDS,
    partner_logo: 'delete insert select',
    partner_network_request: READS,
    partner_terms: ADDS,
    payout_transfer: ADDS,
    platform_settings: ADDS,
    portal_configuration_epoch: READS,
    player: READS,
    player_name: READS,
    player_name_place: READS,
    receipt: READS,
    refused_money: READS,
    raised_alarm: READS,
    running_process: READS,
    schema_migration: READS,
    second_person_request: ADDS,
    sender_detail: READS,
    sign_in_attempt: 'delete',
    staff: READS,
    staff_enrolment: 'delete',
    staff_passkey: 'delete',
    staff_password: 'delete',
    staff_recovery_code: 'delete',
    staff_totp: 'delete',
    transaction: ADDS,
    transaction_step: ADDS,
    unconfirmed_answer: READS,
    webhook_attempt: READS,
    webhook_delivery: ADDS,
    webhook_endpoint: ADDS,
    webhook_secret: ADDS,
    webhook_test: 'delete select',
    work_lock: READS,
  },
};

/** Rights on some columns only. */
const COLUMN_GRANTS: Readonly<Record<string, string>> = {
  'vezne_api insert running_process': 'alive_until host id kind pid started_at version',
  'vezne_api update running_process': 'alive_until gone_at last_work_at seen_at',
  'vezne_api insert raised_alarm': 'first_at host kind last_at level name raised',
  'vezne_api update raised_alarm': 'first_at last_at level raised',
  'vezne_console insert running_process': 'alive_until host id kind pid started_at version',
  'vezne_console update running_process': 'alive_until gone_at last_work_at seen_at',
  'vezne_console insert raised_alarm': 'first_at host kind last_at level name raised',
  'vezne_console update raised_alarm': 'first_at last_at level raised',
  'vezne_worker insert running_process': 'alive_until host id kind pid started_at version',
  'vezne_worker update running_process': 'alive_until gone_at last_work_at seen_at',
  'vezne_worker insert raised_alarm': 'first_at host kind last_at level name raised',
  'vezne_worker update raised_alarm': 'first_at last_at level raised',
  'vezne_api select running_process': 'alive_until gone_at host id kind',
  'vezne_console select running_process': 'alive_until gone_at host id kind',
  'vezne_admin insert staff': 'created_by handle id name next_roles next_roles_from roles',
  'vezne_console insert staff': 'created_by handle id name next_roles next_roles_from roles',
  'vezne_admin update staff': 'next_roles next_roles_from roles status',
  'vezne_console update staff': 'next_roles next_roles_from roles status',
  'vezne_admin select staff_password': 'set_at staff_id',
  'vezne_console insert staff_password': 'hash staff_id',
  'vezne_console update staff_password': 'hash set_at',
  'vezne_admin select staff_totp': 'confirmed_at created_at key_version staff_id',
  'vezne_console insert staff_totp': 'key_version secret_sealed staff_id',
  'vezne_console update staff_totp': 'confirmed_at created_at key_version last_step secret_sealed',
  'vezne_admin select staff_passkey': 'created_at id is_backed_up last_used_at name staff_id',
  'vezne_console insert staff_passkey':
    'credential_id id is_backed_up name public_key sign_count staff_id transports',
  'vezne_console update staff_passkey': 'is_backed_up last_used_at name sign_count',
  'vezne_admin select staff_recovery_code': 'staff_id used_at',
  'vezne_console insert staff_recovery_code': 'hash staff_id',
  'vezne_console update staff_recovery_code': 'used_at',
  'vezne_admin select staff_enrolment': 'created_at expires_at made_by staff_id',
  'vezne_admin insert staff_enrolment': 'expires_at made_by staff_id token_hash',
  'vezne_console insert staff_enrolment': 'expires_at made_by staff_id token_hash',
  'vezne_admin select staff_session':
    'address created_at end_reason ended_at expires_at id last_seen_at staff_id user_agent',
  'vezne_admin update staff_session': 'end_reason ended_at',
  'vezne_console insert staff_session':
    'address expires_at id staff_id step_up_at step_up_began_at token_hash user_agent',
  'vezne_console update staff_session':
    'address end_reason ended_at last_seen_at step_up_at step_up_began_at token_hash',
  'vezne_admin select sign_in_attempt': 'staff_id',
  'vezne_console insert sign_in_attempt': 'challenge expires_at id purpose session_id staff_id token_hash',
  'vezne_console insert deposit_claim': 'session_id staff_id transaction_id until',
  'vezne_console insert payout_copy': 'authorised_step field staff_id transaction_id',
  'vezne_console update deposit_claim': 'claimed_at extended_at session_id staff_id until',
  'vezne_console update sign_in_attempt': 'staff_id used_at',
  'vezne_console update sign_in_failure': 'blocked_until failed_count first_failed_at last_failed_at',
  'vezne_console insert key_fingerprint': 'fingerprint purpose version',
  'vezne_console insert key_holder': 'purpose version',
  'vezne_admin insert audit_entry': 'action actor actor_id actor_kind details subject_id subject_type',
  'vezne_console insert audit_entry': 'action actor actor_id actor_kind details subject_id subject_type',
  'vezne_admin update bank_account': 'daily_cap_cents deposits_paused payouts_paused status tolerance_cents',
  'vezne_admin update bank_account_day': 'assigned_cents assigned_count',
  'vezne_admin update bank_account_freeze_target': 'deposits',
  'vezne_admin update blocked_party': 'ended_at ended_by',
  'vezne_admin insert key_fingerprint': 'fingerprint purpose version',
  'vezne_api insert key_fingerprint': 'fingerprint purpose version',
  'vezne_worker insert key_fingerprint': 'fingerprint purpose version',
  'vezne_api insert key_holder': 'purpose version',
  'vezne_worker insert key_holder': 'purpose version',
  'vezne_admin update credential': 'api_secret_sealed expires_at hash_secret_sealed key_version revoked_at',
  'vezne_admin update partner':
    'allowed_networks credit_line_cents deposit_expiry_seconds deposit_max_cents deposit_min_cents deposits_paused name player_day_deposit_cents player_day_deposit_count player_day_withdrawal_cents player_day_withdrawal_count redirect_hosts refund_note_en refund_note_tr refuse_other_holders requests_per_second settlement_holder_name settlement_iban status support_address withdrawal_max_cents withdrawal_min_cents withdrawals_paused',
  'vezne_admin update event_feed': 'last_no',
  'vezne_admin update ledger_account': 'balance_cents entry_count',
  'vezne_admin update decided_alone': 'limit_cents sum_cents',
  'vezne_admin update second_person_request':
    'decided_at decided_by decided_by_id decided_by_kind decision_note status',
  'vezne_admin update transaction':
    'actual_amount_cents authorised_by authorised_by_id balance_impact_cents bank_account_id commission_cents corrected_at decided_at held_until hold_reason net_amount_cents player_amount_cents previous_bank_account_id reason_code stage status step_count taken_by taken_by_id',
  'vezne_admin update webhook_delivery': 'delivered_at next_attempt_at schedule_from state',
  'vezne_admin update webhook_endpoint': 'event_types status url',
  'vezne_admin update webhook_secret': 'expires_at key_version secret_sealed',
  'vezne_admin insert webhook_test': 'asked_by endpoint_id id',
  'vezne_admin update work_lock': 'is_there',
  'vezne_api insert player': 'bank_account_id customer_id partner_id',
  'vezne_api update player': 'bank_account_id',
  'vezne_api select receipt': 'created_at id media_type receipt_no sha256 transaction_id',
  'vezne_api select refused_money': 'amount_cents open_cents transaction_id',
  'vezne_api update bank_account_day': 'assigned_cents assigned_count',
  'vezne_api update event_feed': 'last_no',
  'vezne_api update sender_detail': 'iban_last_four sender_name sent_at updated_at',
  'vezne_api update transaction':
    'balance_impact_cents commission_cents decided_at net_amount_cents player_amount_cents reason_code stage status step_count',
  'vezne_console update event_feed': 'last_no',
  'vezne_console update webhook_delivery': 'next_attempt_at schedule_from state',
  // Administrators at the console. What is sealed it only writes.
  'vezne_console insert platform_settings':
    'created_by deposit_expiry_seconds deposit_max_cents deposit_min_cents deposits_paused fast_limit_cents four_eyes_cents payout_countries withdrawal_max_cents withdrawal_min_cents withdrawals_paused',
  'vezne_console insert partner':
    'allowed_networks credit_line_cents deposit_expiry_seconds deposit_max_cents deposit_min_cents id name player_day_deposit_cents player_day_deposit_count player_day_withdrawal_cents player_day_withdrawal_count redirect_hosts refund_note_en refund_note_tr refuse_other_holders requests_per_second settlement_holder_name settlement_iban support_address withdrawal_max_cents withdrawal_min_cents',
  'vezne_console update partner':
    'allowed_networks credit_line_cents deposit_expiry_seconds deposit_max_cents deposit_min_cents deposits_paused name player_day_deposit_cents player_day_deposit_count player_day_withdrawal_cents player_day_withdrawal_count redirect_hosts refund_note_en refund_note_tr refuse_other_holders requests_per_second settlement_holder_name settlement_iban status support_address withdrawal_max_cents withdrawal_min_cents withdrawals_paused',
  'vezne_console insert partner_terms':
    'basis_points created_by direction effective_from fixed_cents partner_id settlement_mode version',
  'vezne_console insert partner_logo': 'content content_hash content_type created_by partner_id',
  'vezne_console update partner_logo': 'content content_hash content_type created_at created_by',
  'vezne_console insert bank_account': 'bank_name daily_cap_cents holder_name iban id',
  'vezne_console update bank_account':
    'daily_cap_cents deposits_paused payouts_paused status tolerance_cents',
  'vezne_console select credential':
    'api_key created_at created_by expires_at id key_version partner_id revoked_at',
  'vezne_console insert credential':
    'api_key api_secret_sealed created_by hash_secret_sealed id key_version partner_id',
  'vezne_console update credential': 'expires_at revoked_at',
  'vezne_console select webhook_secret': 'created_at created_by endpoint_id expires_at id key_version',
  'vezne_console insert webhook_secret': 'created_at created_by endpoint_id id key_version secret_sealed',
  'vezne_console update webhook_secret': 'expires_at',
  'vezne_console insert webhook_endpoint': 'created_by event_types id last_feed_no partner_id url',
  'vezne_console update webhook_endpoint': 'event_types status url',
  'vezne_console insert webhook_test': 'asked_by endpoint_id id',
  // People of partners: who they are, and an invitation by two. No secret in any form.
  'vezne_console select partner_person': 'created_at email id name partner_id removed_at roles',
  'vezne_console select partner_totp': 'confirmed_at person_id',
  'vezne_console select partner_passkey': 'person_id',
  'vezne_console select partner_session': 'last_seen_at person_id',
  'vezne_console select partner_invitation':
    'accepted_at created_at email expires_at id name partner_id roles withdrawn_at',
  'vezne_console insert partner_invitation': 'email expires_at id name partner_id roles token_hash',
  'vezne_console update partner_invitation': 'withdrawn_at',
  'vezne_admin select partner_person': 'created_at email id name partner_id removed_at roles',
  'vezne_admin select partner_totp': 'confirmed_at person_id',
  'vezne_admin select partner_passkey': 'person_id',
  'vezne_admin select partner_session': 'last_seen_at person_id',
  'vezne_admin select partner_invitation':
    'accepted_at created_at email expires_at id name partner_id roles withdrawn_at',
  'vezne_admin insert partner_invitation': 'email expires_at id name partner_id roles token_hash',
  'vezne_admin update partner_invitation': 'withdrawn_at',
  'vezne_console insert partner_look': 'id partner_id reason staff_session_id token_hash',
  'vezne_admin update partner_logo': 'content content_hash content_type created_at created_by',
  'vezne_console insert blocked_party':
    'blocked_by blocked_by_id customer_id expires_at iban id kind partner_id reason',
  'vezne_console update blocked_party': 'ended_at ended_by',
  'vezne_console update work_lock': 'is_there',
  'vezne_console update ledger_account': 'balance_cents entry_count',
  'vezne_console update decided_alone': 'limit_cents sum_cents',
  'vezne_console update second_person_request':
    'decided_at decided_by decided_by_id decided_by_kind decision_note status',
  'vezne_worker update second_person_request': 'decided_at decided_by decided_by_kind status',
  'vezne_console update transaction':
    'actual_amount_cents authorised_by authorised_by_id balance_impact_cents bank_account_id commission_cents corrected_at decided_at held_until hold_reason net_amount_cents player_amount_cents reason_code stage status step_count taken_by taken_by_id',
  'vezne_worker update bank_account_day': 'assigned_cents assigned_count returned_cents',
  'vezne_worker update bank_account_freeze': 'looked_at quiet_since settled_at',
  'vezne_worker update bank_account_freeze_target': 'deposits',
  'vezne_worker update event_feed': 'last_no',
  'vezne_worker update transaction':
    'balance_impact_cents bank_account_id commission_cents decided_at net_amount_cents player_amount_cents previous_bank_account_id reason_code stage status step_count',
  'vezne_worker insert audit_entry': 'action actor actor_id actor_kind details subject_id subject_type',
  'vezne_worker update audit_entry': 'seal_no',
  'vezne_worker update partner_day': 'closing_cents last_entry_no',
  'vezne_worker update partner_day_sum': 'commission_cents gross_cents movements net_cents',
  'vezne_worker update partner_statement':
    'attempts ended_at first_entry_no last_entry_no partner_name problem reserved_first_entry_no reserved_last_entry_no sha256 size_bytes state taken_until',
  'vezne_worker update webhook_delivery':
    'attempts delivered_at leased_until next_attempt_at schedule_from state',
  'vezne_worker update living_process': 'alive_until takes_more',
  'vezne_worker update webhook_endpoint': 'claim_no last_feed_no owner_id',
  'vezne_worker update webhook_test': 'answer_start duration_ms ended_at error status_code taken_at',
  'vezne_worker update work_lock': 'is_there',
  'vezne_worker insert player_name':
    'customer_id first_seen_at folded_name folded_username full_name last_seen_at latest_transaction_id partner_id username',
  'vezne_worker update player_name':
    'first_seen_at folded_name folded_username full_name last_seen_at latest_transaction_id username',
  'vezne_worker update player_name_place': 'read_up_to',
  'vezne_portal select partner_terms':
    'basis_points created_at direction effective_from fixed_cents partner_id settlement_mode version',
  'vezne_portal select platform_settings':
    'created_at deposit_expiry_seconds deposit_max_cents deposit_min_cents deposits_paused version withdrawal_max_cents withdrawal_min_cents withdrawals_paused',
  'vezne_portal select transaction':
    'actual_amount_cents amount_cents balance_impact_cents commission_basis_points commission_cents commission_fixed_cents created_at currency customer_email customer_full_name customer_id customer_username decided_at expires_at external_reference id language net_amount_cents original_transaction_id partner_id payout_bank_name payout_holder_name payout_iban player_amount_cents reason_code redirect_url reference_code settlement_mode status type',
  'vezne_portal select transaction_step': 'at status step_no transaction_id trigger',
  'vezne_portal select credential': 'api_key created_at expires_at id partner_id revoked_at',
  'vezne_portal insert key_fingerprint': 'fingerprint purpose version',
  'vezne_portal insert key_holder': 'purpose version',
  'vezne_portal insert raised_alarm': 'first_at host kind last_at level name raised',
  'vezne_portal update raised_alarm': 'first_at last_at level raised',
  'vezne_portal insert running_process': 'alive_until host id kind pid started_at version',
  'vezne_portal update running_process': 'alive_until gone_at last_work_at seen_at',
  'vezne_portal select running_process': 'alive_until gone_at host id kind',
  'vezne_portal insert partner_password': 'hash person_id',
  'vezne_portal update partner_password': 'hash set_at',
  'vezne_portal insert partner_totp': 'key_version person_id secret_sealed',
  'vezne_portal update partner_totp': 'created_at key_version secret_sealed',
  'vezne_portal insert partner_passkey':
    'credential_id id is_backed_up name person_id public_key sign_count transports',
  'vezne_portal update partner_passkey': 'name',
  'vezne_portal select partner_recovery_code': 'person_id used_at',
  'vezne_portal insert partner_recovery_code': 'hash person_id',
  'vezne_portal select partner_invitation':
    'accepted_at created_at email expires_at id invited_by_id name partner_id roles withdrawn_at',
  'vezne_portal select partner_session':
    'address created_at end_reason ended_at expires_at id last_seen_at person_id step_up_at step_up_began_at user_agent',
  'vezne_portal update partner_session': 'end_reason ended_at',
  'vezne_portal select partner_sign_in': 'challenge expires_at id person_id purpose session_id used_at',
  'vezne_portal select partner_statement':
    'asked_at ended_at first_day format id language last_day month partner_id problem sha256 size_bytes state',
  'vezne_portal insert partner_statement':
    'asked_by_id first_day format id language last_day month partner_id',
  'vezne_portal select partner_statement_chunk': 'bytes no statement_id',
  'vezne_portal select ledger_account': 'balance_cents entry_count id kind partner_id',
  'vezne_portal select ledger_entry': 'account_id amount_cents balance_after_cents entry_no transfer_id',
  'vezne_portal select ledger_transfer': 'amount_cents at id kind operation_id step_no transaction_id',
  'vezne_portal select player_name':
    'customer_id first_seen_at folded_name folded_username last_seen_at partner_id',
  'vezne_portal select open_transaction': 'partner_id status transaction_id type waiting_since',
  'vezne_portal select webhook_endpoint': 'created_at event_types id last_feed_no partner_id status url',
  'vezne_portal select webhook_secret': 'created_at endpoint_id expires_at id',
  'vezne_portal select webhook_delivery':
    'attempts delivered_at endpoint_id event_id external_reference feed_no next_attempt_at state',
  'vezne_api insert sealing_key': 'public_key version',
  'vezne_worker insert sealing_key': 'public_key version',
  'vezne_api update sealing_key': 'said_at',
  'vezne_worker update sealing_key': 'said_at',
  'vezne_api update credential_use': 'last_used_at',
  'vezne_portal select webhook_attempt':
    'answer_start at attempt_no duration_ms endpoint_id error event_id next_attempt_at status_code',
  'vezne_portal select webhook_test':
    'answer_start asked_at duration_ms ended_at endpoint_id error id status_code taken_at',
};

const SEQUENCE_GRANTS: Readonly<Record<string, string>> = {
  'vezne_admin ledger_transfer_id': 'usage',
  'vezne_api reference_code_block': 'usage',
  'vezne_console ledger_transfer_id': 'usage',
};

async function lines(owner: pg.Pool, text: string): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ key: string; value: string }>(text);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Rights of all roles except the owner; grantee 0 is PUBLIC. */
const GRANTED = (relkinds: string) => `
  select case grantee when 0 then 'PUBLIC' else grantee::regrole::text end || ' ' || relname as key,
         string_agg(lower(privilege_type), ' ' order by privilege_type) as value
  from pg_class cross join aclexplode(coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)))
  where relnamespace = 'public'::regnamespace and relkind in (${relkinds}) and grantee <> relowner
  group by 1`;

test('each process has exactly the table rights that its work needs', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const expected = Object.entries(TABLE_GRANTS).flatMap(([role, tables]) =>
    Object.entries(tables).map(([table, rights]) => [`${role} ${table}`, rights]),
  );
  assert.deepEqual(await lines(owner, GRANTED(`'r', 'p', 'v', 'm', 'f'`)), Object.fromEntries(expected));
  assert.deepEqual(await lines(owner, GRANTED(`'S'`)), SEQUENCE_GRANTS);
});

test('rights on single columns are exactly those listed', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const granted = await lines(
    owner,
    `select case grantee when 0 then 'PUBLIC' else grantee::regrole::text end || ' ' || lower(privilege_type) || ' ' || relname as key,
            string_agg(attname, ' ' order by attname collate "C") as value
     from pg_attribute join pg_class on pg_class.oid = attrelid cross join aclexplode(attacl)
     where relnamespace = 'public'::regnamespace and grantee <> relowner
     group by 1`,
  );
  assert.deepEqual(granted, COLUMN_GRANTS);
});

test('no right can be passed on, and no process role is a member of another or bypasses the rules', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows: passedOn } = await owner.query(
    `select relname from pg_class cross join aclexplode(relacl)
     where relnamespace = 'public'::regnamespace and grantee <> relowner and is_grantable`,
  );
  assert.deepEqual(passedOn, []);
  const { rows: roles } = await owner.query<{ rolname: string }>(
    `select rolname from pg_roles
     where rolname = any ($1) and not (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication)
     order by rolname`,
    [PROCESS_ROLES],
  );
  assert.deepEqual(
    roles.map(({ rolname }) => rolname),
    [...PROCESS_ROLES].sort(),
  );
  const { rows: memberships } = await owner.query(
    `select from pg_auth_members where member::regrole::text = any ($1) or (roleid::regrole::text = any ($1) and not (select rolsuper or rolcreaterole from pg_roles where oid = member))`,
    [PROCESS_ROLES],
  );
  assert.equal(memberships.length, 0);
});

test('the processes may use the schema, and the public may not', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ grantee: string; rights: string }>(
    `select case grantee when 0 then 'PUBLIC' else grantee::regrole::text end as grantee, string_agg(privilege_type, ' ') as rights
     from pg_namespace cross join aclexplode(nspacl)
     where nspname = 'public' and grantee <> nspowner group by 1 order by 1`,
  );
  assert.deepEqual(
    rows,
    [...PROCESS_ROLES].sort().map((grantee) => ({ grantee, rights: 'USAGE' })),
  );
});

const OWN_SCHEMA = ['search_path=pg_catalog, public'];
/** Tables of a session come last: nobody puts one in front of ours. */
const OURS_FIRST = ['search_path=pg_catalog, public, pg_temp'];
/** They look rows up by an index, whatever the tables held when their plan was made. */
const AGREEMENT = [...OURS_FIRST, 'enable_seqscan=off'];

test('the schema has few functions, and only those of triggers, one number, one answer, what the console removes, the door of the portal and its searches run with more rights than their caller', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query(
    `select proname as name, prosecdef as "asOwner", proconfig as settings from pg_proc
     where pronamespace = 'public'::regnamespace order by proname`,
  );
  assert.deepEqual(rows, [
    { name: 'acting_for_partner', asOwner: false, settings: OWN_SCHEMA },
    { name: 'add_payout_transfer', asOwner: true, settings: OURS_FIRST },
    { name: 'advance_configuration_epoch', asOwner: true, settings: OURS_FIRST },
    { name: 'agreed_sealing_key', asOwner: false, settings: OWN_SCHEMA },
    { name: 'audit_partner_person', asOwner: false, settings: OURS_FIRST },
    { name: 'audit_written_at', asOwner: false, settings: null },
    { name: 'code_day_key', asOwner: false, settings: null },
    { name: 'confirmed_now', asOwner: false, settings: OWN_SCHEMA },
    { name: 'count_receivable', asOwner: true, settings: OURS_FIRST },
    { name: 'end_network_requests', asOwner: true, settings: OURS_FIRST },
    { name: 'event_of_step', asOwner: false, settings: null },
    { name: 'folded_name', asOwner: false, settings: null },
    { name: 'forget_gone_processes', asOwner: true, settings: OURS_FIRST },
    { name: 'forget_webhook_tests', asOwner: true, settings: OURS_FIRST },
    { name: 'grows_by_debit', asOwner: false, settings: null },
    { name: 'has_factor', asOwner: false, settings: OURS_FIRST },
    { name: 'hold_account_limits_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_arrival_to_what_was_sent', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_audit_seal_form', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_bank_account_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_block_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_changed_staff', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_claim_to_session', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_closed_months', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_copy_to_hands', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_counted_days', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_credential_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_decided_alone', asOwner: false, settings: null },
    { name: 'hold_decided_days', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_ended_requests', asOwner: false, settings: null },
    { name: 'hold_enrolment_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_factors_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_invitation_to_requests', asOwner: false, settings: OURS_FIRST },
    { name: 'hold_last_owner', asOwner: false, settings: OURS_FIRST },
    { name: 'hold_moved_balances', asOwner: true, settings: AGREEMENT },
    { name: 'hold_moved_feeds', asOwner: true, settings: AGREEMENT },
    { name: 'hold_moved_transactions', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_entries', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_events', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_staff', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_new_steps', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_transactions', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_transfers', asOwner: true, settings: AGREEMENT },
    { name: 'hold_new_undoing_steps', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_partner_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_requests_to_people', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_resealed_credential', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_resealed_webhook_secret', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_session_to_active', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_settings_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_staff_identity', asOwner: false, settings: null },
    { name: 'hold_statement_chunks', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_statement_wishes', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_statements', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_terms_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_webhook_secret_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_webhook_to_requests', asOwner: false, settings: OWN_SCHEMA },
    { name: 'hold_worker_to_moves', asOwner: false, settings: null },
    { name: 'iban_checksum_holds', asOwner: false, settings: null },
    { name: 'is_confirmed_now', asOwner: false, settings: OWN_SCHEMA },
    { name: 'is_edge', asOwner: false, settings: null },
    { name: 'is_lowered', asOwner: false, settings: null },
    { name: 'is_network_list', asOwner: false, settings: null },
    { name: 'is_network_opened', asOwner: false, settings: null },
    { name: 'is_of_operation', asOwner: false, settings: null },
    { name: 'is_of_step', asOwner: false, settings: null },
    { name: 'is_on_this_machine', asOwner: false, settings: null },
    { name: 'is_opened', asOwner: false, settings: null },
    { name: 'is_raised', asOwner: false, settings: null },
    { name: 'is_step_of_now', asOwner: false, settings: OURS_FIRST },
    { name: 'is_worker_alive', asOwner: true, settings: OURS_FIRST },
    { name: 'keep_ended', asOwner: false, settings: OWN_SCHEMA },
    { name: 'keep_watch_of_frozen', asOwner: true, settings: OURS_FIRST },
    { name: 'look_stands', asOwner: false, settings: OURS_FIRST },
    { name: 'move_open_transactions', asOwner: true, settings: AGREEMENT },
    { name: 'move_refused_money', asOwner: true, settings: OURS_FIRST },
    { name: 'open_books', asOwner: true, settings: OURS_FIRST },
    { name: 'open_new_transactions', asOwner: true, settings: OURS_FIRST },
    { name: 'overtake_request', asOwner: false, settings: null },
    { name: 'owner_acts_for', asOwner: false, settings: OURS_FIRST },
    { name: 'plain_amount', asOwner: false, settings: null },
    { name: 'player_day_key', asOwner: false, settings: null },
    // Those of the portal with the rights of the owner: one for each act before it is known whose partner asks, and for what its people do
    // that the role itself may not.
    { name: 'portal_accept_invitation', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_ask_webhook_test', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_audit', asOwner: false, settings: OURS_FIRST },
    { name: 'portal_audit_own_act', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_begin_sign_in', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_confirm_totp', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_count_failure', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_end_look', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_end_network_request', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_end_session', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_invitation', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_look', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_passkey', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_person', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_session', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_find_sign_in', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_forget_failure', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_forget_old', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_hold_person', asOwner: true, settings: OURS_FIRST },
    // These two find ids of the partner that is set, by an index that row-level security would not let be used.
    { name: 'portal_ids_of_code', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_ids_of_players', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_invite_person', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_lock_endpoint', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_lock_failure', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_make_credential', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_older_totps', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_open_look', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_open_session', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_partner_id', asOwner: false, settings: null },
    { name: 'portal_pause_webhook', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_remove_person', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_replay_event', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_revoke_credential', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_rotate_webhook_secret', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_set_networks', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_step_session_up', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_take_code', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_take_recovery_code', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_totp_versions', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_touch_session', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_use_passkey', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_use_sign_in', asOwner: true, settings: OURS_FIRST },
    { name: 'portal_withdraw_invitation', asOwner: true, settings: OURS_FIRST },
    { name: 'postings_of', asOwner: false, settings: null },
    // By the console, which may not delete from tables.
    { name: 'remove_partner_logo', asOwner: true, settings: OURS_FIRST },
    { name: 'remove_partner_person', asOwner: false, settings: OURS_FIRST },
    { name: 'replace_unfinished_person', asOwner: true, settings: OURS_FIRST },
    { name: 'says', asOwner: false, settings: null },
    { name: 'sender_said', asOwner: false, settings: null },
    { name: 'shown_factor', asOwner: false, settings: OURS_FIRST },
    { name: 'signed_in_before_roles', asOwner: false, settings: null },
    { name: 'staff_change_confirmed', asOwner: false, settings: OWN_SCHEMA },
    { name: 'staff_roles_agreed', asOwner: false, settings: null },
    { name: 'staff_roles_at', asOwner: false, settings: null },
    // Not one of a trigger: it returns numbers that only the owner may see.
    { name: 'standby_state', asOwner: true, settings: ['search_path=pg_catalog'] },
    { name: 'stands_above', asOwner: false, settings: ['search_path=pg_catalog'] },
    { name: 'turkish_day_number', asOwner: false, settings: null },
    { name: 'when_wider', asOwner: false, settings: null },
  ]);
});

test('every function with the rights of the owner looks for its tables among ours before those of a session', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ name: string }>(
    `select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef
       and not coalesce(proconfig && '{"search_path=pg_catalog, public, pg_temp",search_path=pg_catalog}', false) order by 1`,
  );
  assert.deepEqual(rows, []);
});

test('only the portal may call what is before its partner is known, and its searches', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ name: string; grantees: string[] }>(
    `select proname as name, array_agg(case grantee when 0 then 'PUBLIC' else grantee::regrole::text end) as grantees
     from pg_proc cross join aclexplode(coalesce(proacl, acldefault('f', proowner)))
     where pronamespace = 'public'::regnamespace and proname like 'portal\\_%' and prosecdef and grantee <> proowner
     group by proname`,
  );
  assert.equal(rows.length, 41);
  for (const { name, grantees } of rows) {
    // Numbers alone, for `vezne keys usage`.
    const others = name === 'portal_totp_versions' ? ['vezne_admin'] : [];
    assert.deepEqual(grantees.toSorted(), [...others, 'vezne_portal'], name);
  }
});

/** What no process may ever do, tried for real: the lists above say so, and this proves it in PostgreSQL. */
const NEVER = [
  'update transaction set amount_cents = amount_cents',
  'update transaction set payout_iban = payout_iban',
  'update transaction set partner_id = partner_id',
  'update ledger_entry set amount_cents = amount_cents',
  'delete from ledger_entry',
  'update ledger_transfer set amount_cents = amount_cents',
  'delete from ledger_transfer',
  'update ledger_operation set note = note',
  'delete from ledger_operation',
  'update bank_movement set amount_cents = amount_cents',
  'delete from bank_movement',
  'delete from ledger_account',
  'insert into ledger_account (kind) values ($$owner_funds$$)',
  'update ledger_account set kind = kind',
  'delete from event_feed',
  'update second_person_request set details = details',
  'update second_person_request set asked_by = asked_by',
  'delete from second_person_request',
  'delete from staff',
  'truncate staff',
  'update staff set id = id',
  'update staff set handle = handle',
  'update staff set name = name',
  'update staff set created_at = created_at',
  'update staff_enrolment set expires_at = expires_at',
  'update staff_session set staff_id = staff_id',
  'update staff_session set expires_at = expires_at',
  'insert into partner_person (id) values (gen_random_uuid())',
  'insert into partner_network_request (id) values (gen_random_uuid())',
  `update partner_network_request set status = 'confirmed'`,
  'delete from partner_network_request',
  'update sealing_key set public_key = public_key',
  'delete from sealing_key',
  'delete from credential_use',
  'update partner_person set partner_id = partner_id',
  'update partner_person set email = email',
  `update partner_person set roles = '{owner}'`,
  'delete from partner_person',
  'select token_hash from partner_session',
  'insert into partner_session (id) values (gen_random_uuid())',
  'update partner_session set person_id = person_id',
  'update partner_session set expires_at = expires_at',
  'update partner_session set step_up_began_at = now()',
  'select token_hash from partner_sign_in',
  'select token_hash from partner_invitation',
  `update partner_invitation set roles = '{owner}'`,
  'update partner_invitation set accepted_at = null',
  'update partner_invitation set token_hash = null',
  'select from partner_look',
  'update partner_look set opened_at = now()',
  'delete from partner_look',
  'select hash from partner_recovery_code',
  'update partner_recovery_code set used_at = null',
  'update partner_passkey set sign_count = 0',
  'select from partner_sign_in_failure',
  'delete from partner_sign_in_failure',
  'update partner_month set closing_cents = closing_cents',
  'update partner_month set no = no',
  'delete from partner_month',
  'update partner_day set opening_cents = opening_cents',
  'delete from partner_day',
  'delete from partner_day_sum',
  'update partner_decided_day set deposits = deposits',
  'delete from partner_decided_day',
  'update partner_statement set partner_id = partner_id',
  'update partner_statement set month = month',
  'update partner_statement_chunk set bytes = bytes',
  'delete from partner_statement_chunk',
  'truncate ledger_entry',
  'delete from event',
  'update event set player_amount_cents = 1',
  'delete from transaction',
  'update transaction_step set note = null',
  'update transaction set parts_sent_cents = 0',
  'update payout_transfer set amount_cents = amount_cents',
  'delete from payout_transfer',
  'insert into misdirected_payout (payout_id, sent_cents) select id, 1 from transaction limit 1',
  'update misdirected_payout set recovered_cents = 0',
  'delete from misdirected_payout',
  'insert into open_transaction select * from open_transaction',
  `update open_transaction set status = 'waiting_confirmation'`,
  'delete from open_transaction',
  'delete from running_process',
  'delete from raised_alarm',
  // Alone it would be refused for another reason: it wants a transaction.
  'select; lock table running_process in access exclusive mode',
  'select; lock table raised_alarm in access exclusive mode',
  'delete from player',
  'delete from player_name',
  'update player_name set customer_id = customer_id',
  'delete from player_name_place',
  'insert into player_name_place select * from player_name_place',
  'update transaction set refused_transaction_id = null',
  'update refused_money set open_cents = amount_cents',
  'delete from refused_money',
  'delete from transaction_step',
  'update audit_entry set actor = actor',
  'delete from audit_entry',
  'update audit_seal set hash = hash',
  'delete from audit_seal',
  'update ledger_checkpoint set content = content',
  'delete from ledger_checkpoint',
  'update partner_terms set basis_points = 0',
  'delete from partner_terms',
  'update platform_settings set deposit_max_cents = 1',
  'delete from platform_settings',
  'update configuration_epoch set epoch = 0',
  'update credential set api_secret_sealed = hash_secret_sealed',
  'update bank_account set iban = iban',
  'update bank_account set holder_name = holder_name',
  'delete from partner',
  'delete from credential',
  'update blocked_party set expires_at = now()',
  'delete from blocked_party',
  'delete from bank_account',
  'update bank_account_freeze set frozen_at = frozen_at',
  'delete from bank_account_freeze_target',
  'update webhook_secret set secret_sealed = secret_sealed',
  'delete from webhook_secret',
  'update key_fingerprint set fingerprint = fingerprint',
  'delete from key_fingerprint',
  'truncate key_fingerprint cascade',
  'update key_holder set version = version',
  'delete from key_holder',
  `insert into key_fingerprint (purpose, version, fingerprint, registered_by) values ('secret', 7, sha256('x'), 'me')`,
  `insert into key_holder (purpose, version, role) values ('secret', 7, 'vezne_api')`,
  'update schema_migration set name = name',
  'delete from schema_migration',
  `insert into schema_migration (name, run_on) values ('9999_contract_mine', now())`,
  'update webhook_endpoint set partner_id = partner_id',
  'delete from webhook_endpoint',
  'update webhook_delivery set event_id = event_id',
  'delete from webhook_delivery',
  'update webhook_attempt set status_code = 200',
  'delete from webhook_attempt',
  'update living_process set id = id',
  'update sender_detail set transaction_id = transaction_id',
  'delete from sender_detail',
  'update receipt set content = content',
  'delete from receipt',
  'truncate transaction cascade',
  'truncate audit_entry',
  'truncate ledger_checkpoint',
  'truncate audit_seal cascade',
  'delete from work_lock',
  `insert into work_lock (name) values ('mine')`,
  'alter table transaction disable row level security',
  'alter table transaction drop constraint transaction_commission',
  'drop table transaction_step',
  'create table mine (id int4)',
  'create function mine() returns int4 language sql as $$select 1$$',
  'create schema mine',
  `select setval('reference_code_block', 0)`,
  'set role postgres',
  'select lo_create(0)',
  `select lo_from_bytea(0, 'x')`,
  `select lo_put(1, 0, 'x')`,
];

const INSUFFICIENT_PRIVILEGE = '42501';

for (const role of PROCESS_ROLES) {
  test(`${role} can neither change the history nor the schema`, async (t) => {
    const database = await createTestDatabase(t);
    await makeWorld(database.pool());
    const pool = database.pool(role);
    for (const text of NEVER) await assert.rejects(pool.query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  });
}

/** The feeds of the rows that were inserted by hand. */
async function countEvents(owner: pg.Pool): Promise<void> {
  await owner.query(
    `update event_feed f set last_no = (select coalesce(max(feed_no), 0) from event e where e.partner_id = f.partner_id)`,
  );
}

test('the api can cancel waiting and queued transactions, but cannot approve one or create a decided one', async (t) => {
  const database = await createTestDatabase(t);
  const world = await makeWorld(database.pool());
  const api = database.pool('vezne_api');
  const cancellation = `status = 'rejected', stage = null, reason_code = 'partner_cancelled', decided_at = now(), commission_cents = 0,
    net_amount_cents = case type when 'deposit' then 0 end, player_amount_cents = 0, balance_impact_cents = 0`;
  const refused = [
    `update transaction set status = 'approved', stage = null, decided_at = now()`,
    `update transaction set stage = 'taken' where type = 'withdrawal'`,
    `update transaction set ${cancellation.replace('partner_cancelled', 'payout_failed')}`,
  ];
  for (const text of refused) await assert.rejects(api.query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  const approved = { ...depositRow(world), ...APPROVED };
  await assert.rejects(insertRow(api, 'transaction', approved), { code: INSUFFICIENT_PRIVILEGE });
  const confirmed = await api.query(moveSql(CONFIRM_SENT), [world.deposit['id']]);
  assert.equal(confirmed.rowCount, 1, 'a player may say that the money is on its way');
  const withdrawal = withdrawalRow(world);
  await insertRow(database.pool(), 'transaction', withdrawal);
  await countEvents(database.pool());
  const cancel = async () => (await api.query(moveSql(CANCEL), [withdrawal['id']])).rowCount;
  assert.equal(await cancel(), 1, 'the queued withdrawal');
  assert.equal(await cancel(), 0, 'the api cannot change a decided transaction');
});

test('neither the api nor the worker can write an approval event', async (t) => {
  const database = await createTestDatabase(t);
  const { withdrawal, event } = await makeWorld(database.pool());
  const forged = {
    ...event,
    id: randomUUID(),
    feed_no: 7n,
    type: 'withdrawal.approved',
    status: 'approved',
    reason_code: null,
    transaction_id: withdrawal['id'],
  };
  for (const role of ['vezne_api', 'vezne_worker'] as const) {
    const pool = database.pool(role);
    await assert.rejects(insertRow(pool, 'event', forged), { code: INSUFFICIENT_PRIVILEGE }, role);
  }
});

test('the worker can expire deposits, and decide nothing else', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { deposit } = await makeWorld(owner);
  await countEvents(owner);
  const worker = database.pool('vezne_worker');
  const rejection = (reason: string) =>
    `update transaction set status = 'rejected', reason_code = '${reason}', decided_at = now(), commission_cents = 0,
       net_amount_cents = 0, player_amount_cents = 0, balance_impact_cents = 0 where type = 'deposit'`;
  await assert.rejects(
    worker.query(rejection('expired')),
    { code: INSUFFICIENT_PRIVILEGE },
    'nothing expires before its time',
  );
  await owner.query(`update transaction set expires_at = now() - interval '1 second' where type = 'deposit'`);
  await assert.rejects(worker.query(rejection('no_money_seen')), { code: INSUFFICIENT_PRIVILEGE });
  await assert.rejects(
    worker.query(`update transaction set status = 'approved', decided_at = now() where type = 'deposit'`),
    { code: INSUFFICIENT_PRIVILEGE },
  );
  assert.equal(
    (await worker.query(moveSql(EXPIRE), [deposit['id']])).rowCount,
    1,
    'only the one that waits for payment',
  );
  await assert.rejects(worker.query('update ledger_account set balance_cents = 1'), {
    code: INSUFFICIENT_PRIVILEGE,
  });
});

test('the worker cannot change addresses, filters or secrets, and the console and the api cannot read a secret', async (t) => {
  const database = await createTestDatabase(t);
  await makeWorld(database.pool());
  for (const [role, text] of [
    ['vezne_worker', 'update webhook_endpoint set url = url'],
    ['vezne_worker', `update webhook_endpoint set status = 'active'`],
    ['vezne_worker', 'update webhook_secret set expires_at = null'],
    ['vezne_console', 'select secret_sealed from webhook_secret'],
    ['vezne_console', 'select * from webhook_secret'],
    ['vezne_console', 'update webhook_secret set secret_sealed = $$x$$'],
    ['vezne_console', 'select api_secret_sealed from credential'],
    ['vezne_console', 'select hash_secret_sealed from credential'],
    ['vezne_console', 'update credential set api_secret_sealed = $$x$$'],
    ['vezne_console', 'update webhook_endpoint set created_by = created_by'],
    ['vezne_api', 'select from webhook_secret'],
    ['vezne_portal', 'select secret_sealed from webhook_secret'],
    ['vezne_portal', 'select * from webhook_secret'],
  ] as const) {
    await assert.rejects(database.pool(role).query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  }
});

test('a process registers only the keys that it has, in its own name, and says once what they are', async (t) => {
  const database = await createTestDatabase(t);
  const register = (purpose: string, version: number) =>
    `insert into key_fingerprint (purpose, version, fingerprint) values ('${purpose}', ${version}, sha256('key ${purpose}'))`;
  const hold = (purpose: string, version: number) =>
    `insert into key_holder (purpose, version) values ('${purpose}', ${version})`;
  for (const [role, text, isTaken] of [
    ['vezne_worker', register('page', 1), false],
    ['vezne_worker', register('reference_code', 1), false],
    ['vezne_admin', register('page', 1), false],
    ['vezne_console', register('page', 1), false],
    ['vezne_portal', register('secret', 1), false],
    ['vezne_portal', register('page', 2), false],
    ['vezne_portal', register('portal', 1), true],
    ['vezne_console', register('portal', 2), false],
    ['vezne_worker', register('portal', 2), false],
    ['vezne_api', register('page', 1), true],
    ['vezne_api', register('reference_code', 1), true],
    ['vezne_worker', register('secret', 1), true],
    ['vezne_admin', register('secret', 2), true],
    ['vezne_console', register('secret', 3), true],
    ['vezne_api', hold('secret', 1), true],
    ['vezne_worker', hold('secret', 1), true],
    ['vezne_console', hold('secret', 1), true],
    ['vezne_console', hold('page', 1), false],
    ['vezne_portal', hold('portal', 1), true],
    ['vezne_portal', hold('secret', 1), false],
    ['vezne_worker', hold('page', 1), false],
    ['vezne_admin', hold('secret', 2), false],
  ] as const) {
    const query = database.pool(role).query(text);
    if (isTaken) await query;
    else await assert.rejects(query, { code: INSUFFICIENT_PRIVILEGE }, `${role}: ${text}`);
  }
  await assert.rejects(database.pool('vezne_api').query(register('secret', 2)), { code: '23505' });
  const { rows } = await database.pool().query(`select purpose, version, role from key_holder order by role`);
  assert.deepEqual(rows, [
    { purpose: 'secret', version: 1, role: 'vezne_api' },
    { purpose: 'secret', version: 1, role: 'vezne_console' },
    { purpose: 'portal', version: 1, role: 'vezne_portal' },
    { purpose: 'secret', version: 1, role: 'vezne_worker' },
  ]);
});

test('the command line reseals what is live, with a version that its openers have had, and changes nothing else with it', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await makeWorld(owner);
  await owner.query(
    `insert into key_fingerprint (purpose, version, fingerprint) select 'secret', no, sha256('x') from generate_series(2, 3) as no`,
  );
  await owner.query(
    `insert into key_holder (purpose, version, role) values ('secret', 2, 'vezne_api'), ('secret', 2, 'vezne_worker')`,
  );
  const admin = database.pool('vezne_admin');
  // Another text of the same form; the database can't tell what it holds.
  const other = (column: string) => `${column} = 'x' || ${column}`;
  const both = `${other('api_secret_sealed')}, ${other('hash_secret_sealed')}`;
  const ended = async (table: string) => await owner.query(`update ${table} set expires_at = now()`);
  for (const [text, isTaken] of [
    [`update credential set ${both}`, false],
    [`update credential set key_version = 2`, false],
    [`update credential set key_version = 2, ${other('api_secret_sealed')}`, false],
    [`update credential set key_version = 3, ${both}`, false],
    [`update credential set key_version = 4, ${both}`, false],
    [`update credential set key_version = 2, ${both}, expires_at = now() + interval '1 year'`, false],
    [`update credential set key_version = 2, ${both}`, true],
    [`update webhook_secret set ${other('secret_sealed')}`, false],
    [`update webhook_secret set key_version = 2`, false],
    [`update webhook_secret set key_version = 3, ${other('secret_sealed')}`, false],
    [`update webhook_secret set key_version = 2, ${other('secret_sealed')}, expires_at = null`, true],
  ] as const) {
    if (isTaken) assert.ok(((await admin.query(text)).rowCount ?? 0) > 0, text);
    else await assert.rejects(admin.query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  }
  await owner.query(
    `insert into key_holder (purpose, version, role) values ('secret', 3, 'vezne_api'), ('secret', 3, 'vezne_worker')`,
  );
  for (const [table, columns] of [
    ['credential', both],
    ['webhook_secret', other('secret_sealed')],
  ] as const) {
    await ended(table);
    const text = `update ${table} set key_version = 3, ${columns}`;
    await assert.rejects(admin.query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  }
});

test('the process that serves players can store receipts of waiting deposits, but cannot read them', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { deposit, lateDeposit } = await makeWorld(owner);
  const api = database.pool('vezne_api');
  await assert.rejects(api.query('select content from receipt'), { code: INSUFFICIENT_PRIVILEGE });
  await assert.rejects(api.query('select * from receipt'), { code: INSUFFICIENT_PRIVILEGE });
  for (const role of ['vezne_worker', 'vezne_portal'] as const) {
    for (const table of ['receipt', 'sender_detail'])
      await assert.rejects(database.pool(role).query(`select from ${table}`), {
        code: INSUFFICIENT_PRIVILEGE,
      });
  }
  for (const role of ['vezne_console', 'vezne_admin'] as const) {
    assert.equal((await database.pool(role).query('select content from receipt')).rowCount, 1, role);
    assert.equal((await database.pool(role).query('select sender_name from sender_detail')).rowCount, 1);
  }
  await owner.query('delete from sender_detail');
  for (const [row, isTaken] of [
    [{ transaction_id: lateDeposit['id'], ...SENDER }, true],
    [{ transaction_id: deposit['id'], ...SENDER }, false],
  ] as const) {
    const insert = insertRow(api, 'sender_detail', row);
    if (isTaken) await insert;
    else await assert.rejects(insert, { code: INSUFFICIENT_PRIVILEGE }, 'it waits for payment');
  }
  const waiting = { ...receiptRow({ lateDeposit }), receipt_no: 2 };
  await insertRow(api, 'receipt', waiting);
  const early = { ...waiting, id: randomUUID(), transaction_id: deposit['id'], receipt_no: 1 };
  await assert.rejects(insertRow(api, 'receipt', early), { code: INSUFFICIENT_PRIVILEGE });
});

test('the api can change no other column of a transaction and no configuration', async (t) => {
  const database = await createTestDatabase(t);
  await makeWorld(database.pool());
  const api = database.pool('vezne_api');
  for (const text of [
    'update transaction set bank_account_id = bank_account_id',
    'update transaction set payout_iban = payout_iban',
    `update partner set status = 'active'`,
    `insert into partner (id, name) values (gen_random_uuid(), 'Mine')`,
    'update credential set revoked_at = null',
    `update blocked_party set ended_at = now(), ended_by = 'ayse'`,
    `update bank_account set status = 'enabled'`,
    'select from audit_entry',
    'delete from bank_account_day',
  ]) {
    await assert.rejects(api.query(text), { code: INSUFFICIENT_PRIVILEGE }, text);
  }
});

test("an administrator's change of the configuration advances the epoch, which the administrator cannot change directly", async (t) => {
  const database = await createTestDatabase(t);
  await makeWorld(database.pool());
  const owner = database.pool();
  const admin = database.pool('vezne_admin');
  const epoch = async () =>
    (await admin.query<{ epoch: bigint }>('select epoch from configuration_epoch')).rows[0]?.epoch;
  // What takes two people is done by the owner, who stands above that rule.
  for (const [pool, text] of [
    [admin, 'update partner set deposits_paused = true'],
    [admin, 'update credential set revoked_at = now()'],
    [owner, `update blocked_party set ended_at = now(), ended_by = 'ayse'`],
    [admin, `update bank_account set status = 'frozen'`],
    [
      owner,
      `insert into partner_terms select partner_id, direction, version + 1, 0, 0, settlement_mode, now(), 'ayse', now() from partner_terms`,
    ],
    [
      owner,
      `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents, deposit_expiry_seconds, created_by) values (1, 2, 1, 2, 60, 'ayse')`,
    ],
  ] as const) {
    const before = (await epoch()) ?? 0n;
    await pool.query(text);
    assert.equal(await epoch(), before + 1n, text);
  }
});
