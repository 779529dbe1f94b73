import type pg from 'pg';
import { runRead } from '../statement.ts';

export interface PublishedKey {
  version: number;
  publicKey: Buffer;
}

const TIMEOUT_MS = 5_000;

/** What a role has said of its keys. */
export async function readPublishedKeys(
  pool: pg.Pool,
  role: 'vezne_api' | 'vezne_worker',
): Promise<PublishedKey[]> {
  return await runRead<PublishedKey>(
    pool,
    {
      text: `select version, public_key as "publicKey" from sealing_key where role = $1 order by version`,
      values: [role],
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

/** The newest of which api and worker say the same; undefined: there is none yet. */
export async function findAgreedKey(client: pg.ClientBase): Promise<PublishedKey | undefined> {
  const { rows } = await client.query<PublishedKey>(
    `select a.version, a.public_key as "publicKey"
     from sealing_key a join sealing_key w on w.version = a.version and w.public_key = a.public_key
     where a.role = 'vezne_api' and w.role = 'vezne_worker' order by a.version desc limit 1`,
  );
  return rows[0];
}
