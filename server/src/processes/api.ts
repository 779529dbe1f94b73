import type { Logger } from 'pino';
import { systemClock } from '../clock.ts';
import type { ApiConfig } from '../config/api.ts';
import { createPool } from '../db/pool.ts';
import { processName } from '../db/read/installation/older-processes.ts';
import { apiReadiness, buildApiApp } from '../http/api-app.ts';
import { createPageTokens } from '../keys/page-token.ts';
import { createReferenceRound } from '../usecases/deposits/reference-codes.ts';
import { createSealedSecrets } from '../keys/sealed-secrets.ts';
import { startTracing } from '../tracing/start.ts';
import { createApiServices } from '../usecases/services.ts';
import { runningVersion } from '../version.ts';
import { checkApiKeys } from './check-keys.ts';
import { configurationReadings } from './configuration-readings.ts';
import { alarmOnOverload } from './note-requests.ts';
import { createSurface } from './surface.ts';
import type { RunningProcess } from './surface.ts';
import { traceRequests } from './trace-requests.ts';

/** One batch each of creates, look-ups, presses, events and confirmations at a time, and a few for other work. */
const MAX_CONNECTIONS = 8;
/**
 * Reads have their own connections, so creates never wait behind them, however much partners read. Four for pages of lists,
 * and two each for look-ups by id, by reference and of hosted pages.
 */
const MAX_READ_CONNECTIONS = 10;
/**
 * Connections that wait to be accepted. Node's 511 are full after a busy moment, and then the kernel ignores those who connect: they try
 * again after 1, 3, 7 and 15 s. Linux takes 4,096 unless told otherwise (net.core.somaxconn).
 */
const BACKLOG = 4_096;
/** A list that takes longer reads too much, and most partners have given up by then. */
const READ_TIMEOUT_MS = 2_000;

export async function startApi(config: ApiConfig, log: Logger): Promise<RunningProcess> {
  const { expectedStandbys } = config;
  const tracing = await startTracing({
    endpoint: config.otlpEndpoint,
    name: 'api',
    version: runningVersion(),
    log,
  });
  const pool = createPool({
    url: config.databaseUrl,
    maxConnections: MAX_CONNECTIONS,
    applicationName: processName('vezne-api'),
    log,
    expectedStandbys,
  });
  const readPool = createPool({
    url: config.databaseUrl,
    maxConnections: MAX_READ_CONNECTIONS,
    applicationName: 'vezne-api-reads',
    log,
    expectedStandbys,
    statementTimeoutMs: READ_TIMEOUT_MS,
  });
  const context = { pool, clock: systemClock, log };
  const services = createApiServices(context, {
    config,
    readPool,
    sealedSecrets: createSealedSecrets(config.secretKeys),
    pageTokens: createPageTokens(config.pageKeys),
    referenceRound: createReferenceRound(config.referenceCodeKey),
  });
  const surface = createSurface('api', config, { pool, readPool, tracing, log });
  const whyNotReady = apiReadiness(services, surface.problem);
  const app = buildApiApp(context, { config, services, whyNotReady });
  alarmOnOverload(app, log);
  traceRequests(app, tracing);
  return await surface.serve(app, {
    first: [
      async () => await checkApiKeys({ pool, readPool, log }, config),
      async () => await services.start(),
    ],
    whyNotReady,
    readings: configurationReadings(services.configuration),
    end: async () => await services.stop(),
    backlog: BACKLOG,
    address: { publicUrl: config.publicUrl },
  });
}
