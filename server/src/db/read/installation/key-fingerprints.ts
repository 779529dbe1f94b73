import type pg from 'pg';
import { runRead } from '../../statement.ts';

export interface RegisteredKey {
  purpose: string;
  version: number;
  fingerprint: Buffer;
  registeredAt: Date;
  /** The database role of whoever had it first. */
  registeredBy: string;
  /** The roles whose processes have started with it. */
  heldBy: string[];
}

const TIMEOUT_MS = 5_000;

const REGISTERED_KEYS_SQL = `
select f.purpose, f.version, f.fingerprint, f.registered_at as "registeredAt", f.registered_by as "registeredBy",
  array(select h.role from key_holder h where h.purpose = f.purpose and h.version = f.version order by h.role) as "heldBy"
from key_fingerprint f order by f.purpose, f.version`;

export async function readRegisteredKeys(pool: pg.Pool): Promise<RegisteredKey[]> {
  return await runRead<RegisteredKey>(pool, { text: REGISTERED_KEYS_SQL }, { timeoutMs: TIMEOUT_MS });
}
