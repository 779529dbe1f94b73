import type { TestContext } from 'node:test';
import { PgBoss } from 'pg-boss';
import type { JobName } from '../../src/db/job-queues.ts';
import { JOB_SCHEMA } from '../../src/db/job-queues.ts';
import type { TestDatabase } from './database.ts';

/** Makes jobs of running workers due before their time. */
export async function startDueJobs(
  t: TestContext,
  database: TestDatabase,
): Promise<(job: JobName) => Promise<void>> {
  const boss = new PgBoss({
    connectionString: database.ownerUrl,
    max: 1,
    schema: JOB_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  t.after(async () => await boss.stop({ graceful: false }));
  return async (job) => void (await boss.send(job));
}
