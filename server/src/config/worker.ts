/** What `vezne worker` is told. */
import { isAbsolute } from 'node:path';
import { WEBHOOK_SCHEDULE_MS } from '@vezne/domain/retry-schedule';
import { readDatabaseUrl } from './addresses.ts';
import { ConfigError, readWhole, textOf } from './environment.ts';
import type { Env, Environment } from './environment.ts';
import { readKeys } from './keys.ts';
import type { VersionedKeys } from './keys.ts';
import { readProcessConfig } from './process.ts';
import type { ProcessConfig } from './process.ts';

/** How events are delivered. */
export interface WebhookConfig {
  /** The wait before each retry. After the last one, the event is parked. */
  scheduleMs: readonly number[];
  /** For a whole attempt, from the first DNS query to the last byte of the answer. */
  timeoutMs: number;
  /** How many deliveries to one endpoint may run at once. */
  maxPerEndpoint: number;
  /** How long a worker that is silent keeps its endpoints. */
  leaseMs: number;
  /** Whether endpoints may use private addresses and plain http, as on a developer's machine. */
  allowPrivate: boolean;
}

export interface WorkerConfig extends ProcessConfig {
  databaseUrl: string;
  /** The keys that open the secrets for signing webhooks. */
  secretKeys: VersionedKeys;
  webhooks: WebhookConfig;
  /** The file for the heads of the audit chain, which are also in the log. Only in development may there be none. */
  auditHeadFile: string | undefined;
}

const LONGEST_WAIT_MS = 7 * 24 * 60 * 60_000;

export function readWorkerConfig(env: Env = process.env): WorkerConfig {
  const base = readProcessConfig(env);
  return {
    ...base,
    databaseUrl: readDatabaseUrl(env, 'VEZNE_WORKER_DATABASE_URL'),
    secretKeys: readKeys(env, 'VEZNE_SECRET_KEYS'),
    webhooks: {
      scheduleMs: readSchedule(env),
      timeoutMs: readWhole(env, 'VEZNE_WEBHOOK_TIMEOUT_MS', 15_000, 50, 120_000),
      maxPerEndpoint: readWhole(env, 'VEZNE_WEBHOOKS_PER_ENDPOINT', 16, 1, 1_000),
      leaseMs: readWhole(env, 'VEZNE_WEBHOOK_LEASE_MS', 10_000, 500, 120_000),
      allowPrivate: base.environment === 'development',
    },
    auditHeadFile: readHeadFile(env, base.environment),
  };
}

/** Waits in milliseconds, separated by commas. */
function readSchedule(env: Env): readonly number[] {
  const text = textOf(env, 'VEZNE_WEBHOOK_SCHEDULE_MS');
  if (text === undefined) return WEBHOOK_SCHEDULE_MS;
  const delays = text.split(',').map((part) => Number(part.trim()));
  const isSchedule = delays.every(
    (delay) => Number.isSafeInteger(delay) && delay >= 0 && delay <= LONGEST_WAIT_MS,
  );
  if (!isSchedule || /^\s*$|,\s*(,|$)/.test(text)) {
    throw new ConfigError(
      'VEZNE_WEBHOOK_SCHEDULE_MS must be waits in milliseconds with commas, such as 5000,30000,120000, none above a week.',
    );
  }
  return delays;
}

function readHeadFile(env: Env, environment: Environment): string | undefined {
  const file = textOf(env, 'VEZNE_AUDIT_HEAD_FILE');
  if (file === undefined && environment === 'production') {
    throw new ConfigError(
      'VEZNE_AUDIT_HEAD_FILE is not set. It is the file that the heads of the audit log are published to, such as ' +
        "/var/log/vezne/audit-heads, best on another machine's storage. Without it nobody could tell that the log's end was cut off.",
    );
  }
  // A relative path would be a different file when the process starts in another directory.
  if (file === undefined || isAbsolute(file)) return file;
  throw new ConfigError('VEZNE_AUDIT_HEAD_FILE must be a whole path, such as /var/log/vezne/audit-heads.');
}
