/**
 * The only reader of the environment. Everything a process needs is read, checked and named here, once, at start. A bad
 * value stops the process with a sentence that says what to do.
 */
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { WEBHOOK_SCHEDULE_MS } from '@vezne/domain/retry-schedule';
import { ConfigError, textOf } from './environment-text.ts';
import type { Env } from './environment-text.ts';
import { readMailConfig } from './mail-config.ts';
import type { MailConfig } from './mail-config.ts';

export const ENVIRONMENTS = ['development', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Versioned key material: `current` seals new secrets; the others only open older ones. */
export interface VersionedKeys {
  current: number;
  byVersion: ReadonlyMap<number, Buffer>;
}

export interface BaseConfig {
  environment: Environment;
  logLevel: string;
  /** The cell that a partner belongs to. It is part of every API key. */
  cell: string;
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

export interface ConsoleConfig extends ProcessConfig {
  databaseUrl: string;
  /** The keys that seal the secrets of authenticator apps, and new ones of partners. */
  secretKeys: VersionedKeys;
  /** Leads from a code to the number of its deposit, by which it is found. */
  referenceCodeKey: Buffer;
  host: string;
  port: number;
  /** Where people find the console: an origin, without a path. Cookies and passkeys belong to it. */
  consoleUrl: string;
  trustedProxies: string[];
  maxConnections: number;
  drainMs: number;
  /** Where people of partners find the portal. Undefined: nobody is invited there from here. */
  portalUrl?: string | undefined;
  /** How invitations are sent. Undefined: whoever confirms one hands the link over. */
  mail?: MailConfig | undefined;
}

/** What the demonstration's partner signs with. */
export interface DemoCredentials {
  apiKey: string;
  apiSecret: string;
  hashSecret: string;
}

export interface PortalConfig extends ProcessConfig {
  databaseUrl: string;
  /** The keys that seal the secrets of authenticator apps. They open nothing else: a portal holds no key of an API secret. */
  portalKeys: VersionedKeys;
  host: string;
  port: number;
  /** Where people of partners find the portal: an origin, without a path. Cookies and passkeys belong to it. */
  portalUrl: string;
  /** Only in development may there be none: there the link of an invitation is on the screen. */
  mail: MailConfig | undefined;
  /** Where partners send their requests, for the commands that the portal shows. */
  apiUrl?: string | undefined;
  /** In development alone: there the contract shows a triple that everybody may know. */
  demoCredentials?: DemoCredentials | undefined;
  trustedProxies: string[];
  maxConnections: number;
  drainMs: number;
}

export interface AdminConfig extends BaseConfig {
  databaseUrl: string;
}

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

export interface MigrateConfig extends BaseConfig {
  databaseUrl: string;
  /** Login name and password of each process role, taken from the addresses that the processes will use. */
  roleUrls: string[];
}

export { ConfigError } from './environment-text.ts';

const KEY_BYTES = 32;
const LONGEST_WAIT_MS = 7 * 24 * 60 * 60_000;

export function readBaseConfig(env: Env = process.env): BaseConfig {
  const base = {
    environment: read(env, 'VEZNE_ENV', z.enum(ENVIRONMENTS).default('production')),
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
function readProcessConfig(env: Env): ProcessConfig {
  return {
    ...readBaseConfig(env),
    beatMs: readWhole(env, 'VEZNE_BEAT_MS', 5_000, 100, 10_000),
    metrics: readMetrics(env),
  };
}

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
    requestsPerSecond: whole('VEZNE_REQUESTS_PER_SECOND', 200, 1, 1_000_000),
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

export function readConsoleConfig(env: Env = process.env): ConsoleConfig {
  const base = readProcessConfig(env);
  const consoleUrl = readConsoleUrl(env);
  refuseNoOrigin('VEZNE_CONSOLE_URL', consoleUrl, 'the console');
  return {
    ...base,
    databaseUrl: readDatabaseUrl(env, 'VEZNE_CONSOLE_DATABASE_URL'),
    secretKeys: readKeys(env, 'VEZNE_SECRET_KEYS'),
    referenceCodeKey: readKey(env, 'VEZNE_REFERENCE_CODE_KEY'),
    host: read(env, 'VEZNE_CONSOLE_HOST', z.string().min(1).default('127.0.0.1')),
    port: readWhole(env, 'VEZNE_CONSOLE_PORT', 4001, 0, 65535),
    consoleUrl,
    trustedProxies: readTrustedProxies(env),
    maxConnections: readWhole(env, 'VEZNE_MAX_CONNECTIONS', 4000, 8, 100_000),
    drainMs: readWhole(env, 'VEZNE_DRAIN_MS', 2_000, 0, 120_000),
    portalUrl: textOf(env, 'VEZNE_PORTAL_URL') === undefined ? undefined : readPortalUrl(env),
    mail: readMailConfig(env, base.environment),
  };
}

export function readPortalConfig(env: Env = process.env): PortalConfig {
  const base = readProcessConfig(env);
  const portalUrl = readPortalUrl(env);
  return {
    ...base,
    databaseUrl: readDatabaseUrl(env, 'VEZNE_PORTAL_DATABASE_URL'),
    portalKeys: readKeys(env, 'VEZNE_PORTAL_KEYS'),
    host: read(env, 'VEZNE_PORTAL_HOST', z.string().min(1).default('127.0.0.1')),
    port: readWhole(env, 'VEZNE_PORTAL_PORT', 4002, 0, 65535),
    portalUrl,
    mail: requiredMail(env, base.environment),
    apiUrl: readApiUrl(env, base.environment),
    demoCredentials: readDemoCredentials(env, base.environment),
    trustedProxies: readTrustedProxies(env),
    maxConnections: readWhole(env, 'VEZNE_MAX_CONNECTIONS', 4000, 8, 100_000),
    drainMs: readWhole(env, 'VEZNE_DRAIN_MS', 2_000, 0, 120_000),
  };
}

/** Whoever has the link of an invitation becomes the person: only in development may it be on the screen instead. */
function requiredMail(env: Env, environment: Environment): MailConfig | undefined {
  const mail = readMailConfig(env, environment);
  if (mail !== undefined || environment === 'development') return mail;
  throw new ConfigError(
    'VEZNE_SMTP_URL is not set. It is the mail server that takes invitations, such as smtps://user:password@mail.example.com.',
  );
}

/** The api's own address, if the portal is told: without it the commands that it shows have a place for it. */
function readApiUrl(env: Env, environment: Environment): string | undefined {
  if (textOf(env, 'VEZNE_PUBLIC_URL') === undefined) return undefined;
  const hint = 'It is the address of the api, such as https://pay.example.com.';
  return readAddress(env, 'VEZNE_PUBLIC_URL', { hint, environment });
}

const DEMO_FORM = /^(vzk_[a-z0-9]{1,16}_[a-z0-9]{26}),(vzs_[\w-]{43}),(vzh_[\w-]{43})$/;

/** A triple that stands in a configuration is no secret: a portal elsewhere refuses to start with one. */
function readDemoCredentials(env: Env, environment: Environment): DemoCredentials | undefined {
  const text = textOf(env, 'VEZNE_PORTAL_DEMO_CREDENTIALS');
  if (text === undefined) return undefined;
  if (environment !== 'development')
    throw new ConfigError('VEZNE_PORTAL_DEMO_CREDENTIALS is for development alone. Remove it.');
  const [, apiKey, apiSecret, hashSecret] = DEMO_FORM.exec(text) ?? [];
  if (apiKey === undefined || apiSecret === undefined || hashSecret === undefined)
    throw new ConfigError(
      'VEZNE_PORTAL_DEMO_CREDENTIALS must be an API key, an API secret and a hash secret with commas between them.',
    );
  return { apiKey, apiSecret, hashSecret };
}

/** Cookies and passkeys belong to an origin with a name. */
function refuseNoOrigin(name: string, url: string, place: string): void {
  const { origin, hostname } = new URL(url);
  if (url !== origin) {
    throw new ConfigError(`${name} must be an address without a path: ${place} has a name of its own.`);
  }
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw new ConfigError(
      `${name} must have a name and no IP address, for which browsers keep no passkey. On this machine: http://localhost.`,
    );
  }
}

export function readAdminConfig(env: Env = process.env): AdminConfig {
  return {
    ...readBaseConfig(env),
    databaseUrl: readDatabaseUrl(env, 'VEZNE_ADMIN_DATABASE_URL'),
  };
}

/** A check that runs every minute needs no right to decide: where there is no administrator's address, the worker's will do. */
export function readStatusConfig(env: Env = process.env): AdminConfig {
  const isWorkerAlone =
    textOf(env, 'VEZNE_ADMIN_DATABASE_URL') === undefined &&
    textOf(env, 'VEZNE_WORKER_DATABASE_URL') !== undefined;
  return {
    ...readBaseConfig(env),
    databaseUrl: readDatabaseUrl(
      env,
      isWorkerAlone ? 'VEZNE_WORKER_DATABASE_URL' : 'VEZNE_ADMIN_DATABASE_URL',
    ),
  };
}

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

/** Several processes may run on one machine, and each needs a port of its own, so there is none unless it is named. */
function readMetrics(env: Env): MetricsConfig | undefined {
  const port = read(env, 'VEZNE_METRICS_PORT', z.coerce.number().int().min(0).max(65535).optional());
  const host = read(env, 'VEZNE_METRICS_HOST', z.string().min(1).default('127.0.0.1'));
  return port === undefined ? undefined : { host, port };
}

/** A name would be looked up nowhere, and a wrong entry would make every client look like the proxy. */
function readTrustedProxies(env: Env): string[] {
  const entries = (textOf(env, 'VEZNE_TRUSTED_PROXIES') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = entries.find((entry) => !isAddressOrNetwork(entry));
  if (wrong === undefined) return entries;
  throw new ConfigError(
    `VEZNE_TRUSTED_PROXIES must be IP addresses or networks with commas, such as 10.0.0.5,10.1.0.0/24. It has: ${wrong}`,
  );
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
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

/** Only for commands that make credentials. Commands that only show or pause something need no key. */
export function readSecretKeys(env: Env = process.env): VersionedKeys {
  return readKeys(env, 'VEZNE_SECRET_KEYS');
}

/** For a command that looks a code up. */
export function readReferenceCodeKey(env: Env = process.env): Buffer {
  return readKey(env, 'VEZNE_REFERENCE_CODE_KEY');
}

/** Whether the person at the command line has keys. Most commands need none. */
export function hasSecretKeys(env: Env = process.env): boolean {
  return textOf(env, 'VEZNE_SECRET_KEYS') !== undefined;
}

/** The addresses of the process roles that are set. Migrate gives each role its login and password. */
const ROLE_URL_NAMES = [
  'VEZNE_API_DATABASE_URL',
  'VEZNE_CONSOLE_DATABASE_URL',
  'VEZNE_PORTAL_DATABASE_URL',
  'VEZNE_WORKER_DATABASE_URL',
  'VEZNE_ADMIN_DATABASE_URL',
] as const;

export function readMigrateConfig(env: Env = process.env): MigrateConfig {
  return {
    ...readBaseConfig(env),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    roleUrls: ROLE_URL_NAMES.filter((name) => textOf(env, name) !== undefined).map((name) =>
      readDatabaseUrl(env, name),
    ),
  };
}

/** Where people find the console, without a trailing slash: links to enrol begin with it. */
export function readConsoleUrl(env: Env = process.env): string {
  const { environment } = readBaseConfig(env);
  const hint = 'It is the address of the console, such as https://console.example.com.';
  return readAddress(env, 'VEZNE_CONSOLE_URL', { hint, environment });
}

/** Where people of partners find the portal, without a trailing slash: their invitations begin with it. */
export function readPortalUrl(env: Env = process.env): string {
  const { environment } = readBaseConfig(env);
  const hint = 'It is the address of the portal, such as https://portal.example.com.';
  const url = readAddress(env, 'VEZNE_PORTAL_URL', { hint, environment });
  refuseNoOrigin('VEZNE_PORTAL_URL', url, 'the portal');
  return url;
}

/** The name of the person at the command line, for the audit log. */
export function readActor(env: Env = process.env): string | undefined {
  return textOf(env, 'VEZNE_ACTOR') ?? textOf(env, 'SUDO_USER') ?? textOf(env, 'USER');
}

/** The name that a person has chosen, and not the one that the machine gives everybody: a job has that too, and is nobody. */
export function readChosenActor(env: Env = process.env): string | undefined {
  return textOf(env, 'VEZNE_ACTOR');
}

function read<T>(env: Env, name: string, schema: z.ZodType<T>): T {
  const result = schema.safeParse(textOf(env, name));
  if (result.success) return result.data;
  throw new ConfigError(`${name}: ${result.error.issues.map((issue) => issue.message).join('; ')}`);
}

function readWhole(env: Env, name: string, fallback: number, min: number, max: number): number {
  return read(env, name, z.coerce.number().int().min(min).max(max).default(fallback));
}

function required(env: Env, name: string, hint: string): string {
  const text = textOf(env, name);
  if (text === undefined) throw new ConfigError(`${name} is not set. ${hint}`);
  return text;
}

function readDatabaseUrl(env: Env, name: string): string {
  const text = required(
    env,
    name,
    'It is the PostgreSQL address of this process, such as postgres://role:password@host/database.',
  );
  if (!/^postgres(ql)?:\/\/.+/.test(text) || !URL.canParse(text)) {
    throw new ConfigError(`${name} is not a PostgreSQL address (postgres://role:password@host/database).`);
  }
  return text;
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

function readPublicUrl(env: Env, environment: Environment): string {
  const hint = 'It is the address that partners and players see, such as https://pay.example.com.';
  return readAddress(env, 'VEZNE_PUBLIC_URL', { hint, environment });
}

function readAddress(
  env: Env,
  name: string,
  { hint, environment }: { hint: string; environment: Environment },
): string {
  const url = URL.parse(required(env, name, hint));
  const schemes = environment === 'production' ? ['https:'] : ['https:', 'http:'];
  if (
    !url ||
    !schemes.includes(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== '' ||
    url.password !== ''
  ) {
    throw new ConfigError(
      `${name} must be an absolute ${schemes.join(' or ')} address without query or user.`,
    );
  }
  // Built from the parsed URL. Otherwise spaces around it, or a bare `?` or `#` at its end, would be in every address we
  // hand out.
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

const KEY_HINT = 'Make one with: vezne keys generate';

/** `2:BASE64,1:BASE64`: the first is current; the rest are older versions that still open what they sealed. */
function readKeys(env: Env, name: string): VersionedKeys {
  const byVersion = new Map<number, Buffer>();
  for (const part of required(env, name, KEY_HINT).split(',')) {
    const [, version, key] = /^\s*([1-9]\d{0,4}):(\S+)\s*$/.exec(part) ?? [];
    if (version === undefined || key === undefined || byVersion.has(Number(version))) {
      throw new ConfigError(
        `${name} must look like 1:BASE64 or 2:BASE64,1:BASE64, each version once. ${KEY_HINT}`,
      );
    }
    byVersion.set(Number(version), decodeKey(name, key));
  }
  const [current] = byVersion.keys();
  if (current === undefined) throw new ConfigError(`${name} holds no key. ${KEY_HINT}`);
  return { current, byVersion };
}

function readKey(env: Env, name: string): Buffer {
  return decodeKey(name, required(env, name, KEY_HINT));
}

function decodeKey(name: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES || key.toString('base64') !== text) {
    throw new ConfigError(`${name} must hold keys of ${KEY_BYTES} bytes in base64. ${KEY_HINT}`);
  }
  // At least sixteen distinct bytes. A key of zeros, of one letter or of a repeated sentence has fewer. A random key
  // practically never has fewer.
  if (new Set(key).size < 16) throw new ConfigError(`${name} holds a key that is not random. ${KEY_HINT}`);
  return key;
}
