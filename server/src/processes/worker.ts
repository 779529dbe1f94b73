import type { Logger } from 'pino';
import { systemClock } from '../clock.ts';
import type { WorkerConfig } from '../config/worker.ts';
import { watchDatabase } from '../db/database-watch.ts';
import type { DatabaseWatch } from '../db/database-watch.ts';
import { createDatabase } from '../db/kysely.ts';
import { createPool } from '../db/pool.ts';
import { processName } from '../db/read/installation/older-processes.ts';
import { createAuditSealService } from '../jobs/audit-log/service.ts';
import { createFrozenAccountService } from '../jobs/frozen-accounts/service.ts';
import { JOBS } from '../jobs/scheduled/jobs.ts';
import { createJobRunner } from '../jobs/scheduled/runner.ts';
import { createStatementService } from '../jobs/statements/service.ts';
import { createWebhookService } from '../jobs/webhooks/service.ts';
import { createWebhookTestService } from '../jobs/webhooks/test-service.ts';
import { createSealedSecrets } from '../keys/sealed-secrets.ts';
import { startTracing } from '../tracing/start.ts';
import { runningVersion } from '../version.ts';
import { checkHeadFile } from './check-head-file.ts';
import { checkWorkerKeys } from './check-keys.ts';
import { startMetrics } from './metrics.ts';
import type { ProcessMetrics } from './metrics.ts';
import { watchSchema } from './schema-watch.ts';
import type { SchemaWatch } from './schema-watch.ts';
import { createServiceReadings } from './service-readings.ts';
import { createVisibleProcess } from './visible-process.ts';
import { whenReachable } from './when-reachable.ts';

/** Each job uses one or two connections, and few jobs run in the same minute. */
const MAX_CONNECTIONS = 4;

export interface RunningWorker {
  /** Resolves with the reason when it can't go on. */
  unfit: Promise<string>;
  stop: () => Promise<void>;
}

export async function startWorker(config: WorkerConfig, log: Logger): Promise<RunningWorker> {
  const { databaseUrl, expectedStandbys, auditHeadFile } = config;
  if (auditHeadFile !== undefined) await checkHeadFile(auditHeadFile);
  const tracing = await startTracing({
    endpoint: config.otlpEndpoint,
    name: 'worker',
    version: runningVersion(),
    log,
  });
  const pool = createPool({
    url: databaseUrl,
    maxConnections: MAX_CONNECTIONS,
    applicationName: processName('vezne-worker'),
    log,
    expectedStandbys,
  });
  const context = { pool, clock: systemClock, log, db: createDatabase(pool) };
  const visible = createVisibleProcess({
    url: databaseUrl,
    log,
    kind: 'worker',
    beatMs: config.beatMs,
    expectedStandbys,
  });
  const noteWork = (): void => visible.noteWork();
  let database: DatabaseWatch | undefined;
  const runner = createJobRunner(context, {
    databaseUrl,
    expectedStandbys,
    jobs: JOBS,
    noteWork,
    wasDatabaseUpSince: (monotonicMs) => database?.wasUpSince(monotonicMs) ?? true,
  });
  const sealedSecrets = createSealedSecrets(config.secretKeys);
  const webhooks = createWebhookService({
    databaseUrl,
    expectedStandbys,
    config: config.webhooks,
    sealedSecrets,
    clock: systemClock,
    log,
    noteWork,
    tracing,
  });
  const webhookTests = createWebhookTestService({
    pool,
    config: config.webhooks,
    sealedSecrets,
    clock: systemClock,
    log,
    noteWork,
  });
  const statements = createStatementService({ pool, clock: systemClock, log, noteWork });
  const frozenAccounts = createFrozenAccountService({ databaseUrl, expectedStandbys, log });
  const auditSeals = createAuditSealService({ databaseUrl, expectedStandbys, auditHeadFile, log, noteWork });
  let schema: SchemaWatch | undefined;
  let metrics: ProcessMetrics | undefined;
  const stop = async (): Promise<void> => {
    await schema?.stop();
    await auditSeals.stop();
    await frozenAccounts.stop();
    await statements.stop();
    // Together: a receiver that hangs in a test must not let deliveries go on meanwhile.
    await Promise.all([webhookTests.stop(), webhooks.stop()]);
    await tracing?.stop();
    await runner.stop();
    await metrics?.stop();
    await database?.stop();
    // Last: until then it has work in hand.
    await visible.hide();
    await context.db.destroy();
  };
  try {
    const { confirmedMsAgo, unconfirmedMs } = visible;
    const watch = watchDatabase({
      url: databaseUrl,
      name: 'vezne-worker',
      clock: systemClock,
      log,
      unconfirmedMs,
      expectedStandbys,
    });
    database = watch;
    // Before it waits for a database that is away, as a surface does.
    metrics = await startMetrics({
      config: config.metrics,
      process: 'worker',
      log,
      database: watch,
      confirmedMsAgo,
      more: createServiceReadings({
        pool,
        clock: systemClock,
        log,
        isDatabaseUp: watch.isUp,
        expectedStandbys,
      }),
    });
    schema = await whenReachable(log, async () => await watchSchema(pool, log));
    await whenReachable(log, async () => await checkWorkerKeys(pool, config.secretKeys));
    await whenReachable(log, async () => await runner.start());
    webhooks.start();
    webhookTests.start();
    frozenAccounts.start();
    statements.start();
    auditSeals.start();
    await visible.show();
  } catch (error) {
    // A failed start must not leave open connections: they would keep the process alive.
    await stop();
    throw error;
  }
  log.info({ jobs: JOBS.map(({ name }) => name) }, 'the worker is ready');
  return {
    // It has no health check that could tell: a worker that went on would write what the new schema may not mean.
    unfit: schema.unfit,
    async stop() {
      await stop();
      log.info('the worker has stopped');
    },
  };
}
