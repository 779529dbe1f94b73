import type pg from 'pg';
import { readPublishedKeys } from '../../db/read/sealing-keys.ts';
import { publishKeys } from '../../db/write/sealing-keys.ts';
import type { SealingKey } from '../../keys/sealing-keys.ts';

/**
 * Says the public halves of this role's keys, where it has not yet. Returns a version of which the role has said another one: whoever did that
 * had its login, and could read what is sealed with it.
 */
export async function publishSealingKeys(
  pool: pg.Pool,
  { held, role }: { held: readonly SealingKey[]; role: 'vezne_api' | 'vezne_worker' },
): Promise<number | undefined> {
  const isSaid = (said: readonly SealingKey[], { version }: SealingKey): boolean =>
    said.some((one) => one.version === version);
  const before = await readPublishedKeys(pool, role);
  const unsaid = held.filter((key) => !isSaid(before, key));
  if (unsaid.length > 0) await publishKeys(pool, unsaid);
  const said = unsaid.length > 0 ? await readPublishedKeys(pool, role) : before;
  return held.find(({ version, publicKey }) =>
    said.some((one) => one.version === version && !one.publicKey.equals(publicKey)),
  )?.version;
}
