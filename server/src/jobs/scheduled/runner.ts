import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { ConfigError } from '../../config/environment.ts';
import { ANSWER_WITHIN_MS, LOOK_EVERY_MS } from '../../db/database-watch.ts';
import { isConnectionLost } from '../../db/errors.ts';
import { JOB_SCHEMA } from '../../db/job-queues.ts';
import { ProvenClient } from '../../db/proven-client.ts';
import type { ProvenConfig } from '../../db/proven-client.ts';
import { processCounts } from '../../metrics/process-counts.ts';
import type { Job, JobContext } from './job.ts';

const TIME_ZONE = 'Europe/Istanbul';

/** One to look for work and one for pg-boss's housekeeping. Jobs have their own pool. */
const MAX_CONNECTIONS = 2;
/**
 * pg-boss takes advisory locks for its housekeeping, and any role could hold one. Jobs go on without it; it says so, and the run of
 * a worker that died is given up only when the lock is free.
 */
const LOCK_TIMEOUT = '-c lock_timeout=5s';
/** As for our own pools: see db/pool. */
const NOT_COMPILED = '-c jit=off';
/** A job starts at most this long, plus two seconds of polling, after its time. */
const CRON_CHECK_SECONDS = 5;
/** Half of the silence after which a worker counts as dead, so another worker runs its jobs within a minute. */
const SUPERVISE_SECONDS = 15;
/** The process is killed long before this. An interrupted job continues at its next time. */
const FINISH_WITHIN_MS = 24 * 60 * 60_000;
/** The watch of the database has looked once more by then. */
const FOUND_AWAY_WITHIN_MS = LOOK_EVERY_MS + ANSWER_WITHIN_MS;
/** It says so for half a second at least. */
const ASK_EVERY_MS = 200;

export interface JobRunner {
  start: () => Promise<void>;
  /** Lets running jobs finish, and starts nothing new. */
  stop: () => Promise<void>;
}

/** Runs each job at its times, once across all workers. */
export function createJobRunner(
  context: JobContext,
  {
    databaseUrl,
    expectedStandbys = 0,
    jobs,
    noteWork = () => undefined,
    wasDatabaseUpSince = () => true,
  }: {
    databaseUrl: string;
    expectedStandbys?: number;
    jobs: readonly Job[];
    /** A job was done. */
    noteWork?: () => void;
    /** What the watch of the database says of the time since then. */
    wasDatabaseUpSince?: (monotonicMs: number) => boolean;
  },
): JobRunner {
  const { log } = context;
  // A counter that first appears with 1 looks to Prometheus as if nothing had happened.
  for (const { name } of jobs) {
    processCounts.jobsDone.add(name, 0);
    processCounts.jobsFailed.add(name, 0);
  }
  let boss: PgBoss | undefined;

  async function work(starting: PgBoss): Promise<void> {
    await starting.start().catch((error: unknown) => {
      throw isOutOfDate(error) ? new ConfigError(OUT_OF_DATE, { cause: error }) : error;
    });
    await setSchedules(starting, jobs);
    for (const job of jobs) {
      await starting.work(job.name, { pollingIntervalSeconds: 2 }, async () => {
        await runOnce(job, context, wasDatabaseUpSince);
        noteWork();
      });
    }
  }

  return {
    async start() {
      boss = createBoss(databaseUrl, expectedStandbys, log);
      try {
        await work(boss);
      } catch (error) {
        // Half a start can't be taken up again. The next one gets a new queue.
        await boss.stop({ graceful: false }).catch(() => undefined);
        throw error;
      }
    },
    async stop() {
      await boss?.stop({ graceful: true, timeout: FINISH_WITHIN_MS });
    },
  };
}

function createBoss(databaseUrl: string, expectedStandbys: number, log: Logger): PgBoss {
  // pg-boss hands its options to its pool. Its types don't name these; a test holds them.
  const proof: Required<Pick<ProvenConfig, 'expectedStandbys'>> & { Client: typeof ProvenClient } = {
    Client: ProvenClient,
    expectedStandbys,
  };
  // pg-boss makes its own pool, so our parser of int8 does not affect it: it calculates with its numbers.
  const boss = new PgBoss({
    ...proof,
    connectionString: databaseUrl,
    application_name: 'vezne-worker-jobs',
    max: MAX_CONNECTIONS,
    options: `${LOCK_TIMEOUT} ${NOT_COMPILED}`,
    schema: JOB_SCHEMA,
    migrate: false,
    cronMonitorIntervalSeconds: CRON_CHECK_SECONDS,
    cronWorkerIntervalSeconds: 1,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // Only the owner of an index may rebuild it.
    reindex: false,
  });
  boss.on('error', (error) => {
    // A database that is away has an alarm of its own, and the queue goes on by itself. If it doesn't, no job runs, and job_stands_still
    // says so.
    if (isConnectionLost(error)) log.warn({ err: error }, 'the job queue lost the database');
    else log.error({ alarm: 'job_queue_failed', err: error }, 'the job queue met an error');
  });
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue has a warning'));
  return boss;
}

const OUT_OF_DATE = 'The job queues of the database are not up to date. Run: vezne migrate';

/** The texts of pg-boss, which gives these errors no code. */
function isOutOfDate(error: unknown): boolean {
  return (
    error instanceof Error && /^pg-boss (is not installed|database requires migrations)/.test(error.message)
  );
}

/** The list of jobs decides: a job that is no longer on it is not scheduled any more. */
async function setSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Set<string>(jobs.map(({ name }) => name));
  for (const { name, key } of await boss.getSchedules()) {
    if (!known.has(name)) await boss.unschedule(name, key);
  }
  for (const { name, cron } of jobs) {
    // Times that passed while no worker ran lead to one run.
    await boss.schedule(name, cron, null, { tz: TIME_ZONE, missed: 'once' });
  }
}

async function runOnce(
  job: Job,
  context: JobContext,
  wasDatabaseUpSince: (monotonicMs: number) => boolean,
): Promise<void> {
  const log = context.log.child({ job: job.name });
  const startMs = context.clock.monotonicMs();
  try {
    await job.run({ ...context, log });
    processCounts.jobsDone.add(job.name);
  } catch (error) {
    processCounts.jobsFailed.add(job.name);
    const line = 'a job failed; it is tried again at its next time';
    // A database that is away has an alarm of its own. One that is there and has no connection for us has none.
    if (isConnectionLost(error) && (await isFoundAway(() => !wasDatabaseUpSince(startMs))))
      log.warn({ err: error }, line);
    else log.error({ alarm: 'job_failed', err: error }, line);
    throw error;
  }
}

/** The job may know before the watch does, which looks every two seconds. */
async function isFoundAway(isAway: () => boolean): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < FOUND_AWAY_WITHIN_MS; waitedMs += ASK_EVERY_MS) {
    if (isAway()) return true;
    await sleep(ASK_EVERY_MS);
  }
  return isAway();
}
