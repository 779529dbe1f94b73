import type { Logger } from 'pino';
import { THROTTLE_RULES } from '@vezne/domain/sign-in-throttle';
import type { ThrottleRules } from '@vezne/domain/sign-in-throttle';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { ConsoleConfig } from '../config/console.ts';
import { LOCK_TIMEOUT_OF_PEOPLE_MS, createPool } from '../db/pool.ts';
import { createStaffStore } from '../db/staff-sign-in.ts';
import { processName } from '../db/read/installation/older-processes.ts';
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
import { checkConsoleKeys } from './check-keys.ts';
import { createSurface } from './surface.ts';
import type { RunningProcess } from './surface.ts';
import { tidyByTheClock } from './tidy-sign-in.ts';

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
  const { expectedStandbys } = config;
  const pool = createPool({
    url: config.databaseUrl,
    maxConnections: MAX_CONNECTIONS,
    applicationName: processName('vezne-console'),
    log,
    expectedStandbys,
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
  const surface = createSurface('console', config, { pool, tracing, log });
  const live = createLiveHub({ pool, databaseUrl: config.databaseUrl, expectedStandbys, log });
  const mailer = config.mail === undefined ? undefined : createMailer(config.mail, log);
  const { problemNow: whyNotReady } = surface;
  const app = buildConsoleApp(signIn, { config, whyNotReady, live, mailer, ...appOptions });
  const tidying = tidyByTheClock(signIn, config.secretKeys.current);
  return await surface.serve(app, {
    first: [async () => await checkConsoleKeys(pool, config)],
    whyNotReady,
    letGo: async () => await live.stop(),
    async end() {
      await tidying.stop();
      await live.stop();
    },
    address: { consoleUrl: config.consoleUrl },
  });
}
