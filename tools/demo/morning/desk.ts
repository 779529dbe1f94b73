import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import { systemClock } from '../../../server/src/clock.ts';
import { readConsoleUrl, readPortalUrl } from '../../../server/src/config/addresses.ts';
import { readApiConfig } from '../../../server/src/config/api.ts';
import { readAdminConfig } from '../../../server/src/config/command-line.ts';
import { createDatabase } from '../../../server/src/db/kysely.ts';
import { createPool } from '../../../server/src/db/pool.ts';
import { createRetryUntilSettled } from '../../../server/src/db/retry-until-settled.ts';
import type { RetryUntilSettled } from '../../../server/src/db/retry-until-settled.ts';
import { createPageTokens } from '../../../server/src/keys/page-token.ts';
import { createSealedSecrets } from '../../../server/src/keys/sealed-secrets.ts';
import { createLogger } from '../../../server/src/log.ts';
import type { ConfirmContext } from '../../../server/src/usecases/confirmation/prepared.ts';
import { createDecisions } from '../../../server/src/usecases/decisions/decisions.ts';
import type { Decisions } from '../../../server/src/usecases/decisions/decisions.ts';
import { createReferenceRound } from '../../../server/src/usecases/deposits/reference-codes.ts';
import { createApiServices } from '../../../server/src/usecases/services.ts';
import type { ApiServices } from '../../../server/src/usecases/services.ts';
import { personAtCommandLine } from '../../../server/src/usecases/staff/at-command-line.ts';

/** Everybody who has a part in the morning: partners and players at the api, our own people, and the clock's jobs. */
export interface MorningDesk {
  services: ApiServices;
  api: pg.Pool;
  worker: pg.Pool;
  admin: pg.Pool;
  db: ReturnType<typeof createDatabase>;
  decisions: Decisions;
  retry: RetryUntilSettled;
  /** Operators, by what they do here. */
  people: { operator: Person; senior: Person; administrator: Person; secondAdministrator: Person };
  confirming: Omit<ConfirmContext, 'actor'>;
}

const KNOWN_WITHIN_MS = 15_000;
const log = createLogger({ level: 'silent', name: 'demo' });

/** The services of an api and of the command line in this process, on the demo's database. */
export async function atDesk<Result>(
  env: Record<string, string>,
  work: (desk: MorningDesk) => Promise<Result>,
): Promise<Result> {
  const config = readApiConfig(env);
  const { cell, databaseUrl: adminUrl } = readAdminConfig(env);
  const pools: pg.Pool[] = [];
  const poolOf = (url: string, maxConnections: number): pg.Pool => {
    const pool = createPool({ url, maxConnections, applicationName: 'vezne-demo', log });
    pools.push(pool);
    return pool;
  };
  const [api, reads] = [poolOf(config.databaseUrl, 4), poolOf(config.databaseUrl, 2)];
  const worker = poolOf(env['VEZNE_WORKER_DATABASE_URL'] ?? '', 2);
  const admin = poolOf(adminUrl, 2);
  const sealedSecrets = createSealedSecrets(config.secretKeys);
  const services = createApiServices(
    { pool: api, clock: systemClock, log },
    {
      config,
      readPool: reads,
      sealedSecrets,
      pageTokens: createPageTokens(config.pageKeys),
      referenceRound: createReferenceRound(config.referenceCodeKey),
    },
  );
  const db = createDatabase(admin);
  const retry = createRetryUntilSettled({ clock: systemClock, log, boundMs: KNOWN_WITHIN_MS });
  try {
    await services.start();
    const person = async (handle: string): Promise<Person> => await personAtCommandLine(db, handle);
    return await work({
      services,
      api,
      worker,
      admin,
      db,
      decisions: createDecisions({ pool: admin, log, retry }),
      retry,
      people: {
        operator: await person('elif'),
        senior: await person('deniz'),
        administrator: await person('ayse'),
        secondAdministrator: await person('mehmet'),
      },
      confirming: {
        pool: admin,
        db,
        issuer: () => ({ sealedSecrets, cell }),
        consoleUrl: () => readConsoleUrl(env),
        portalUrl: () => readPortalUrl(env),
      },
    });
  } finally {
    await services.stop();
    for (const pool of pools) await pool.end();
  }
}
