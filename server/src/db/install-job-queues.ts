import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { JOB_QUEUES, JOB_SCHEMA } from './job-queues.ts';

/** How a run is judged, the same for every job. */
const QUEUE_OPTIONS = {
  // One run of a job waits or works at a time, over all workers; what comes due meanwhile is dropped.
  policy: 'exclusive',
  // A failed run is not repeated: the next one comes at the job's next time.
  retryLimit: 0,
  // A worker that dies is noticed by its silence, so that its run does not keep the next ones out for long.
  heartbeatSeconds: 30,
  // As long as pg-boss allows: a run that is taken for dead while it works would get a second one beside it.
  expireInSeconds: 86_400,
  // A run that nobody took in a day is of no use any more.
  retentionSeconds: 86_400,
  // A run a minute is 1,440 rows a day; the log tells what happened before.
  deleteAfterSeconds: 86_400,
} as const;

/**
 * Brings pg-boss's schema up to date and makes the queues, on the owner's connection and under its lock. Safe to repeat.
 * The worker could do this itself only if it might create tables, which no process may.
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
    for (const name of JOB_QUEUES) {
      await boss.createQueue(name, QUEUE_OPTIONS);
      // A queue that was there already keeps its old options otherwise; the policy alone can never change.
      const { policy: _fixed, ...changeable } = QUEUE_OPTIONS;
      await boss.updateQueue(name, changeable);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure;
  await client.query(WORKER_GRANTS);
}

/** What pg-boss does while it runs. Its tables themselves are changed by the migrate command alone. */
const WORKER_GRANTS = Object.entries({
  job: 'select, insert, update, delete',
  // Where the rows of job are; pg-boss names it when it knows the queue.
  job_common: 'select, insert, update, delete',
  job_dependency: 'select, delete',
  queue: 'select, insert, update',
  schedule: 'select, insert, update, delete',
  version: 'select, update',
})
  .map(([table, rights]) => `grant ${rights} on ${JOB_SCHEMA}.${table} to vezne_worker;`)
  .concat(`grant usage on schema ${JOB_SCHEMA} to vezne_worker;`)
  .join('\n');
