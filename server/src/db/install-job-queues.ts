import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { JOB_QUEUES, JOB_SCHEMA } from './job-queues.ts';
import type { JobName } from './job-queues.ts';

/** The options for runs, the same for every job. */
const QUEUE_OPTIONS = {
  // Only one run of a job waits or works at a time, across all workers. Runs that come due during it are dropped.
  policy: 'exclusive',
  // A failed run is not repeated. The next one comes at the job's next time.
  retryLimit: 0,
  // A dead worker is noticed by its missing heartbeats, so its run does not block the next ones for long.
  heartbeatSeconds: 30,
  // The maximum of pg-boss. If a working run counted as dead, a second one would run beside it.
  expireInSeconds: 86_400,
  // A run that no worker took within a day is useless.
  retentionSeconds: 86_400,
  // One run per minute gives 1,440 rows per day. The log shows what happened earlier.
  deleteAfterSeconds: 86_400,
} as const;

/**
 * Brings pg-boss's schema up to date and creates the queues, on the owner's connection and under its lock. Safe to repeat.
 * A worker could do this only with the right to create tables, which no process has.
 */
export async function installJobQueues(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => await client.query(text, values) },
    schema: JOB_SCHEMA,
    supervise: false,
    schedule: false,
  });
  const failures: Error[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  try {
    for (const name of JOB_QUEUES) await installQueue(boss, name);
  } finally {
    await boss.stop({ graceful: false });
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure;
  await client.query(WORKER_GRANTS);
}

/**
 * Touches only what differs. To create a queue pg-boss takes an advisory lock, which any role could hold, and to change one a row
 * that the worker's role could hold: neither must keep a database that is up to date from migrating.
 */
async function installQueue(boss: PgBoss, name: JobName): Promise<void> {
  // Only the policy can never change.
  const { policy: _fixed, ...changeable } = QUEUE_OPTIONS;
  const existing = await boss.getQueue(name);
  if (existing === null) return await boss.createQueue(name, QUEUE_OPTIONS);
  const differs = Object.entries(changeable).some(
    ([option, value]) => existing[option as keyof typeof changeable] !== value,
  );
  if (differs) await boss.updateQueue(name, changeable);
}

/** What pg-boss needs while it runs. Only the migrate command changes the tables themselves. */
const WORKER_GRANTS = Object.entries({
  job: 'select, insert, update, delete',
  // The table that holds the rows of job. pg-boss uses its name when it knows the queue.
  job_common: 'select, insert, update, delete',
  job_dependency: 'select, delete',
  queue: 'select, insert, update',
  schedule: 'select, insert, update, delete',
  version: 'select, update',
})
  .map(([table, rights]) => `grant ${rights} on ${JOB_SCHEMA}.${table} to vezne_worker;`)
  .concat(`grant usage on schema ${JOB_SCHEMA} to vezne_worker;`)
  .join('\n');
