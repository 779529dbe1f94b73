import { publishSealingKeys } from '../../src/usecases/keys/publish.ts';
import { sealingKeysOf } from '../../src/keys/sealing-keys.ts';
import type { TestDatabase } from './database.ts';
import { testKeys } from './keys.ts';

/** As an api and a worker do at their start: from now on the portal can seal secrets. */
export async function nameSealingKeys(
  database: TestDatabase,
  roles: readonly ('vezne_api' | 'vezne_worker')[] = ['vezne_api', 'vezne_worker'],
): Promise<void> {
  const held = sealingKeysOf(testKeys.secretKeys);
  for (const role of roles) await publishSealingKeys(database.pool(role), { held, role });
}
