import type pg from 'pg';
import { runWrite } from '../../statement.ts';

const TIMEOUT_MS = 5_000;

/** Under this process's own role, as what it seals with from now on. A key that it has said otherwise before stays as it was. */
export async function publishKey(
  pool: pg.Pool,
  { version, publicKey }: { version: number; publicKey: Buffer },
): Promise<void> {
  const text = `
    insert into sealing_key (version, public_key) values ($1, $2)
    on conflict (version, role) do update set said_at = now() where sealing_key.public_key = excluded.public_key`;
  await runWrite(pool, { text, values: [version, publicKey] }, { timeoutMs: TIMEOUT_MS });
}
