/** A person's own factors. */
import type pg from 'pg';
import type { PasskeyRecord, TotpRecord } from '../../sign-in-store.ts';
import { runRead } from '../../statement.ts';

/** Each finds a few rows by an index. */
const TIMEOUT_MS = 5_000;

export async function findTotp(pool: pg.Pool, staffId: string): Promise<TotpRecord | undefined> {
  const text = `
    select secret_sealed as "secretSealed", confirmed_at as "confirmedAt" from staff_totp where staff_id = $1`;
  const [row] = await runRead<TotpRecord>(pool, { text, values: [staffId] }, { timeoutMs: TIMEOUT_MS });
  return row;
}

/** Whose secrets were sealed with an older version of the key. */
export async function listOlderTotps(pool: pg.Pool, version: number): Promise<{ id: string }[]> {
  const text = 'select staff_id as id from staff_totp where key_version < $1';
  return await runRead(pool, { text, values: [version] }, { timeoutMs: TIMEOUT_MS });
}

type PasskeyRow = Omit<PasskeyRecord, 'owner'> & { staffId: string };

function toPasskey({ staffId, ...passkey }: PasskeyRow): PasskeyRecord {
  return { ...passkey, owner: { id: staffId } };
}

const PASSKEY_COLUMNS = `
  id, staff_id as "staffId", credential_id as "credentialId", public_key as "publicKey", sign_count as "signCount",
  transports, name, is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** Oldest first. */
export async function listPasskeys(pool: pg.Pool, staffId: string): Promise<PasskeyRecord[]> {
  const text = `select ${PASSKEY_COLUMNS} from staff_passkey where staff_id = $1 order by created_at, id`;
  const rows = await runRead<PasskeyRow>(pool, { text, values: [staffId] }, { timeoutMs: TIMEOUT_MS });
  return rows.map(toPasskey);
}

export async function findPasskey(pool: pg.Pool, credentialId: Buffer): Promise<PasskeyRecord | undefined> {
  const text = `select ${PASSKEY_COLUMNS} from staff_passkey where credential_id = $1`;
  const [row] = await runRead<PasskeyRow>(pool, { text, values: [credentialId] }, { timeoutMs: TIMEOUT_MS });
  return row && toPasskey(row);
}

export async function countRecoveryCodesLeft(pool: pg.Pool, staffId: string): Promise<number> {
  const text = `select count(*)::int4 as count from staff_recovery_code where staff_id = $1 and used_at is null`;
  const [row] = await runRead<{ count: number }>(
    pool,
    { text, values: [staffId] },
    { timeoutMs: TIMEOUT_MS },
  );
  return row?.count ?? 0;
}

/** Whom a link to enrol is for, unless it has expired. */
export async function findEnrolment(
  pool: pg.Pool,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<{ id: string; handle: string; name: string } | undefined> {
  const text = `
    select p.id, p.handle, p.name from staff_enrolment e join staff p on p.id = e.staff_id
    where e.token_hash = $1 and e.expires_at > $2 and p.status = 'active'`;
  const [row] = await runRead<{ id: string; handle: string; name: string }>(
    pool,
    { text, values: [tokenHash, now] },
    { timeoutMs: TIMEOUT_MS },
  );
  return row;
}
