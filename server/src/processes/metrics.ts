import type { Logger } from 'pino';
import type { MetricsConfig } from '../config/process.ts';
import { ConfigError } from '../config/environment.ts';
import type { DatabaseWatch } from '../db/database-watch.ts';
import { knownMigrations, migrationNumber } from '../db/migration-names.ts';
import type { ProcessKind } from '../metrics/catalogue.ts';
import type { Reading } from '../metrics/exposition.ts';
import { createProcessReadings } from '../metrics/process-readings.ts';
import { startMetricsServer } from '../metrics/server.ts';

export interface ProcessMetrics {
  stop(): Promise<void>;
}

/** What a process has to tell beside its own counts, and has to read first. */
export interface MoreReadings {
  readings: readonly Reading[];
  /** Never fails, and takes no longer than a scraper waits. */
  refresh(): Promise<void>;
}

/** Tells Prometheus what this process counts, if a port was named for it. */
export async function startMetrics({
  config,
  process,
  log,
  database,
  confirmedMsAgo,
  more,
}: {
  config: MetricsConfig | undefined;
  process: ProcessKind;
  log: Logger;
  database: Pick<DatabaseWatch, 'isUp' | 'commitsAlone'>;
  confirmedMsAgo: () => number;
  more?: MoreReadings | undefined;
}): Promise<ProcessMetrics | undefined> {
  if (config === undefined) return undefined;
  // Loaded here, so that a process without a port loads no library for it.
  const { createExposition } = await import('../metrics/exposition.ts');
  const migration = String(migrationNumber(knownMigrations().at(-1) ?? '0'));
  const own = createProcessReadings({
    process,
    migration,
    isDatabaseUp: database.isUp,
    commitsAlone: database.commitsAlone,
    confirmedMsAgo,
  });
  const { contentType, text } = createExposition([...own.readings, ...(more?.readings ?? [])]);
  try {
    const server = await startMetricsServer({
      ...config,
      contentType,
      async text() {
        await more?.refresh();
        return await text();
      },
    });
    log.info({ url: server.url }, 'metrics are told');
    return {
      async stop() {
        await server.stop();
        own.stop();
      },
    };
  } catch (error) {
    own.stop();
    throw new ConfigError(
      `VEZNE_METRICS_PORT ${config.port} at ${config.host} cannot be listened to: ${error instanceof Error ? error.message : String(error)}. Each process needs a port of its own.`,
      { cause: error },
    );
  }
}
