import type { Kysely } from 'kysely';
import type { Context } from '../../context.ts';
import type { JobName } from '../../db/job-queues.ts';
import type { Database } from '../../db/schema.ts';

/** What every job may need, built once for a worker. */
export interface JobContext extends Context {
  /** Typed queries on the same pool. */
  db: Kysely<Database>;
}

/** Work that is due at fixed times. A run may be interrupted at any point, and the next one continues from there. */
export interface Job {
  name: JobName;
  /** Minute, hour, day, month, weekday, in Istanbul time. */
  cron: string;
  run: (context: JobContext) => Promise<void>;
}
