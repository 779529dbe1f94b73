/** What every process is told. */
import { z } from 'zod';
import { readAddress } from './addresses.ts';
import { ConfigError, read, readEnvironment, readWhole, textOf } from './environment.ts';
import type { Env, Environment } from './environment.ts';

export interface BaseConfig {
  environment: Environment;
  logLevel: string;
  /** The cell that a partner belongs to. It is part of every API key. */
  cell: string;
  /** How many standbys have to confirm commits. 0: the database is a single server. */
  expectedStandbys: number;
  /** Where traces go, without a trailing slash. Absent: there are none. */
  otlpEndpoint?: string | undefined;
}

/** Where a process tells Prometheus what it counts. */
export interface MetricsConfig {
  host: string;
  port: number;
}

/** What every process that runs until it is stopped needs. */
export interface ProcessConfig extends BaseConfig {
  /** How often it says that it lives, for `vezne status`. */
  beatMs: number;
  /** Undefined: it tells nothing. */
  metrics?: MetricsConfig | undefined;
}

export function readBaseConfig(env: Env = process.env): BaseConfig {
  const base = {
    environment: readEnvironment(env),
    logLevel: read(
      env,
      'VEZNE_LOG_LEVEL',
      z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    ),
    cell: read(
      env,
      'VEZNE_CELL',
      z
        .string()
        .regex(/^[a-z0-9]{1,16}$/)
        .default('c1'),
    ),
    // PostgreSQL never had to wait for so many.
    expectedStandbys: readWhole(env, 'VEZNE_DATABASE_STANDBYS', 0, 0, 16),
    otlpEndpoint: readOtlpEndpoint(env),
  };
  // The demo's keys say `demo` in their cell. A production process that accepted them would trust published secrets.
  if (base.environment === 'production' && base.cell === 'demo') {
    throw new ConfigError(
      'VEZNE_CELL is demo, which is kept for the demo. Name this cell otherwise, for example c1.',
    );
  }
  return base;
}

/**
 * Ours, and not OTEL_EXPORTER_OTLP_ENDPOINT: that one may be set for everything on a machine, and would turn traces on by chance. It may be
 * http, since a collector is usually on the same machine, and a trace tells nothing of a person.
 */
function readOtlpEndpoint(env: Env): string | undefined {
  const name = 'VEZNE_OTLP_ENDPOINT';
  if (textOf(env, name) === undefined) return undefined;
  const hint = 'It is the address of a collector, such as http://127.0.0.1:4318.';
  return readAddress(env, name, { hint, environment: 'development' });
}

/** After four beats that were not heard a process counts as dead: within a minute, whatever is set. */
export function readProcessConfig(env: Env): ProcessConfig {
  return {
    ...readBaseConfig(env),
    beatMs: readWhole(env, 'VEZNE_BEAT_MS', 5_000, 100, 10_000),
    metrics: readMetrics(env),
  };
}

/** Several processes may run on one machine, and each needs a port of its own, so there is none unless it is named. */
function readMetrics(env: Env): MetricsConfig | undefined {
  const port = read(env, 'VEZNE_METRICS_PORT', z.coerce.number().int().min(0).max(65535).optional());
  const host = read(env, 'VEZNE_METRICS_HOST', z.string().min(1).default('127.0.0.1'));
  return port === undefined ? undefined : { host, port };
}
