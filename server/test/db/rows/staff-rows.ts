import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../../src/ids.ts';
import { insertRow } from './row.ts';
import type { Row } from './row.ts';

const HOUR_MS = 3_600_000;
const fromNow = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

export function staffRow(changes: Row = {}): Row {
  return {
    id: newId(),
    handle: `p${randomInt(1_000_000_000)}`,
    name: 'Ayşe Işık',
    roles: ['operator'],
    status: 'active',
    created_at: new Date(),
    created_by: 'mehmet',
    ...changes,
  };
}

/** One of each, with which new rows can collide. Tests of other tables have none: once there are staff, nobody else acts. */
export interface StaffRows {
  person: Row;
  /** Has nothing yet. */
  newcomer: Row;
  password: Row;
  totp: Row;
  passkey: Row;
  recoveryCode: Row;
  enrolment: Row;
  session: Row;
  attempt: Row;
  failure: Row;
  claim: Row;
  copy: Row;
}

export const ARGON_HASH = `$argon2id$v=19$m=65536,t=3,p=1$${'A'.repeat(22)}$${'b'.repeat(43)}`;
export const SEALED_TOTP = `1.${'a'.repeat(16)}.b.${'c'.repeat(27)}.d`;

export function staffRowsOf(person: Row): Omit<StaffRows, 'person' | 'newcomer'> {
  const staff = { staff_id: person['id'] };
  const session = {
    ...staff,
    id: newId(),
    token_hash: randomBytes(32),
    created_at: new Date(),
    last_seen_at: new Date(),
    expires_at: fromNow(11),
    address: '192.0.2.1',
    user_agent: 'Firefox',
  };
  return {
    password: { ...staff, hash: ARGON_HASH, set_at: new Date() },
    totp: { ...staff, secret_sealed: SEALED_TOTP, key_version: 1, created_at: new Date() },
    passkey: {
      ...staff,
      id: newId(),
      credential_id: randomBytes(32),
      public_key: randomBytes(77),
      sign_count: 0n,
      transports: ['internal', 'hybrid'],
      name: 'Laptop',
      is_backed_up: true,
      created_at: new Date(),
    },
    recoveryCode: { ...staff, hash: randomBytes(32) },
    enrolment: {
      ...staff,
      token_hash: randomBytes(32),
      expires_at: fromNow(23),
      made_by: 'mehmet',
      created_at: new Date(),
    },
    session,
    attempt: {
      ...staff,
      id: newId(),
      token_hash: randomBytes(32),
      purpose: 'passkey_step_up',
      session_id: session.id,
      challenge: randomBytes(32),
      created_at: new Date(),
      expires_at: fromNow(0.5),
    },
    failure: {
      kind: 'handle',
      subject: randomBytes(32).toString('hex'),
      failed_count: 1,
      first_failed_at: new Date(),
      last_failed_at: new Date(),
    },
    claim: {
      ...staff,
      transaction_id: randomUUID(),
      session_id: session.id,
      claimed_at: new Date(),
      extended_at: new Date(),
      until: fromNow(0.02),
    },
    copy: { ...staff, transaction_id: randomUUID(), authorised_step: 3, field: 'iban', at: new Date() },
  };
}

const person = staffRow();

/** The same rows for every database: a rule speaks of one of them without having made it. */
export const STAFF: StaffRows = { person, newcomer: staffRow(), ...staffRowsOf(person) };

export const NOBODY = randomUUID();

export async function insertStaffRows(owner: pg.Pool, rows: StaffRows = STAFF): Promise<void> {
  await insertRow(owner, 'staff', rows.person);
  await insertRow(owner, 'staff', rows.newcomer);
  await insertRow(owner, 'staff_password', rows.password);
  await insertRow(owner, 'staff_totp', rows.totp);
  await insertRow(owner, 'staff_passkey', rows.passkey);
  await insertRow(owner, 'staff_recovery_code', rows.recoveryCode);
  await insertRow(owner, 'staff_enrolment', rows.enrolment);
  await insertRow(owner, 'staff_session', rows.session);
  await insertRow(owner, 'sign_in_attempt', rows.attempt);
  await insertRow(owner, 'sign_in_failure', rows.failure);
  await insertRow(owner, 'deposit_claim', rows.claim);
  await insertRow(owner, 'payout_copy', rows.copy);
}
