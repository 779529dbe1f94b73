import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../../src/ids.ts';
import { credentialUseRow, networkRequestRow, sealingKeyRow } from './partner-key-rows.ts';
import { insertRow } from './row.ts';
import type { Row } from './row.ts';
import { ARGON_HASH, SEALED_TOTP, STAFF } from './staff-rows.ts';

const HOUR_MS = 3_600_000;
const fromNow = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

export function personRow({ partner }: { partner: Row }, changes: Row = {}): Row {
  return {
    id: newId(),
    partner_id: partner['id'],
    email: `p${randomInt(1_000_000_000)}@shop.example`,
    name: 'Ayşe Işık',
    roles: ['finance'],
    created_at: new Date(),
    ...changes,
  };
}

export function invitationRow({ partner }: { partner: Row }, changes: Row = {}): Row {
  return {
    ...personRow({ partner }),
    token_hash: randomBytes(32),
    expires_at: fromNow(71),
    ...changes,
  };
}

/** Somebody of ours looks as the partner sees it. */
export function lookRow({ partner }: { partner: Row }, changes: Row = {}): Row {
  return {
    id: newId(),
    partner_id: partner['id'],
    staff_session_id: STAFF.session['id'],
    reason: 'they asked',
    token_hash: randomBytes(32),
    created_at: new Date(),
    opened_at: new Date(),
    session_hash: randomBytes(32),
    ...changes,
  };
}

/** What a person signs in with. */
export interface PersonRows {
  password: Row;
  totp: Row;
  passkey: Row;
  recoveryCode: Row;
  session: Row;
  signIn: Row;
}

export function rowsOfPerson(person: Row): PersonRows {
  const of = { person_id: person['id'] };
  const session = {
    ...of,
    id: newId(),
    token_hash: randomBytes(32),
    created_at: new Date(),
    last_seen_at: new Date(),
    expires_at: fromNow(11),
    address: '192.0.2.1',
    user_agent: 'Firefox',
  };
  return {
    password: { ...of, hash: ARGON_HASH, set_at: new Date() },
    totp: { ...of, secret_sealed: SEALED_TOTP, key_version: 1, created_at: new Date() },
    passkey: {
      ...of,
      id: newId(),
      credential_id: randomBytes(32),
      public_key: randomBytes(77),
      sign_count: 0n,
      transports: ['internal', 'hybrid'],
      name: 'Laptop',
      is_backed_up: true,
      created_at: new Date(),
    },
    recoveryCode: { ...of, hash: randomBytes(32) },
    session,
    signIn: {
      ...of,
      id: newId(),
      token_hash: randomBytes(32),
      purpose: 'passkey_step_up',
      session_id: session.id,
      challenge: randomBytes(32),
      created_at: new Date(),
      expires_at: fromNow(0.5),
    },
  };
}

export async function insertPersonRows(owner: pg.Pool, rows: PersonRows): Promise<void> {
  await insertRow(owner, 'partner_password', rows.password);
  await insertRow(owner, 'partner_totp', rows.totp);
  await insertRow(owner, 'partner_passkey', rows.passkey);
  await insertRow(owner, 'partner_recovery_code', rows.recoveryCode);
  await insertRow(owner, 'partner_session', rows.session);
  await insertRow(owner, 'partner_sign_in', rows.signIn);
}

const [TAKEN_ID, NEWCOMER_ID] = [newId(), newId()];
const TAKEN_EMAIL = 'taken@shop.example';

/** One of each, with which new rows can collide; the same for every database. Their partner is the one of the world. */
export const TAKEN = {
  person: { id: TAKEN_ID, email: TAKEN_EMAIL },
  /** Has nothing yet. */
  newcomer: { id: NEWCOMER_ID },
  ...rowsOfPerson({ id: TAKEN_ID }),
  invitation: { id: newId(), token_hash: randomBytes(32), email: TAKEN_EMAIL },
  look: { id: newId(), token_hash: randomBytes(32), session_hash: randomBytes(32) },
  networkRequest: { id: newId() },
  /** Of the world's partner; nobody has used it yet. */
  unusedKey: { id: newId(), api_key: `vzk_test_${randomBytes(13).toString('hex')}` },
  sealingKey: { version: 7, role: 'vezne_worker' },
  failure: {
    kind: 'handle',
    subject: randomBytes(32).toString('hex'),
    failed_count: 1,
    first_failed_at: new Date(),
    last_failed_at: new Date(),
  },
};

export const NO_PERSON = randomUUID();

export async function insertPartnerPeople(
  owner: pg.Pool,
  world: { partner: Row; credential: Row },
): Promise<void> {
  await insertRow(owner, 'partner_person', personRow(world, { ...TAKEN.person, roles: ['owner'] }));
  await insertRow(owner, 'partner_person', personRow(world, TAKEN.newcomer));
  await insertPersonRows(owner, TAKEN);
  await insertRow(owner, 'partner_invitation', invitationRow(world, TAKEN.invitation));
  await insertRow(owner, 'partner_look', lookRow(world, TAKEN.look));
  await insertRow(owner, 'partner_sign_in_failure', TAKEN.failure);
  await insertRow(owner, 'sealing_key', { ...sealingKeyRow(), ...TAKEN.sealingKey });
  await insertRow(owner, 'credential', { ...world.credential, ...TAKEN.unusedKey });
  await insertRow(owner, 'credential_use', credentialUseRow(world));
  await insertRow(owner, 'partner_network_request', networkRequestRow(world, TAKEN_ID, TAKEN.networkRequest));
}
