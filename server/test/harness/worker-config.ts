import type { WorkerConfig } from '../../src/config/worker.ts';
import type { TestDatabase } from './database.ts';
import { testKeys } from './keys.ts';

/** For a worker inside the test's own process. */
export function workerConfig(database: TestDatabase, changes: Partial<WorkerConfig> = {}): WorkerConfig {
  return {
    environment: 'development',
    logLevel: 'silent',
    cell: 'test',
    expectedStandbys: 0,
    beatMs: 5_000,
    databaseUrl: database.urlOf('vezne_worker'),
    secretKeys: testKeys.secretKeys,
    webhooks: {
      scheduleMs: [1_000],
      timeoutMs: 1_000,
      maxPerEndpoint: 4,
      leaseMs: 2_000,
      allowPrivate: true,
    },
    auditHeadFile: undefined,
    ...changes,
  };
}
