import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Tracing } from './tracing/tracing.ts';

/** What every use case may need, built once per process and passed down. */
export interface Context {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  /** Absent unless an endpoint for traces is set. */
  tracing?: Tracing | undefined;
}
