import type pg from 'pg';
import { findAgreedKey } from '../../db/read/installation/sealing-keys.ts';
import { createSealer } from '../../keys/sealing-keys.ts';
import type { SecretMaker } from '../partners/new-credential.ts';
import { refused } from '../refusal.ts';

/** What seals secrets that only api and worker open. Refused until both have said with what. */
export async function sealerOf(client: pg.PoolClient): Promise<SecretMaker['sealedSecrets']> {
  const key = await findAgreedKey(client);
  if (key === undefined) throw refused('no_sealing_key');
  return createSealer(key);
}
