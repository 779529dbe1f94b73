import { commandLineActor } from '@vezne/domain/actor';
import { readAdminConfig, readSecretKeys } from '../../server/src/config.ts';
import { createDatabase } from '../../server/src/db/kysely.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { createSealedSecrets } from '../../server/src/keys/sealed-secrets.ts';
import { createLogger } from '../../server/src/log.ts';
import type { CredentialContext } from '../../server/src/usecases/admin-context.ts';

/** Does what an administrator can do with the command line. */
export async function administer<Result>(
  env: Record<string, string>,
  work: (context: CredentialContext) => Promise<Result>,
): Promise<Result> {
  const config = readAdminConfig(env);
  const pool = createPool({
    url: config.databaseUrl,
    maxConnections: 1,
    applicationName: 'vezne-demo',
    log: createLogger({ level: 'silent', name: 'demo' }),
  });
  const db = createDatabase(pool);
  try {
    return await work({
      db,
      actor: commandLineActor('demo'),
      sealedSecrets: createSealedSecrets(readSecretKeys(env)),
      cell: config.cell,
    });
  } finally {
    await db.destroy();
  }
}
