import { publishSealingKey } from '../../src/usecases/keys/publish.ts';
import type { TestDatabase } from './database.ts';
import { testKeys } from './keys.ts';

/** As an api and a worker do at their start: from now on the portal can seal secrets. */
export async function nameSealingKeys(
  database: TestDatabase,
  roles: readonly ('vezne_api' | 'vezne_worker')[] = ['vezne_api', 'vezne_worker'],
): Promise<void> {
  const { secretKeys } = testKeys;
  for (const role of roles) await publishSealingKey(database.pool(role), { secretKeys, role });
}
