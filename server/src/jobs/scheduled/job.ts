import type { Kysely } from 'kysely';
import type { Context } from '../../context.ts';
import type { JobName } from '../../db/job-queues.ts';
import type { Database } from '../../db/schema.ts';

/** What every job may need, built once for a worker. */
export interface JobContext extends Context {
  /** Typed queries on the same pool. */
  db: Kysely<Database>;
  /** Where the heads of the audit chain are published beside the log. */
  auditHeadFile: string | undefined;
}

/** Work that comes due by the clock. A run may be cut off at any point, and the next one goes on from there. */
export interface Job {
  name: JobName;
  /** Minute, hour, day, month, weekday, in the time of Istanbul. */
  cron: string;
  run: (context: JobContext) => Promise<void>;
}
