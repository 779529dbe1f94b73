import { randomBytes } from 'node:crypto';
import type { Role } from '@vezne/domain/permissions';
import { TOTP, Secret } from 'otpauth';
import type pg from 'pg';
import { newId } from '../../src/ids.ts';
import { newTotpSecret } from '../../src/keys/one-time-codes.ts';
import { hashPassword } from '../../src/keys/passwords.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../../src/keys/recovery-codes.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { newToken } from '../../src/keys/session-tokens.ts';
import { testKeys } from './keys.ts';

/** A password costs a hundredth of what it does in production: these tests are about other things. */
export const CHEAP_PASSWORDS = { memoryKib: 512, passes: 1, lanes: 1 };

export interface TestPerson {
  id: string;
  handle: string;
  name: string;
  password: string;
  /** In base32; for codeAt. */
  totpSecret: string;
  recoveryCodes: string[];
}

export interface PersonOptions {
  handle?: string;
  name?: string;
  roles?: readonly Role[];
  /** What they sign in with besides a password. */
  factors?: 'none' | 'totp';
  passwordSetAt?: Date;
}

/** Somebody who can sign in, written by the owner: how people come is another test's affair. */
export async function insertPerson(
  owner: pg.Pool,
  { handle, name, roles = ['operator'], factors = 'totp', passwordSetAt = new Date() }: PersonOptions = {},
): Promise<TestPerson> {
  const person: TestPerson = {
    id: newId(),
    handle: handle ?? `p${randomBytes(6).toString('hex')}`,
    name: name ?? 'Deniz Kaya',
    password: randomBytes(12).toString('base64url'),
    totpSecret: newTotpSecret(),
    recoveryCodes: newRecoveryCodes(),
  };
  await owner.query(
    `insert into staff (id, handle, name, roles, created_by) values ($1, $2, $3, $4, 'test')`,
    [person.id, person.handle, person.name, roles.toSorted()],
  );
  await owner.query('insert into staff_password (staff_id, hash, set_at) values ($1, $2, $3)', [
    person.id,
    await hashPassword(person.password, CHEAP_PASSWORDS),
    passwordSetAt,
  ]);
  if (factors === 'totp') await insertTotp(owner, person);
  return person;
}

async function insertTotp(owner: pg.Pool, { id, totpSecret, recoveryCodes }: TestPerson): Promise<void> {
  const { sealed, keyVersion } = await createSealedSecrets(testKeys.secretKeys).seal(totpSecret);
  await owner.query(
    'insert into staff_totp (staff_id, secret_sealed, key_version, confirmed_at) values ($1, $2, $3, now())',
    [id, sealed, keyVersion],
  );
  await owner.query('insert into staff_recovery_code (staff_id, hash) select $1, unnest($2::bytea[])', [
    id,
    recoveryCodes.map(recoveryCodeHash),
  ]);
}

/** The code that the person's app shows at this moment. */
export function codeAt({ totpSecret }: Pick<TestPerson, 'totpSecret'>, nowMs: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(totpSecret), timestamp: nowMs });
}

/** A link for a person who has not signed in yet, or was reset. */
export async function insertEnrolment(owner: pg.Pool, staffId: string): Promise<string> {
  const { token, tokenHash } = newToken();
  await owner.query(
    `insert into staff_enrolment (staff_id, token_hash, expires_at, made_by) values ($1, $2, now() + interval '24 hours', 'test')`,
    [staffId, tokenHash],
  );
  return token;
}
