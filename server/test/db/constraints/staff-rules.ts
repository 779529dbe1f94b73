import { randomBytes } from 'node:crypto';
import type { TableRules } from './configuration-rules.ts';
import type { Row } from '../rows/row.ts';
import { ARGON_HASH, NOBODY, STAFF, staffRow, staffRowsOf } from '../rows/staff-rows.ts';

const HOUR_MS = 3_600_000;
const before = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
const after = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

/** Rows of somebody who has none yet. */
const fresh = (table: keyof ReturnType<typeof staffRowsOf>) => (): Row => staffRowsOf(STAFF.newcomer)[table];

const roles = (...names: string[]): Row => ({ roles: names });

const planned = (...names: string[]): Row => ({ next_roles: names, next_roles_from: after(1) });

export const STAFF_RULES: readonly TableRules[] = [
  {
    table: 'staff',
    validRow: () => staffRow(),
    refused: [
      ['an id is one person', 'staff_pkey', { id: STAFF.person['id'] }],
      ['a handle is one person', 'staff_handle_key', { handle: STAFF.person['handle'] }],
      ['a handle has no sign that folding takes away', 'staff_handle', { handle: 'a.b' }],
      ['nor a dash', 'staff_handle', { handle: 'a-b' }],
      ['nor a capital', 'staff_handle', { handle: 'Ayse' }],
      ['nor a Turkish letter', 'staff_handle', { handle: 'ayşe' }],
      ['nor a line break', 'staff_handle', { handle: 'ayse\n' }],
      ['it begins with a letter', 'staff_handle', { handle: '1a' }],
      ['it has two letters', 'staff_handle', { handle: 'a' }],
      ['and at most 32', 'staff_handle', { handle: `a${'b'.repeat(32)}` }],
      ['a person has a name', 'staff_name', { name: '' }],
      ['a name fits in 128', 'staff_name', { name: 'a'.repeat(129) }],
      ['roles are those of the program', 'staff_role', roles('owner')],
      ['a role is had once', 'staff_roles_in_order', roles('finance', 'finance')],
      ['roles are in order', 'staff_roles_in_order', roles('operator', 'finance')],
      ['somebody active has a role', 'staff_has_role', roles()],
      ['planned roles are those of the program', 'staff_next_role', planned('owner')],
      ['they are in order', 'staff_next_roles_in_order', planned('operator', 'finance')],
      ['they are roles', 'staff_next_roles', planned()],
      ['they have their moment', 'staff_next_roles', { next_roles: ['operator'] }],
      ['a moment has its roles', 'staff_next_roles', { next_roles_from: after(1) }],
      ['a person is active or disabled', 'staff_status', { status: 'away' }],
      ['somebody added them', 'staff_created_by', { created_by: '' }],
    ],
  },
  {
    table: 'staff_password',
    validRow: fresh('password'),
    refused: [
      ['a person has one password', 'staff_password_pkey', { staff_id: STAFF.person['id'] }],
      ['a password is of a person', 'staff_password_of', { staff_id: NOBODY }],
      ['no password is kept as it is', 'staff_password_hash', { hash: 'correct horse battery staple' }],
      ['nor by another method', 'staff_password_hash', { hash: ARGON_HASH.replace('argon2id', 'argon2i') }],
    ],
  },
  {
    table: 'staff_totp',
    validRow: fresh('totp'),
    refused: [
      ['a person has one', 'staff_totp_pkey', { staff_id: STAFF.person['id'] }],
      ['it is of a person', 'staff_totp_of', { staff_id: NOBODY }],
      ['it is sealed', 'staff_totp_sealed', { secret_sealed: 'JBSWY3DPEHPK3PXP' }],
      ['versions count from one', 'staff_totp_key_version', { key_version: 0 }],
      ['steps count from one', 'staff_totp_last_step', { last_step: 0n }],
    ],
  },
  {
    table: 'staff_passkey',
    validRow: fresh('passkey'),
    refused: [
      ['an id is one passkey', 'staff_passkey_pkey', { id: STAFF.passkey['id'] }],
      ['it is of a person', 'staff_passkey_of', { staff_id: NOBODY }],
      [
        'a passkey is one person',
        'staff_passkey_credential_key',
        { credential_id: STAFF.passkey['credential_id'] },
      ],
      ['a passkey has an id', 'staff_passkey_credential', { credential_id: Buffer.alloc(0) }],
      ['a key has bytes', 'staff_passkey_public_key', { public_key: Buffer.alloc(0) }],
      ['no count is below zero', 'staff_passkey_sign_count', { sign_count: -1n }],
      ['transports are words', 'staff_passkey_transports', { transports: ['USB!'] }],
      ['a passkey has a name', 'staff_passkey_name', { name: '' }],
    ],
  },
  {
    table: 'staff_recovery_code',
    validRow: fresh('recoveryCode'),
    refused: [
      [
        'a code is had once',
        'staff_recovery_code_pkey',
        { staff_id: STAFF.person['id'], hash: STAFF.recoveryCode['hash'] },
      ],
      ['a code is of a person', 'staff_recovery_code_of', { staff_id: NOBODY }],
      ['codes are hashed', 'staff_recovery_code_hash', { hash: randomBytes(10) }],
    ],
  },
  {
    table: 'staff_enrolment',
    validRow: fresh('enrolment'),
    refused: [
      ['a person has one link', 'staff_enrolment_pkey', { staff_id: STAFF.person['id'] }],
      ['a link is for a person', 'staff_enrolment_of', { staff_id: NOBODY }],
      [
        'a link is for one person',
        'staff_enrolment_token_key',
        { token_hash: STAFF.enrolment['token_hash'] },
      ],
      ['tokens are hashed', 'staff_enrolment_token', { token_hash: randomBytes(43) }],
      ['a link ends after it begins', 'staff_enrolment_lifetime', { expires_at: before(1) }],
      ['and within a day', 'staff_enrolment_lifetime', { expires_at: after(25) }],
      ['somebody made it', 'staff_enrolment_made_by', { made_by: '' }],
    ],
  },
  {
    table: 'staff_session',
    validRow: fresh('session'),
    refused: [
      ['an id is one session', 'staff_session_pkey', { id: STAFF.session['id'] }],
      ['a session is of a person', 'staff_session_of', { staff_id: NOBODY }],
      ['a token is one session', 'staff_session_token_key', { token_hash: STAFF.session['token_hash'] }],
      ['tokens are hashed', 'staff_session_token', { token_hash: randomBytes(43) }],
      ['a session ends within twelve hours', 'staff_session_lifetime', { expires_at: after(13) }],
      ['one that ended says why', 'staff_session_ended', { ended_at: new Date() }],
      [
        'the reason is a word',
        'staff_session_end_reason',
        { ended_at: new Date(), end_reason: 'Because I say so' },
      ],
      ['a step-up has a beginning', 'staff_session_step_up', { step_up_at: new Date() }],
      ['which is before it', 'staff_session_step_up', { step_up_began_at: after(1), step_up_at: new Date() }],
      ['a browser says little of itself', 'staff_session_user_agent', { user_agent: 'a'.repeat(257) }],
    ],
  },
  {
    table: 'sign_in_attempt',
    validRow: () => ({ ...fresh('attempt')(), session_id: STAFF.session['id'] }),
    refused: [
      ['an id is one attempt', 'sign_in_attempt_pkey', { id: STAFF.attempt['id'] }],
      ['an attempt is of a person', 'sign_in_attempt_of', { staff_id: NOBODY }],
      ['a session exists', 'sign_in_attempt_session', { session_id: NOBODY }],
      ['a token is one attempt', 'sign_in_attempt_token_key', { token_hash: STAFF.attempt['token_hash'] }],
      ['tokens are hashed', 'sign_in_attempt_token', { token_hash: randomBytes(43) }],
      ['purposes are those of the program', 'sign_in_attempt_purpose', { purpose: 'other' }],
      ['a challenge is long', 'sign_in_attempt_challenge', { challenge: randomBytes(8) }],
      ['an attempt is short', 'sign_in_attempt_lifetime', { expires_at: after(2) }],
    ],
  },
  {
    table: 'sign_in_failure',
    validRow: fresh('failure'),
    refused: [
      ['a subject is counted once', 'sign_in_failure_pkey', { subject: STAFF.failure['subject'] }],
      ['subjects are handles and networks', 'sign_in_failure_kind', { kind: 'password' }],
      ['what was typed is hashed', 'sign_in_failure_subject', { subject: 'ayse' }],
      ['there was a failure', 'sign_in_failure_count', { failed_count: 0 }],
      ['the last is not before the first', 'sign_in_failure_times', { first_failed_at: after(1) }],
    ],
  },
  {
    table: 'deposit_claim',
    validRow: fresh('claim'),
    refused: [
      [
        'a deposit is open on one screen',
        'deposit_claim_pkey',
        { transaction_id: STAFF.claim['transaction_id'] },
      ],
      ['a person has it open', 'deposit_claim_of', { staff_id: NOBODY }],
      ['it is open before it is kept open', 'deposit_claim_times', { claimed_at: after(1) }],
      ['it is open for some time', 'deposit_claim_times', { until: before(1) }],
      ['and not for long', 'deposit_claim_times', { until: after(1) }],
    ],
  },
  {
    table: 'payout_copy',
    validRow: fresh('copy'),
    refused: [
      ['a copy is kept once', 'payout_copy_pkey', STAFF.copy],
      ['a person copied it', 'payout_copy_by', { staff_id: NOBODY }],
      ['nothing is authorised when it is created', 'payout_copy_step', { authorised_step: 1 }],
      ['what is copied is for a bank', 'payout_copy_field', { field: 'note' }],
    ],
  },
];
