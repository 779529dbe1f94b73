import type { Person } from '@vezne/domain/actor';
import { readConsoleUrl, readPortalUrl } from '../../server/src/config/addresses.ts';
import { readAdminConfig } from '../../server/src/config/command-line.ts';
import { readSecretKeys } from '../../server/src/config/keys.ts';
import { createDatabase } from '../../server/src/db/kysely.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { createSealedSecrets } from '../../server/src/keys/sealed-secrets.ts';
import { createLogger } from '../../server/src/log.ts';
import type { CredentialContext } from '../../server/src/usecases/admin-context.ts';
import { createAgree, FIRST_PERSON } from './two-people.ts';
import type { Agree } from './two-people.ts';

/** An administrator, and the second person whom widening changes take. */
export interface Administration {
  context: CredentialContext;
  agree: Agree;
  /** The same with another second person. */
  agreeWith: (secondPerson: Person) => Agree;
  consoleUrl: string;
  portalUrl: string;
}

/** Does what administrators can do with the command line. */
export async function administer<Result>(
  env: Record<string, string>,
  work: (administration: Administration) => Promise<Result>,
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
    const issuer = { sealedSecrets: createSealedSecrets(readSecretKeys(env)), cell: config.cell };
    const confirming = {
      pool,
      db,
      issuer: () => issuer,
      consoleUrl: () => readConsoleUrl(env),
      portalUrl: () => readPortalUrl(env),
    };
    return await work({
      context: { db, actor: FIRST_PERSON, ...issuer },
      agree: createAgree(confirming),
      agreeWith: (secondPerson) => createAgree(confirming, secondPerson),
      consoleUrl: readConsoleUrl(env),
      portalUrl: readPortalUrl(env),
    });
  } finally {
    await db.destroy();
  }
}
