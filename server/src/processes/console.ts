import type { Logger } from 'pino';
import { THROTTLE_RULES } from '@vezne/domain/sign-in-throttle';
import type { ThrottleRules } from '@vezne/domain/sign-in-throttle';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { ConsoleConfig } from '../config.ts';
import { watchDatabase } from '../db/database-watch.ts';
import type { DatabaseWatch } from '../db/database-watch.ts';
import { LOCK_TIMEOUT_OF_PEOPLE_MS, createPool } from '../db/pool.ts';
import { createStaffStore } from '../db/staff-sign-in.ts';
import { processName } from '../db/read/older-processes.ts';
import { buildConsoleApp } from '../http/console/app.ts';
import type { ConsoleAppOptions } from '../http/console/app.ts';
import { createMailer } from '../mail/smtp.ts';
import { startTracing } from '../tracing/start.ts';
import { createLiveHub } from '../usecases/live/hub.ts';
import { PASSWORD_COST } from '../keys/passwords.ts';
import type { PasswordCost } from '../keys/passwords.ts';
import { createSealedSecrets } from '../keys/sealed-secrets.ts';
import type { StaffSignIn } from '../usecases/staff/signed-in.ts';
import { createPasswords } from '../usecases/sign-in/passwords.ts';
import { runningVersion } from '../version.ts';
import type { RunningProcess } from './api.ts';
import { checkConsoleKeys } from './check-keys.ts';
import { createDrain } from './drain.ts';
import { startMetrics } from './metrics.ts';
import type { ProcessMetrics } from './metrics.ts';
import { noteWorkOfRequests } from './note-requests.ts';
import { watchSchema } from './schema-watch.ts';
import type { SchemaWatch } from './schema-watch.ts';
import { tidyByTheClock } from './tidy-sign-in.ts';
import { createVisibleProcess } from './visible-process.ts';

/** People ask for little, and each request for one thing at a time. */
const MAX_CONNECTIONS = 10;

/** What a test may change. */
export interface ConsoleVariations extends Pick<
  ConsoleAppOptions,
  'more' | 'pages' | 'livePace' | 'exportRows'
> {
  clock?: Clock;
  throttleRules?: ThrottleRules;
  passwordCost?: PasswordCost;
}

export async function startConsole(
  config: ConsoleConfig,
  log: Logger,
  {
    clock = systemClock,
    throttleRules = THROTTLE_RULES,
    passwordCost = PASSWORD_COST,
    ...appOptions
  }: ConsoleVariations = {},
): Promise<RunningProcess> {
  const pool = createPool({
    url: config.databaseUrl,
    maxConnections: MAX_CONNECTIONS,
    applicationName: processName('vezne-console'),
    log,
    lockTimeoutMs: LOCK_TIMEOUT_OF_PEOPLE_MS,
  });
  const tracing = await startTracing({
    endpoint: config.otlpEndpoint,
    name: 'console',
    version: runningVersion(),
    log,
  });
  const { hostname } = new URL(config.consoleUrl);
  const signIn: StaffSignIn = {
    store: createStaffStore(pool),
    totpIssuer: 'Vezne',
    pool,
    clock,
    log,
    tracing,
    passwords: createPasswords(passwordCost),
    sealedSecrets: createSealedSecrets(config.secretKeys),
    passkeyPlace: { rpId: hostname, origin: config.consoleUrl },
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
  const live = createLiveHub({ pool, databaseUrl: config.databaseUrl, log });
  const mailer = config.mail === undefined ? undefined : createMailer(config.mail, log);
  const app = buildConsoleApp(signIn, { config, whyNotReady, live, mailer, ...appOptions });
  const visible = createVisibleProcess({
    url: config.databaseUrl,
    log,
    kind: 'console',
    beatMs: config.beatMs,
  });
  noteWorkOfRequests(app, visible);
  const drain = createDrain(app.server);
  const tidying = tidyByTheClock(signIn, config.secretKeys.current);
  const close = async (): Promise<void> => {
    await tidying.stop();
    await live.stop();
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
    await checkConsoleKeys(pool, config);
    database = watchDatabase({ url: config.databaseUrl, name: 'vezne-console', clock: systemClock, log });
    metrics = await startMetrics({
      config: config.metrics,
      process: 'console',
      log,
      isDatabaseUp: database.isUp,
    });
    const url = await app.listen({ host: config.host, port: config.port });
    await visible.show();
    log.info({ url, consoleUrl: config.consoleUrl }, 'the console is ready');
    return {
      url,
      async stop() {
        isStopping = true;
        // Browsers come again, and find another process.
        await live.stop();
        await drain.start(config.drainMs);
        await close();
        log.info('the console has stopped');
      },
    };
  } catch (error) {
    // A failed start must not leave open connections: they would keep the process alive.
    await close();
    throw error;
  }
}
