import type { Logger } from 'pino';
import { systemClock } from '../clock.ts';
import type { WorkerConfig } from '../config.ts';
import { createDatabase } from '../db/kysely.ts';
import { createPool } from '../db/pool.ts';
import { JOBS } from '../jobs/scheduled/jobs.ts';
import { createJobRunner } from '../jobs/scheduled/runner.ts';
import { createWebhookService } from '../jobs/webhooks/service.ts';
import { createSealedSecrets } from '../keys/sealed-secrets.ts';
import { checkHeadFile } from './check-head-file.ts';

/** Each job works on one connection or two, and few jobs run at the same minute. */
const MAX_CONNECTIONS = 4;

export async function startWorker(config: WorkerConfig, log: Logger): Promise<{ stop: () => Promise<void> }> {
  const { databaseUrl, auditHeadFile } = config;
  if (auditHeadFile !== undefined) await checkHeadFile(auditHeadFile);
  const pool = createPool({
    url: databaseUrl,
    maxConnections: MAX_CONNECTIONS,
    applicationName: 'vezne-worker',
    log,
  });
  const context = { pool, clock: systemClock, log, db: createDatabase(pool), auditHeadFile };
  const runner = createJobRunner(context, { databaseUrl, jobs: JOBS });
  const webhooks = createWebhookService({
    databaseUrl,
    config: config.webhooks,
    sealedSecrets: createSealedSecrets(config.secretKeys),
    clock: systemClock,
    log,
  });
  const stop = async (): Promise<void> => {
    await webhooks.stop();
    await runner.stop();
    await context.db.destroy();
  };
  try {
    await runner.start();
    webhooks.start();
  } catch (error) {
    // Its open connections would keep alive a process that does nothing.
    await stop();
    throw error;
  }
  log.info({ jobs: JOBS.map(({ name }) => name) }, 'the worker is ready');
  return {
    async stop() {
      await stop();
      log.info('the worker has stopped');
    },
  };
}
