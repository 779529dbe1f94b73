import type pg from 'pg';
import { runRead } from '../../statement.ts';

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

/** The one that api and worker both said last; undefined: none yet, or they differ. */
export async function findAgreedKey(client: pg.ClientBase): Promise<PublishedKey | undefined> {
  const { rows } = await client.query<PublishedKey>(
    'select version, public_key as "publicKey" from agreed_sealing_key()',
  );
  return rows[0];
}
