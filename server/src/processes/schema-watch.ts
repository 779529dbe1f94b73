import type pg from 'pg';
import type { Logger } from 'pino';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { compareMigrations, knownMigrations } from '../db/migration-names.ts';
import { readAppliedMigrations } from '../db/read/installation/schema-migrations.ts';
import { SchemaError, schemaProblem } from './schema-problem.ts';

export interface SchemaWatch {
  /** Why this version can't serve the schema as it was seen last; undefined if it can. */
  problem: () => string | undefined;
  /** Resolves with the first problem that comes up while the process runs. */
  unfit: Promise<string>;
  stop(): Promise<void>;
}

/** A few rows, read once in this time by each process. Whoever asks whether it is ready costs no query. */
const EVERY_MS = 2_000;
/** While it lasts. `vezne status` and Prometheus take this alarm for open for half an hour. */
const AGAIN_MS = 10 * 60_000;

/** Refuses a schema that this version can't serve, and then looks whether it stays one. */
export async function watchSchema(
  pool: pg.Pool,
  log: Logger,
  { clock = systemClock, everyMs = EVERY_MS }: { clock?: Clock; everyMs?: number } = {},
): Promise<SchemaWatch> {
  const known = knownMigrations();
  await refuseUnfit(pool, known);
  let problem: string | undefined;
  let toldAtMs = -Infinity;
  let looking: Promise<void> | undefined;
  const { promise: unfit, resolve: tell } = Promise.withResolvers<string>();

  async function look(): Promise<void> {
    const before = problem;
    try {
      problem = schemaProblem(compareMigrations({ known, applied: await readAppliedMigrations(pool) }));
    } catch (error) {
      // Others say that the database is away. What was known of the schema still holds.
      log.warn({ err: error }, 'the migrations of the database could not be read');
    }
    const nowMs = clock.monotonicMs();
    if (problem === undefined || (problem === before && nowMs - toldAtMs < AGAIN_MS)) return;
    toldAtMs = nowMs;
    log.error({ alarm: 'schema_unfit' }, problem);
    tell(problem);
  }

  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, everyMs);
  timer.unref();
  return {
    problem: () => problem,
    unfit,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** For a command, which ends before the schema changes. */
export async function checkSchema(pool: pg.Pool): Promise<void> {
  await refuseUnfit(pool, knownMigrations());
}

async function refuseUnfit(pool: pg.Pool, known: readonly string[]): Promise<void> {
  const problem = schemaProblem(compareMigrations({ known, applied: await readAppliedMigrations(pool) }));
  if (problem !== undefined) throw new SchemaError(problem);
}
