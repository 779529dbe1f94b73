import { randomBytes } from 'node:crypto';
import type { TableRules } from './configuration-rules.ts';
import {
  NO_PERSON,
  TAKEN,
  invitationRow,
  lookRow,
  personRow,
  rowsOfPerson,
} from '../rows/partner-people-rows.ts';
import type { PersonRows } from '../rows/partner-people-rows.ts';
import type { Row } from '../rows/row.ts';
import { ARGON_HASH } from '../rows/staff-rows.ts';

const HOUR_MS = 3_600_000;
const before = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
const after = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

/** Rows of somebody who has none yet. */
const fresh = (table: keyof PersonRows) => (): Row => rowsOfPerson(TAKEN.newcomer)[table];

const roles = (...names: string[]): Row => ({ roles: names });
const ofPartner = { partner_id: NO_PERSON };

export const PARTNER_PEOPLE_RULES: readonly TableRules[] = [
  {
    table: 'partner_person',
    validRow: (world) => personRow(world),
    refused: [
      ['an id is one person', 'partner_person_pkey', { id: TAKEN.person.id }],
      ['a person is of a partner', 'partner_person_partner_id_fkey', ofPartner],
      ['an address is one person', 'partner_person_email_key', { email: TAKEN.person.email }],
      ['an address has a host', 'partner_person_email', { email: 'ayse' }],
      ['it is written in one way', 'partner_person_email', { email: 'Ayse@shop.example' }],
      ['it has no letter that looks like another', 'partner_person_email', { email: 'аyse@shop.example' }],
      ['nor a line break', 'partner_person_email', { email: 'ayse@shop.example\n' }],
      ['and fits in 254', 'partner_person_email', { email: `ayse@${'a'.repeat(250)}` }],
      ['a person has a name', 'partner_person_name', { name: '' }],
      ['roles are those of the portal', 'partner_person_role', roles('administrator')],
      ['a role is had once', 'partner_person_roles_in_order', roles('finance', 'finance')],
      ['roles are in order', 'partner_person_roles_in_order', roles('owner', 'finance')],
      ['a person has a role', 'partner_person_roles_in_order', roles()],
      ['a person invited them, if any', 'partner_person_invited_by', { invited_by_id: NO_PERSON }],
      [
        'a person removed them, if any',
        'partner_person_removed_by',
        { removed_by_id: NO_PERSON, removed_at: new Date() },
      ],
      ['whoever removed them did it', 'partner_person_removed', { removed_by_id: TAKEN.person.id }],
    ],
  },
  {
    table: 'partner_password',
    validRow: fresh('password'),
    refused: [
      ['a person has one password', 'partner_password_pkey', { person_id: TAKEN.person.id }],
      ['a password is of a person', 'partner_password_of', { person_id: NO_PERSON }],
      ['no password is kept as it is', 'partner_password_hash', { hash: 'correct horse battery staple' }],
      ['nor by another method', 'partner_password_hash', { hash: ARGON_HASH.replace('argon2id', 'argon2i') }],
    ],
  },
  {
    table: 'partner_totp',
    validRow: fresh('totp'),
    refused: [
      ['a person has one', 'partner_totp_pkey', { person_id: TAKEN.person.id }],
      ['it is of a person', 'partner_totp_of', { person_id: NO_PERSON }],
      ['it is sealed', 'partner_totp_sealed', { secret_sealed: 'JBSWY3DPEHPK3PXP' }],
      ['versions count from one', 'partner_totp_key_version', { key_version: 0 }],
      ['steps count from one', 'partner_totp_last_step', { last_step: 0n }],
    ],
  },
  {
    table: 'partner_passkey',
    validRow: fresh('passkey'),
    refused: [
      ['an id is one passkey', 'partner_passkey_pkey', { id: TAKEN.passkey['id'] }],
      ['it is of a person', 'partner_passkey_of', { person_id: NO_PERSON }],
      [
        'a passkey is one person',
        'partner_passkey_credential_key',
        { credential_id: TAKEN.passkey['credential_id'] },
      ],
      ['a passkey has an id', 'partner_passkey_credential', { credential_id: Buffer.alloc(0) }],
      ['a key has bytes', 'partner_passkey_public_key', { public_key: Buffer.alloc(0) }],
      ['no count is below zero', 'partner_passkey_sign_count', { sign_count: -1n }],
      ['transports are words', 'partner_passkey_transports', { transports: ['USB!'] }],
      ['a passkey has a name', 'partner_passkey_name', { name: '' }],
    ],
  },
  {
    table: 'partner_recovery_code',
    validRow: fresh('recoveryCode'),
    refused: [
      [
        'a code is had once',
        'partner_recovery_code_pkey',
        { person_id: TAKEN.person.id, hash: TAKEN.recoveryCode['hash'] },
      ],
      ['a code is of a person', 'partner_recovery_code_of', { person_id: NO_PERSON }],
      ['codes are hashed', 'partner_recovery_code_hash', { hash: randomBytes(10) }],
    ],
  },
  {
    table: 'partner_invitation',
    validRow: (world) => invitationRow(world),
    refused: [
      ['an id is one invitation', 'partner_invitation_pkey', { id: TAKEN.invitation.id }],
      ['it is to a partner', 'partner_invitation_partner_id_fkey', ofPartner],
      [
        'a link is one invitation',
        'partner_invitation_token_key',
        { token_hash: TAKEN.invitation.token_hash },
      ],
      ['tokens are hashed', 'partner_invitation_token', { token_hash: randomBytes(43) }],
      ['an address is offered one place', 'partner_invitation_open', { email: TAKEN.invitation.email }],
      ['an address is one', 'partner_invitation_email', { email: 'ayse' }],
      ['a person has a name', 'partner_invitation_name', { name: '' }],
      ['roles are those of the portal', 'partner_invitation_role', roles('administrator')],
      ['roles are in order', 'partner_invitation_roles_in_order', roles('owner', 'finance')],
      ['a person invites, if any', 'partner_invitation_invited_by', { invited_by_id: NO_PERSON }],
      ['a link ends after it begins', 'partner_invitation_lifetime', { expires_at: before(1) }],
      ['and within three days', 'partner_invitation_lifetime', { expires_at: after(73) }],
      [
        'what was accepted is not withdrawn',
        'partner_invitation_ended',
        { accepted_at: new Date(), withdrawn_at: new Date() },
      ],
    ],
  },
  {
    table: 'partner_session',
    validRow: fresh('session'),
    refused: [
      ['an id is one session', 'partner_session_pkey', { id: TAKEN.session['id'] }],
      ['a session is of a person', 'partner_session_of', { person_id: NO_PERSON }],
      ['a token is one session', 'partner_session_token_key', { token_hash: TAKEN.session['token_hash'] }],
      ['tokens are hashed', 'partner_session_token', { token_hash: randomBytes(43) }],
      ['a session ends within twelve hours', 'partner_session_lifetime', { expires_at: after(13) }],
      ['one that ended says why', 'partner_session_ended', { ended_at: new Date() }],
      [
        'the reason is a word',
        'partner_session_end_reason',
        { ended_at: new Date(), end_reason: 'Because I say so' },
      ],
      ['a step-up has a beginning', 'partner_session_step_up', { step_up_at: new Date() }],
      ['a browser says little of itself', 'partner_session_user_agent', { user_agent: 'a'.repeat(257) }],
    ],
  },
  {
    table: 'partner_sign_in',
    validRow: () => ({ ...fresh('signIn')(), session_id: TAKEN.session['id'] }),
    refused: [
      ['an id is one sign-in', 'partner_sign_in_pkey', { id: TAKEN.signIn['id'] }],
      ['a sign-in is of a person', 'partner_sign_in_of', { person_id: NO_PERSON }],
      ['a session exists', 'partner_sign_in_session', { session_id: NO_PERSON }],
      ['a token is one sign-in', 'partner_sign_in_token_key', { token_hash: TAKEN.signIn['token_hash'] }],
      ['tokens are hashed', 'partner_sign_in_token', { token_hash: randomBytes(43) }],
      ['purposes are those of the program', 'partner_sign_in_purpose', { purpose: 'other' }],
      ['a challenge is long', 'partner_sign_in_challenge', { challenge: randomBytes(8) }],
      ['a sign-in is short', 'partner_sign_in_lifetime', { expires_at: after(2) }],
    ],
  },
  {
    table: 'partner_look',
    validRow: (world) => lookRow(world),
    refused: [
      ['an id is one look', 'partner_look_pkey', { id: TAKEN.look.id }],
      ['it is at a partner', 'partner_look_partner_id_fkey', ofPartner],
      ['it is from a session of ours', 'partner_look_from', { staff_session_id: NO_PERSON }],
      ['there is a reason', 'partner_look_reason', { reason: '' }],
      ['a link is one look', 'partner_look_token_key', { token_hash: TAKEN.look.token_hash }],
      ['tokens are hashed', 'partner_look_token', { token_hash: randomBytes(43) }],
      ['a cookie is one look', 'partner_look_session_key', { session_hash: TAKEN.look.session_hash }],
      ['cookies are hashed', 'partner_look_session', { session_hash: randomBytes(43) }],
      ['what is open has a cookie', 'partner_look_opened', { session_hash: null }],
      ['a link opens within a minute', 'partner_look_soon', { opened_at: after(1) }],
      [
        'what was never open does not end',
        'partner_look_ended',
        { opened_at: null, session_hash: null, ended_at: new Date() },
      ],
    ],
  },
  {
    table: 'partner_sign_in_failure',
    validRow: () => ({ ...TAKEN.failure, subject: randomBytes(32).toString('hex') }),
    refused: [
      ['a subject is counted once', 'partner_sign_in_failure_pkey', { subject: TAKEN.failure.subject }],
      ['subjects are addresses and networks', 'partner_sign_in_failure_kind', { kind: 'password' }],
      ['what was typed is hashed', 'partner_sign_in_failure_subject', { subject: 'ayse' }],
      ['there was a failure', 'partner_sign_in_failure_count', { failed_count: 0 }],
      ['the last is not before the first', 'partner_sign_in_failure_times', { first_failed_at: after(1) }],
    ],
  },
];
