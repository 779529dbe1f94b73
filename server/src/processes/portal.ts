import type { Logger } from 'pino';
import { THROTTLE_RULES } from '@vezne/domain/sign-in-throttle';
import type { ThrottleRules } from '@vezne/domain/sign-in-throttle';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { PortalConfig } from '../config.ts';
import { watchDatabase } from '../db/database-watch.ts';
import type { DatabaseWatch } from '../db/database-watch.ts';
import { LOCK_TIMEOUT_OF_PEOPLE_MS, createPool } from '../db/pool.ts';
import { createPortalStore } from '../db/portal-sign-in.ts';
import { processName } from '../db/read/older-processes.ts';
import { buildPortalApp } from '../http/portal/app.ts';
import { createMailer } from '../mail/smtp.ts';
import type { PortalAppOptions } from '../http/portal/app.ts';
import { PASSWORD_COST } from '../keys/passwords.ts';
import type { PasswordCost } from '../keys/passwords.ts';
import { createSealedSecrets } from '../keys/sealed-secrets.ts';
import { startTracing } from '../tracing/start.ts';
import type { PortalSignIn } from '../usecases/partner-people/signed-in.ts';
import { createPasswords } from '../usecases/sign-in/passwords.ts';
import { runningVersion } from '../version.ts';
import type { RunningProcess } from './api.ts';
import { checkPortalKeys } from './check-keys.ts';
import { createDrain } from './drain.ts';
import { startMetrics } from './metrics.ts';
import type { ProcessMetrics } from './metrics.ts';
import { noteWorkOfRequests } from './note-requests.ts';
import { watchSchema } from './schema-watch.ts';
import type { SchemaWatch } from './schema-watch.ts';
import { tidyByTheClock } from './tidy-sign-in.ts';
import { createVisibleProcess } from './visible-process.ts';

/** People look at lists: each request takes one connection for some milliseconds. */
const MAX_CONNECTIONS = 10;

/** What a test may change. */
export interface PortalVariations extends Pick<PortalAppOptions, 'more' | 'pages' | 'pressesAMinute'> {
  clock?: Clock;
  throttleRules?: ThrottleRules;
  passwordCost?: PasswordCost;
  maxDatabaseConnections?: number;
}

export async function startPortal(
  config: PortalConfig,
  log: Logger,
  {
    clock = systemClock,
    throttleRules = THROTTLE_RULES,
    passwordCost = PASSWORD_COST,
    maxDatabaseConnections = MAX_CONNECTIONS,
    ...appOptions
  }: PortalVariations = {},
): Promise<RunningProcess> {
  const pool = createPool({
    url: config.databaseUrl,
    maxConnections: maxDatabaseConnections,
    applicationName: processName('vezne-portal'),
    log,
    lockTimeoutMs: LOCK_TIMEOUT_OF_PEOPLE_MS,
  });
  const tracing = await startTracing({
    endpoint: config.otlpEndpoint,
    name: 'portal',
    version: runningVersion(),
    log,
  });
  const { hostname } = new URL(config.portalUrl);
  const signIn: PortalSignIn = {
    store: createPortalStore(pool),
    totpIssuer: 'Vezne Portal',
    pool,
    clock,
    log,
    tracing,
    passwords: createPasswords(passwordCost),
    sealedSecrets: createSealedSecrets(config.portalKeys),
    passkeyPlace: { rpId: hostname, origin: config.portalUrl },
    throttleRules,
    isSecondFactorRequired: config.environment !== 'development',
  };
  let isStopping = false;
  let schema: SchemaWatch | undefined;
  let database: DatabaseWatch | undefined;
  let metrics: ProcessMetrics | undefined;
  const whyNotReady = async (): Promise<string | undefined> => {
    if (isStopping) return 'the process is stopping';
    const problem = schema?.problem();
    if (problem !== undefined) return problem;
    return await pool.query('select').then(
      () => undefined,
      () => 'the database cannot be reached',
    );
  };
  const mailer = config.mail === undefined ? undefined : createMailer(config.mail, log);
  const app = buildPortalApp(signIn, { config, whyNotReady, mailer, ...appOptions });
  const visible = createVisibleProcess({
    url: config.databaseUrl,
    log,
    kind: 'portal',
    beatMs: config.beatMs,
  });
  noteWorkOfRequests(app, visible);
  const drain = createDrain(app.server);
  const tidying = tidyByTheClock(signIn, config.portalKeys.current);
  const close = async (): Promise<void> => {
    await tidying.stop();
    await app.close();
    await tracing?.stop();
    await schema?.stop();
    await metrics?.stop();
    await database?.stop();
    await visible.hide();
    await pool.end();
  };
  try {
    schema = await watchSchema(pool, log);
    await checkPortalKeys(pool, config.portalKeys);
    database = watchDatabase({ url: config.databaseUrl, name: 'vezne-portal', clock: systemClock, log });
    metrics = await startMetrics({
      config: config.metrics,
      process: 'portal',
      log,
      isDatabaseUp: database.isUp,
    });
    const url = await app.listen({ host: config.host, port: config.port });
    await visible.show();
    log.info({ url, portalUrl: config.portalUrl }, 'the portal is ready');
    return {
      url,
      async stop() {
        isStopping = true;
        await drain.start(config.drainMs);
        await close();
        log.info('the portal has stopped');
      },
    };
  } catch (error) {
    // A failed start must not leave open connections: they would keep the process alive.
    await close();
    throw error;
  }
}
