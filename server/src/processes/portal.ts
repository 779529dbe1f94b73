import type { Logger } from 'pino';
import { THROTTLE_RULES } from '@vezne/domain/sign-in-throttle';
import type { ThrottleRules } from '@vezne/domain/sign-in-throttle';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { PortalConfig } from '../config/portal.ts';
import { LOCK_TIMEOUT_OF_PEOPLE_MS, createPool } from '../db/pool.ts';
import { createPortalStore } from '../db/portal-sign-in.ts';
import { processName } from '../db/read/installation/older-processes.ts';
import { buildPortalApp } from '../http/portal/app.ts';
import { createMailer } from '../mail/smtp.ts';
import type { PortalAppOptions } from '../http/portal/app.ts';
import { PASSWORD_COST } from '../keys/passwords.ts';
import type { PasswordCost } from '../keys/passwords.ts';
import { createSealedSecrets } from '../keys/sealed-secrets.ts';
import { startTracing } from '../tracing/start.ts';
import { createReadTurns } from '../usecases/partner-people/read-turns.ts';
import type { PortalSignIn } from '../usecases/partner-people/signed-in.ts';
import { createPasswords } from '../usecases/sign-in/passwords.ts';
import { runningVersion } from '../version.ts';
import { checkPortalKeys } from './check-keys.ts';
import { createSurface } from './surface.ts';
import type { RunningProcess } from './surface.ts';
import { tidyByTheClock } from './tidy-sign-in.ts';

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
  const { expectedStandbys } = config;
  const pool = createPool({
    url: config.databaseUrl,
    maxConnections: maxDatabaseConnections,
    applicationName: processName('vezne-portal'),
    log,
    expectedStandbys,
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
    readTurns: createReadTurns(),
    clock,
    log,
    tracing,
    passwords: createPasswords(passwordCost),
    sealedSecrets: createSealedSecrets(config.portalKeys),
    passkeyPlace: { rpId: hostname, origin: config.portalUrl },
    throttleRules,
    isSecondFactorRequired: config.environment !== 'development',
  };
  const surface = createSurface('portal', config, { pool, tracing, log });
  const mailer = config.mail === undefined ? undefined : createMailer(config.mail, log);
  const { problemNow: whyNotReady } = surface;
  const app = buildPortalApp(signIn, { config, whyNotReady, mailer, ...appOptions });
  const tidying = tidyByTheClock(signIn, config.portalKeys.current);
  return await surface.serve(app, {
    first: [async () => await checkPortalKeys(pool, config.portalKeys)],
    whyNotReady,
    end: async () => await tidying.stop(),
    address: { portalUrl: config.portalUrl },
  });
}
