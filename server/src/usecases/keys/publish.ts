import type pg from 'pg';
import type { VersionedKeys } from '../../config/keys.ts';
import { readPublishedKeys } from '../../db/read/installation/sealing-keys.ts';
import { publishKey } from '../../db/write/installation/sealing-keys.ts';
import { sealingKeysOf } from '../../keys/sealing-keys.ts';

/**
 * Says the public half of the key that this process seals with. Those that it only opens with are somebody else's past or future: whoever
 * sealed with them could meet a process that lacks them. Returns a version that it holds and of which its role has said another key:
 * whoever did that had its login, and could read what is sealed with it.
 */
export async function publishSealingKey(
  pool: pg.Pool,
  { secretKeys, role }: { secretKeys: VersionedKeys; role: 'vezne_api' | 'vezne_worker' },
): Promise<number | undefined> {
  const held = sealingKeysOf(secretKeys);
  for (const key of held) if (key.version === secretKeys.current) await publishKey(pool, key);
  const said = await readPublishedKeys(pool, role);
  return held.find(({ version, publicKey }) =>
    said.some((one) => one.version === version && !one.publicKey.equals(publicKey)),
  )?.version;
}
