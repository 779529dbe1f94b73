import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COPIED_FIELDS } from '@vezne/contract/console/withdrawal-decisions';
import { ACCOUNT_KINDS } from '@vezne/domain/accounts';
import { ACTOR_KINDS, PERSON_KINDS } from '@vezne/domain/actor';
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import { REQUEST_STATUSES } from '@vezne/domain/four-eyes-request';
import { ALONE_KINDS } from '@vezne/domain/transaction-change';
import { HOLD_REASONS } from '@vezne/domain/hold';
import { IMAGE_TYPES } from '@vezne/domain/image-type';
import { PARTNER_ROLES } from '@vezne/domain/partner-permissions';
import {
  MOVEMENT_KINDS,
  STATEMENT_FORMATS,
  STATEMENT_PROBLEMS,
  STATEMENT_STATES,
} from '@vezne/domain/partner-statement';
import { ROLES } from '@vezne/domain/permissions';
import { POSTING_KINDS } from '@vezne/domain/postings';
import { RECEIPT_TYPES } from '@vezne/domain/receipt-type';
import {
  EVENT_TYPES,
  REASON_CODES,
  STEP_TRIGGERS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  WITHDRAWAL_STAGES,
} from '@vezne/domain/transaction-state';
import { THROTTLE_KINDS } from '@vezne/domain/sign-in-throttle';
import { LANGUAGES } from '@vezne/domain/written';
import { KEY_PURPOSES } from '../../../src/keys/fingerprint.ts';
import { ATTEMPT_PURPOSES } from '../../../src/db/sign-in-store.ts';
import { PROCESS_KINDS } from '../../../src/db/read/installation/running-processes.ts';
import type { SignInPurpose, StaffStatus } from '../../../src/db/schema/staff.ts';
import type { NetworkRequestStatus } from '../../../src/db/write/partners/partner-keys.ts';
import type { WorkLock } from '../../../src/db/write/installation/locks.ts';
import { createTestDatabase } from '../../harness/database.ts';

/** The postings without a player's transaction. */
const OPERATION_KINDS = POSTING_KINDS.filter(
  (kind) => !/^(deposit|refused_money|withdrawal|payout)_/.test(kind),
);

/** Every list of words that a constraint allows. A new list fails the test until it is compared with something here. */
const VOCABULARIES: Readonly<Record<string, readonly string[]>> = {
  'audit_entry_actor_kind_check actor_kind': PERSON_KINDS,
  'bank_account_status status': ['disabled', 'enabled', 'frozen'],
  'blocked_party_kind kind': ['player', 'iban'],
  'event_type type': EVENT_TYPES,
  'key_fingerprint_purpose purpose': KEY_PURPOSES,
  'ledger_account_kind kind': Object.keys(ACCOUNT_KINDS),
  'ledger_account_owner kind': Object.keys(ACCOUNT_KINDS).filter((kind) => kind.startsWith('partner_')),
  'ledger_operation_kind kind': OPERATION_KINDS,
  'ledger_operation_sent kind': ['internal_transfer_arrived', 'internal_transfer_returned'],
  'ledger_operation_fee kind': ['internal_transfer_arrived', 'internal_transfer_returned'],
  'ledger_operation_payout kind': ['misdirected_sent', 'misdirected_recovered'],
  'ledger_operation_partner kind': ['settled_to_partner', 'topped_up'],
  'ledger_transfer_kind kind': POSTING_KINDS,
  'partner_logo_content_type content_type': IMAGE_TYPES,
  'raised_alarm_kind kind': PROCESS_KINDS,
  'raised_alarm_level level': ['warning', 'error'],
  'running_process_kind kind': PROCESS_KINDS,
  'partner_invitation_role roles': PARTNER_ROLES,
  'partner_network_request_status status': [
    'open',
    'confirmed',
    'declined',
    'withdrawn',
    'overtaken',
  ] satisfies NetworkRequestStatus[],
  'partner_person_role roles': PARTNER_ROLES,
  'partner_sign_in_failure_kind kind': THROTTLE_KINDS,
  'partner_sign_in_purpose purpose': ATTEMPT_PURPOSES,
  'partner_day_sum_kind kind': MOVEMENT_KINDS,
  'partner_statement_format format': STATEMENT_FORMATS,
  'partner_statement_language language': LANGUAGES,
  'partner_statement_problem problem': STATEMENT_PROBLEMS,
  'partner_statement_state state': STATEMENT_STATES,
  'partner_status status': ['active', 'disabled'],
  'receipt_media_type media_type': RECEIPT_TYPES,
  'decided_alone_kind kind': ALONE_KINDS,
  'sealing_key_role role': ['vezne_api', 'vezne_worker'],
  'second_person_request_kinds asked_by_kind': PERSON_KINDS,
  'second_person_request_kinds decided_by_kind': [...PERSON_KINDS, 'system'],
  'second_person_request_status status': REQUEST_STATUSES,
  'sign_in_attempt_purpose purpose': [
    'second_factor',
    'passkey_sign_in',
    'passkey_step_up',
    'passkey_register',
    'enrolment',
  ] satisfies SignInPurpose[],
  'sign_in_failure_kind kind': THROTTLE_KINDS,
  'staff_next_role next_roles': ROLES,
  'staff_role roles': ROLES,
  'staff_status status': ['active', 'disabled'] satisfies StaffStatus[],
  'terms_direction direction': TRANSACTION_TYPES,
  'terms_settlement_mode settlement_mode': SETTLEMENT_MODES,
  'transaction_decided_at status': ['approved', 'rejected'],
  'payout_copy_field field': COPIED_FIELDS,
  'transaction_hold_reason hold_reason': HOLD_REASONS,
  'transaction_language language': LANGUAGES,
  'transaction_reason_code reason_code': REASON_CODES,
  'transaction_stage stage': WITHDRAWAL_STAGES,
  'open_transaction_status status': TRANSACTION_STATUSES.filter((status) => status.startsWith('waiting')),
  'transaction_status status': TRANSACTION_STATUSES,
  'transaction_terms settlement_mode': SETTLEMENT_MODES,
  'transaction_type type': TRANSACTION_TYPES,
  'transaction_step_actor_id actor_kind': PERSON_KINDS,
  'transaction_step_actor actor_kind': ACTOR_KINDS,
  'transaction_step_stage stage': WITHDRAWAL_STAGES,
  'transaction_step_status status': TRANSACTION_STATUSES,
  'transaction_step_trigger trigger': STEP_TRIGGERS,
  'webhook_delivery_state state': ['pending', 'delivered', 'parked'],
  'webhook_endpoint_event_types event_types': EVENT_TYPES,
  'webhook_endpoint_status status': ['active', 'paused', 'disabled'],
  'work_lock_name name': ['audit_seals', 'bank_accounts', 'platform_settings', 'blocks'] satisfies WorkLock[],
};

test('every constraint that lists words allows exactly the words of the domain', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where connamespace = 'public'::regnamespace and contype = 'c'`,
  );
  const listed = rows.flatMap(({ name, definition }) =>
    [...definition.matchAll(/(\w+) (?:= ANY \(|<@ )ARRAY\[([^\]]*)\]/g)].map(
      ([, column = '', words = '']) => [
        `${name} ${column}`,
        [...words.matchAll(/'([^']*)'::text/g)].map(([, word]) => word).toSorted(),
      ],
    ),
  );
  const expected = Object.entries(VOCABULARIES).map(([key, words]) => [key, words.toSorted()]);
  assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(expected));
});
