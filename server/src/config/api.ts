/** What `vezne api` is told. */
import { z } from 'zod';
import { readAddress, readDatabaseUrl, readTrustedProxies } from './addresses.ts';
import { read, readWhole } from './environment.ts';
import type { Env, Environment } from './environment.ts';
import { readKey, readKeys } from './keys.ts';
import type { VersionedKeys } from './keys.ts';
import { readProcessConfig } from './process.ts';
import type { ProcessConfig } from './process.ts';

export interface KeysConfig {
  secretKeys: VersionedKeys;
  pageKeys: VersionedKeys;
  referenceCodeKey: Buffer;
}

export interface ApiConfig extends ProcessConfig, KeysConfig {
  databaseUrl: string;
  host: string;
  port: number;
  /** The address before our paths as partners and players see it, without a trailing slash. */
  publicUrl: string;
  /** Addresses and networks of proxies whose X-Forwarded-For and X-Request-Id we trust. */
  trustedProxies: string[];
  requestsPerSecond: number;
  failedSignInsPerSecond: number;
  maxQueuedCreates: number;
  /** Of all clients together. */
  maxConnections: number;
  createBoundMs: number;
  drainMs: number;
}

/** Of each partner that has no limit of its own, in each process. */
export const REQUESTS_PER_SECOND = 200;

export function readApiConfig(env: Env = process.env): ApiConfig {
  const base = readProcessConfig(env);
  const whole = (name: string, fallback: number, min: number, max: number): number =>
    readWhole(env, name, fallback, min, max);
  return {
    ...base,
    databaseUrl: readDatabaseUrl(env, 'VEZNE_API_DATABASE_URL'),
    secretKeys: readKeys(env, 'VEZNE_SECRET_KEYS'),
    pageKeys: readKeys(env, 'VEZNE_PAGE_KEYS'),
    referenceCodeKey: readKey(env, 'VEZNE_REFERENCE_CODE_KEY'),
    host: read(env, 'VEZNE_HOST', z.string().min(1).default('127.0.0.1')),
    port: whole('VEZNE_PORT', 4000, 0, 65535),
    publicUrl: readPublicUrl(env, base.environment),
    trustedProxies: readTrustedProxies(env),
    requestsPerSecond: whole('VEZNE_REQUESTS_PER_SECOND', REQUESTS_PER_SECOND, 1, 1_000_000),
    failedSignInsPerSecond: whole('VEZNE_FAILED_AUTHENTICATIONS_PER_SECOND', 200, 1, 1_000_000),
    // About a second of work on two cores. A request that would wait longer is better refused than answered late.
    maxQueuedCreates: whole('VEZNE_MAX_QUEUED_CREATES', 4000, 1, 1_000_000),
    // A proxy needs one for each request under way. Idle ones take about 20 KB.
    maxConnections: whole('VEZNE_MAX_CONNECTIONS', 4000, 8, 100_000),
    // A failover takes 5 to 10 s. A create that meets one gets its answer afterwards, and its connection is not closed.
    createBoundMs: whole('VEZNE_CREATE_BOUND_MS', 15_000, 100, 120_000),
    drainMs: whole('VEZNE_DRAIN_MS', 2_000, 0, 120_000),
  };
}

function readPublicUrl(env: Env, environment: Environment): string {
  const hint = 'It is the address that partners and players see, such as https://pay.example.com.';
  return readAddress(env, 'VEZNE_PUBLIC_URL', { hint, environment });
}
