import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { systemClock } from '../clock.ts';
import type { ProcessConfig } from '../config/process.ts';
import { watchDatabase } from '../db/database-watch.ts';
import type { DatabaseWatch } from '../db/database-watch.ts';
import type { ProcessKind } from '../metrics/catalogue.ts';
import type { Reading } from '../metrics/exposition.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createDrain } from './drain.ts';
import { startMetrics } from './metrics.ts';
import type { ProcessMetrics } from './metrics.ts';
import { noteWorkOfRequests } from './note-requests.ts';
import { createReadinessReadings } from './readiness-readings.ts';
import { watchSchema } from './schema-watch.ts';
import type { SchemaWatch } from './schema-watch.ts';
import { commitProblem, createVisibleProcess } from './visible-process.ts';
import { whenReachable } from './when-reachable.ts';

export interface RunningProcess {
  url: string;
  /** Answers the requests that have arrived, writes what is pending, and closes the database connections. */
  stop: () => Promise<void>;
}

/** A process that answers requests: seen by `vezne status`, aware of its database and schema, and ready or able to say why not. */
export interface Surface {
  /** Why it can't serve; undefined if it can. */
  problem: () => string | undefined;
  /** The same, with a look at the database: for a surface that has not just asked it. */
  problemNow: () => Promise<string | undefined>;
  serve(app: FastifyInstance, work: SurfaceWork): Promise<RunningProcess>;
}

export interface SurfaceConfig extends ProcessConfig {
  databaseUrl: string;
  host: string;
  port: number;
  drainMs: number;
}

/** What is its own. */
interface SurfaceWork {
  /** Has to be done before it listens, in this order. Each waits for a database that is away. */
  first: readonly (() => Promise<void>)[];
  /** What /readyz answers. */
  whyNotReady: () => Promise<string | undefined>;
  /** What it tells Prometheus beside what every process tells. */
  readings?: readonly Reading[];
  /** Lets go of browsers that follow what changes: they come again, and find another process. */
  letGo?: () => Promise<void>;
  /** Ends its own work. After a failed start, too. */
  end: () => Promise<void>;
  /** Connections that may wait to be accepted. */
  backlog?: number;
  /** Where people find it, for the line that says it is ready. */
  address: Readonly<Record<string, string>>;
}

export function createSurface(
  kind: Exclude<ProcessKind, 'worker'>,
  config: SurfaceConfig,
  {
    pool,
    readPool,
    tracing,
    log,
  }: { pool: pg.Pool; readPool?: pg.Pool; tracing: Tracing | undefined; log: Logger },
): Surface {
  const { databaseUrl: url, beatMs, expectedStandbys } = config;
  const visible = createVisibleProcess({ url, log, kind, beatMs, expectedStandbys });
  let isListening = false;
  let isStopping = false;
  let schema: SchemaWatch | undefined;
  let database: DatabaseWatch | undefined;
  let metrics: ProcessMetrics | undefined;

  function problem(): string | undefined {
    return isStopping ? 'the process is stopping' : (schema?.problem() ?? commitProblem(visible, database));
  }

  async function listen(app: FastifyInstance, work: SurfaceWork): Promise<string> {
    const { first, backlog } = work;
    const { confirmedMsAgo, unconfirmedMs } = visible;
    database = watchDatabase({
      url,
      name: `vezne-${kind}`,
      clock: systemClock,
      log,
      unconfirmedMs,
      expectedStandbys,
    });
    // Before it waits for a database that is away: without its figures an outage would look as if it were over once processes start anew.
    metrics = await startMetrics({
      config: config.metrics,
      process: kind,
      log,
      database,
      confirmedMsAgo,
      more: createReadinessReadings(kind, {
        // Until it listens, /readyz gives no answer, and asking the database would only add to its connections.
        whyNotReady: async () => (isListening ? await work.whyNotReady() : 'the process is starting'),
        readings: work.readings ?? [],
      }),
    });
    schema = await whenReachable(log, async () => await watchSchema(pool, log));
    for (const step of first) await whenReachable(log, step);
    const { host, port } = config;
    const listening = await app.listen({ host, port, ...(backlog === undefined ? {} : { backlog }) });
    isListening = true;
    await visible.show();
    return listening;
  }

  async function close(app: FastifyInstance, { end }: SurfaceWork): Promise<void> {
    await end();
    await app.close();
    await tracing?.stop();
    await schema?.stop();
    await metrics?.stop();
    await database?.stop();
    await visible.hide();
    await pool.end();
    await readPool?.end();
  }

  return {
    problem,
    async problemNow() {
      const known = problem();
      if (known !== undefined) return known;
      return await pool.query('select').then(
        () => undefined,
        () => 'the database cannot be reached',
      );
    },
    async serve(app, work) {
      noteWorkOfRequests(app, visible);
      const drain = createDrain(app.server);
      try {
        const url = await listen(app, work);
        log.info({ url, ...work.address }, `the ${kind} is ready`);
        return {
          url,
          async stop() {
            isStopping = true;
            await work.letGo?.();
            await drain.start(config.drainMs);
            await close(app, work);
            log.info(`the ${kind} has stopped`);
          },
        };
      } catch (error) {
        // A failed start must not leave open connections: they would keep the process alive.
        await close(app, work);
        throw error;
      }
    },
  };
}
