import type { Logger } from 'pino';
import { systemClock } from '../clock.ts';
import type { ApiConfig } from '../config.ts';
import { watchDatabase } from '../db/database-watch.ts';
import type { DatabaseWatch } from '../db/database-watch.ts';
import { createPool } from '../db/pool.ts';
import { processName } from '../db/read/older-processes.ts';
import { buildApiApp } from '../http/api-app.ts';
import { createPageTokens } from '../keys/page-token.ts';
import { createReferenceRound } from '../usecases/deposits/reference-codes.ts';
import { createSealedSecrets } from '../keys/sealed-secrets.ts';
import { startTracing } from '../tracing/start.ts';
import { createApiServices } from '../usecases/services.ts';
import { runningVersion } from '../version.ts';
import { checkApiKeys } from './check-keys.ts';
import { createDrain } from './drain.ts';
import { startMetrics } from './metrics.ts';
import type { ProcessMetrics } from './metrics.ts';
import { alarmOnOverload, noteWorkOfRequests } from './note-requests.ts';
import { watchSchema } from './schema-watch.ts';
import type { SchemaWatch } from './schema-watch.ts';
import { traceRequests } from './trace-requests.ts';
import { createVisibleProcess } from './visible-process.ts';

export interface RunningProcess {
  url: string;
  /** Answers the requests that have arrived, writes what is pending, and closes the database connections. */
  stop: () => Promise<void>;
}

/** One batch each of creates, look-ups and confirmations at a time, and a few for other work. */
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
  });
  const readPool = createPool({
    url: config.databaseUrl,
    maxConnections: MAX_READ_CONNECTIONS,
    applicationName: 'vezne-api-reads',
    log,
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
  let isStopping = false;
  let schema: SchemaWatch | undefined;
  let database: DatabaseWatch | undefined;
  let metrics: ProcessMetrics | undefined;
  const processProblem = (): string | undefined =>
    isStopping ? 'the process is stopping' : schema?.problem();
  const app = buildApiApp(context, { config, services, processProblem });
  const visible = createVisibleProcess({
    url: config.databaseUrl,
    log,
    kind: 'api',
    beatMs: config.beatMs,
  });
  noteWorkOfRequests(app, visible);
  alarmOnOverload(app, log);
  traceRequests(app, tracing);
  const drain = createDrain(app.server);
  const close = async (): Promise<void> => {
    await services.stop();
    await app.close();
    await tracing?.stop();
    await schema?.stop();
    await metrics?.stop();
    await database?.stop();
    await visible.hide();
    await pool.end();
    await readPool.end();
  };
  try {
    schema = await watchSchema(pool, log);
    await checkApiKeys({ pool, readPool, log }, config);
    await services.start();
    database = watchDatabase({ url: config.databaseUrl, name: 'vezne-api', clock: systemClock, log });
    metrics = await startMetrics({
      config: config.metrics,
      process: 'api',
      log,
      isDatabaseUp: database.isUp,
    });
    const url = await app.listen({ host: config.host, port: config.port, backlog: BACKLOG });
    await visible.show();
    log.info({ url, publicUrl: config.publicUrl }, 'the api is ready');
    return {
      url,
      async stop() {
        isStopping = true;
        await drain.start(config.drainMs);
        await close();
        log.info('the api has stopped');
      },
    };
  } catch (error) {
    // A failed start must not leave open connections: they would keep the process alive.
    await close();
    throw error;
  }
}
