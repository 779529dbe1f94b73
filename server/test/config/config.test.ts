import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { WEBHOOK_SCHEDULE_MS } from '@vezne/domain/retry-schedule';
import { readApiConfig } from '../../src/config/api.ts';
import {
  readActor,
  readAdminConfig,
  readMigrateConfig,
  readStatusConfig,
} from '../../src/config/command-line.ts';
import { readConsoleConfig } from '../../src/config/console.ts';
import { ConfigError } from '../../src/config/environment.ts';
import { readSecretKeys } from '../../src/config/keys.ts';
import { readPortalConfig } from '../../src/config/portal.ts';
import { readWorkerConfig } from '../../src/config/worker.ts';

type Env = Record<string, string | undefined>;

const newKey = () => randomBytes(32).toString('base64');
const [KEY_ONE, KEY_TWO, PAGE_KEY, CODE_KEY] = [newKey(), newKey(), newKey(), newKey()];

const VALID: Env = {
  VEZNE_API_DATABASE_URL: 'postgres://vezne_api:hunter2-Tr0ub4dor@db.example/vezne',
  VEZNE_PUBLIC_URL: 'https://pay.example.com',
  VEZNE_SECRET_KEYS: `2:${KEY_TWO},1:${KEY_ONE}`,
  VEZNE_PAGE_KEYS: `1:${PAGE_KEY}`,
  VEZNE_REFERENCE_CODE_KEY: CODE_KEY,
};

test('a production process needs five settings, and the others have sensible defaults', () => {
  const config = readApiConfig(VALID);
  assert.deepEqual(
    { ...config, secretKeys: null, pageKeys: null, referenceCodeKey: null },
    {
      environment: 'production',
      logLevel: 'info',
      cell: 'c1',
      expectedStandbys: 0,
      metrics: undefined,
      otlpEndpoint: undefined,
      beatMs: 5_000,
      databaseUrl: VALID['VEZNE_API_DATABASE_URL'],
      secretKeys: null,
      pageKeys: null,
      referenceCodeKey: null,
      host: '127.0.0.1',
      port: 4000,
      publicUrl: 'https://pay.example.com',
      trustedProxies: [],
      requestsPerSecond: 200,
      failedSignInsPerSecond: 200,
      maxQueuedCreates: 4_000,
      maxConnections: 4_000,
      createBoundMs: 15_000,
      drainMs: 2_000,
    },
  );
  assert.equal(config.secretKeys.current, 2, 'The first key is the one that seals.');
  assert.deepEqual(config.secretKeys.byVersion.get(1), Buffer.from(KEY_ONE, 'base64'));
  assert.deepEqual(config.secretKeys.byVersion.get(2), Buffer.from(KEY_TWO, 'base64'));
  assert.deepEqual(config.pageKeys.byVersion.get(1), Buffer.from(PAGE_KEY, 'base64'));
  assert.deepEqual(config.referenceCodeKey, Buffer.from(CODE_KEY, 'base64'));
});

const REFUSED: readonly (readonly [mistake: string, change: Env, message: RegExp])[] = [
  ...Object.keys(VALID).map(
    (name) => [`${name} is missing`, { [name]: undefined }, new RegExp(`^${name} is not set`)] as const,
  ),
  ...Object.keys(VALID).map(
    (name) => [`${name} is empty`, { [name]: '' }, new RegExp(`^${name} is not set`)] as const,
  ),
  ['an unknown environment', { VEZNE_ENV: 'staging' }, /^VEZNE_ENV: /],
  ['an unknown log level', { VEZNE_LOG_LEVEL: 'loud' }, /^VEZNE_LOG_LEVEL: /],
  ['a cell that fits into no API key', { VEZNE_CELL: 'Cell 1' }, /^VEZNE_CELL: /],
  ['the cell of the demo', { VEZNE_CELL: 'demo' }, /^VEZNE_CELL is demo/],
  [
    'a database of another kind',
    { VEZNE_API_DATABASE_URL: 'mysql://root:hunter2-Tr0ub4dor@db' },
    /not a PostgreSQL address/,
  ],
  ['a database without a host', { VEZNE_API_DATABASE_URL: 'postgres://' }, /not a PostgreSQL address/],
  [
    'a password that breaks the address',
    { VEZNE_API_DATABASE_URL: 'postgres://r:hunter2#Tr0ub4dor@db/x' },
    /not a PostgreSQL address/,
  ],
  [
    'a public address without TLS',
    { VEZNE_PUBLIC_URL: 'http://pay.example.com' },
    /^VEZNE_PUBLIC_URL must be an absolute https:/,
  ],
  ['a public address that is a path', { VEZNE_PUBLIC_URL: '/pay' }, /^VEZNE_PUBLIC_URL must be/],
  [
    'a public address with a query',
    { VEZNE_PUBLIC_URL: 'https://pay.example.com/?a=b' },
    /^VEZNE_PUBLIC_URL must be/,
  ],
  [
    'a public address with a fragment',
    { VEZNE_PUBLIC_URL: 'https://pay.example.com/#top' },
    /^VEZNE_PUBLIC_URL must be/,
  ],
  [
    'a public address with a user',
    { VEZNE_PUBLIC_URL: 'https://me@pay.example.com' },
    /^VEZNE_PUBLIC_URL must be/,
  ],
  [
    'a public address with a password',
    { VEZNE_PUBLIC_URL: 'https://:hunter2-Tr0ub4dor@pay.example.com' },
    /^VEZNE_PUBLIC_URL must be/,
  ],
  ['keys without a version', { VEZNE_SECRET_KEYS: KEY_ONE }, /^VEZNE_SECRET_KEYS must look like/],
  ['a version twice', { VEZNE_SECRET_KEYS: `1:${KEY_ONE},1:${KEY_TWO}` }, /each version once/],
  ['version zero', { VEZNE_PAGE_KEYS: `0:${PAGE_KEY}` }, /^VEZNE_PAGE_KEYS must look like/],
  ['a comma too many', { VEZNE_PAGE_KEYS: `1:${PAGE_KEY},` }, /^VEZNE_PAGE_KEYS must look like/],
  ['a short key', { VEZNE_PAGE_KEYS: `1:${randomBytes(31).toString('base64')}` }, /keys of 32 bytes/],
  ['a long key', { VEZNE_REFERENCE_CODE_KEY: randomBytes(33).toString('base64') }, /keys of 32 bytes/],
  ['a key in hex', { VEZNE_REFERENCE_CODE_KEY: randomBytes(32).toString('hex') }, /keys of 32 bytes/],
  [
    'a key with a typing error',
    { VEZNE_REFERENCE_CODE_KEY: `${CODE_KEY.slice(0, 10)}!${CODE_KEY.slice(10)}` },
    /keys of 32 bytes/,
  ],
  ['a key of zeros', { VEZNE_REFERENCE_CODE_KEY: Buffer.alloc(32).toString('base64') }, /not random/],
  [
    'a typed key',
    { VEZNE_SECRET_KEYS: `1:${Buffer.from('passwordpasswordpasswordpassword').toString('base64')}` },
    /not random/,
  ],
  ['a port that is none', { VEZNE_PORT: '65536' }, /^VEZNE_PORT: /],
  ['a port in words', { VEZNE_PORT: 'http' }, /^VEZNE_PORT: /],
  ['a metrics port that is none', { VEZNE_METRICS_PORT: '65536' }, /^VEZNE_METRICS_PORT: /],
  ['half a request', { VEZNE_REQUESTS_PER_SECOND: '0.5' }, /^VEZNE_REQUESTS_PER_SECOND: /],
  ['a negative number of standbys', { VEZNE_DATABASE_STANDBYS: '-1' }, /^VEZNE_DATABASE_STANDBYS: /],
  ['no time to create', { VEZNE_CREATE_BOUND_MS: '0' }, /^VEZNE_CREATE_BOUND_MS: /],
  [
    'a file that is not there',
    { VEZNE_PAGE_KEYS_FILE: '/nowhere/page-keys' },
    /^VEZNE_PAGE_KEYS_FILE names a file that cannot be read/,
  ],
];

for (const [mistake, change, message] of REFUSED) {
  test(`a process does not start with a mistake in its settings: ${mistake}`, () => {
    const env = { ...VALID, ...change };
    assert.throws(
      () => readApiConfig(env),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, message);
        assertTellsNoSecret(error.message, env);
        return true;
      },
    );
  });
}

/** Printed or logged text may contain no eight characters in a row from a key or a password. */
function assertTellsNoSecret(text: string, env: Env): void {
  const keys = ['VEZNE_SECRET_KEYS', 'VEZNE_PAGE_KEYS', 'VEZNE_REFERENCE_CODE_KEY'].map(
    (name) => env[name] ?? '',
  );
  for (const secret of [
    ...keys.flatMap((value) => value.split(/[:,]/)),
    'hunter2-Tr0ub4dor',
    'hunter2#Tr0ub4dor',
  ]) {
    for (let at = 0; at + 8 <= secret.length; at += 1) {
      assert.ok(!text.includes(secret.slice(at, at + 8)), `It tells a secret: ${text}`);
    }
  }
}

test("development accepts http and the demo's keys", () => {
  const env = {
    ...VALID,
    VEZNE_ENV: 'development',
    VEZNE_CELL: 'demo',
    VEZNE_PUBLIC_URL: 'http://127.0.0.1:4000/',
  };
  assert.equal(readApiConfig(env).publicUrl, 'http://127.0.0.1:4000');
});

test('a public address is cleaned up before players see it', () => {
  const tidied = (VEZNE_PUBLIC_URL: string) => readApiConfig({ ...VALID, VEZNE_PUBLIC_URL }).publicUrl;
  assert.equal(tidied('https://pay.example.com/'), 'https://pay.example.com');
  assert.equal(tidied('https://pay.example.com/desk//'), 'https://pay.example.com/desk');
  assert.equal(tidied(' https://Pay.Example.com '), 'https://pay.example.com');
  assert.equal(tidied('https://pay.example.com?'), 'https://pay.example.com');
});

test('settings are used as given', () => {
  const config = readApiConfig({
    ...VALID,
    VEZNE_LOG_LEVEL: 'debug',
    VEZNE_CELL: 'tr7',
    VEZNE_HOST: '0.0.0.0',
    VEZNE_PORT: '0',
    VEZNE_TRUSTED_PROXIES: ' 10.0.0.1, ::1 ,',
    VEZNE_REQUESTS_PER_SECOND: '50',
    VEZNE_FAILED_AUTHENTICATIONS_PER_SECOND: '5',
    VEZNE_MAX_QUEUED_CREATES: '100',
    VEZNE_MAX_CONNECTIONS: '64',
    VEZNE_CREATE_BOUND_MS: '3000',
    VEZNE_DRAIN_MS: '0',
  });
  const { logLevel, cell, host, port, trustedProxies, requestsPerSecond } = config;
  assert.deepEqual([logLevel, cell, host, port], ['debug', 'tr7', '0.0.0.0', 0]);
  assert.deepEqual([trustedProxies, requestsPerSecond], [['10.0.0.1', '::1'], 50]);
  const { failedSignInsPerSecond, maxQueuedCreates, maxConnections, createBoundMs, drainMs } = config;
  assert.deepEqual([failedSignInsPerSecond, maxQueuedCreates, maxConnections], [5, 100, 64]);
  assert.deepEqual([createBoundMs, drainMs], [3_000, 0]);
});

test('a process tells its metrics only where it was given a port, on this machine unless told otherwise', () => {
  assert.equal(readApiConfig(VALID).metrics, undefined);
  const given = { ...VALID, VEZNE_METRICS_PORT: '9410' };
  assert.deepEqual(readApiConfig(given).metrics, { host: '127.0.0.1', port: 9410 });
  const elsewhere = { ...given, VEZNE_METRICS_HOST: '10.0.0.7' };
  assert.deepEqual(readApiConfig(elsewhere).metrics, { host: '10.0.0.7', port: 9410 });
});

test('trusted proxies are addresses and networks, and anything else stops the start', () => {
  const proxies = (VEZNE_TRUSTED_PROXIES: string) =>
    readApiConfig({ ...VALID, VEZNE_TRUSTED_PROXIES }).trustedProxies;
  assert.deepEqual(proxies('10.1.0.0/24,2001:db8::/32'), ['10.1.0.0/24', '2001:db8::/32']);
  for (const wrong of [
    'proxy.example',
    'loopback',
    '10.0.0',
    '10.0.0.1/33',
    '::1/129',
    '10.0.0.1/',
    '1.2.3.4/8/8',
  ]) {
    assert.throws(
      () => proxies(`10.0.0.1,${wrong}`),
      new RegExp(`^ConfigError: VEZNE_TRUSTED_PROXIES .*: ${wrong}$`),
    );
  }
});

test('a secret may come from a file, which overrides the variable and may end in a newline', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'vezne-config-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const inFile = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const url = 'postgres://vezne_api:from-file@db.example/vezne';
  const config = readApiConfig({
    ...VALID,
    VEZNE_API_DATABASE_URL_FILE: inFile('url', `${url}\n`),
    VEZNE_SECRET_KEYS: undefined,
    VEZNE_SECRET_KEYS_FILE: inFile('keys', `3:${KEY_ONE}\n`),
    VEZNE_PAGE_KEYS_FILE: '',
  });
  assert.equal(config.databaseUrl, url);
  assert.equal(config.secretKeys.current, 3);
  assert.deepEqual(config.pageKeys.byVersion.get(1), Buffer.from(PAGE_KEY, 'base64'));
  assert.throws(
    () => readApiConfig({ ...VALID, VEZNE_PAGE_KEYS_FILE: inFile('empty', '\n') }),
    /VEZNE_PAGE_KEYS is not set/,
  );
});

test('the command line needs its own database address, and needs keys only to seal secrets', () => {
  const env = { VEZNE_ADMIN_DATABASE_URL: 'postgresql://vezne_admin:x@db/vezne' };
  assert.equal(readAdminConfig(env).databaseUrl, env.VEZNE_ADMIN_DATABASE_URL);
  assert.throws(() => readAdminConfig({}), /VEZNE_ADMIN_DATABASE_URL is not set/);
  assert.equal(readSecretKeys(VALID).current, 2);
  assert.throws(() => readSecretKeys(env), /VEZNE_SECRET_KEYS is not set/);
});

test('the status is read with the address of the administrators, or of the worker where there is no other', () => {
  const worker = { VEZNE_WORKER_DATABASE_URL: 'postgres://vezne_worker:x@db/vezne' };
  const admin = { VEZNE_ADMIN_DATABASE_URL: 'postgres://vezne_admin:x@db/vezne' };
  assert.equal(readStatusConfig(worker).databaseUrl, worker.VEZNE_WORKER_DATABASE_URL);
  assert.equal(readStatusConfig({ ...worker, ...admin }).databaseUrl, admin.VEZNE_ADMIN_DATABASE_URL);
  assert.throws(() => readStatusConfig({}), /VEZNE_ADMIN_DATABASE_URL is not set/);
});

test('traces go to an address of ours alone, which may be http, and to none unless it is set', () => {
  const set = (text: string) => readApiConfig({ ...VALID, VEZNE_OTLP_ENDPOINT: text }).otlpEndpoint;
  assert.equal(set('http://127.0.0.1:4318/'), 'http://127.0.0.1:4318');
  assert.equal(set('https://collector.example/otlp'), 'https://collector.example/otlp');
  for (const value of ['collector', 'grpc://a.example', 'http://a.example?key=1', 'http://u:p@a.example'])
    assert.throws(() => set(value), /VEZNE_OTLP_ENDPOINT/);
  const ofAll = { ...VALID, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  assert.equal(readApiConfig(ofAll).otlpEndpoint, undefined);
});

test('how often a process says that it lives has a limit, so that a dead one is seen within a minute', () => {
  const set = (VEZNE_BEAT_MS: string) => readApiConfig({ ...VALID, VEZNE_BEAT_MS }).beatMs;
  assert.deepEqual([set('250'), set('10000')], [250, 10_000]);
  for (const value of ['0', '10001', 'often']) assert.throws(() => set(value), /VEZNE_BEAT_MS/);
});

test('a worker needs its own database address and, in production, a file to publish heads to', () => {
  const env = {
    VEZNE_WORKER_DATABASE_URL: 'postgres://vezne_worker:x@db/vezne',
    VEZNE_SECRET_KEYS: VALID['VEZNE_SECRET_KEYS'],
  };
  const development = readWorkerConfig({ ...env, VEZNE_ENV: 'development' });
  assert.deepEqual(
    [development.databaseUrl, development.auditHeadFile],
    [env.VEZNE_WORKER_DATABASE_URL, undefined],
  );
  const withFile = (VEZNE_AUDIT_HEAD_FILE: string) => readWorkerConfig({ ...env, VEZNE_AUDIT_HEAD_FILE });
  assert.equal(withFile('/var/log/vezne/audit-heads').auditHeadFile, '/var/log/vezne/audit-heads');
  assert.throws(() => withFile(''), /^ConfigError: VEZNE_AUDIT_HEAD_FILE is not set\. It is the file/);
  assert.throws(
    () => readWorkerConfig(env),
    /^ConfigError: VEZNE_AUDIT_HEAD_FILE is not set\. It is the file/,
  );
  assert.throws(() => withFile('audit-heads'), /^ConfigError: VEZNE_AUDIT_HEAD_FILE must be a whole path/);
  assert.throws(() => readWorkerConfig({}), /VEZNE_WORKER_DATABASE_URL is not set/);
  assert.throws(
    () => readWorkerConfig({ ...env, VEZNE_SECRET_KEYS: undefined }),
    /VEZNE_SECRET_KEYS is not set/,
  );
});

test('the delivery of webhooks has defaults, and can be set within limits', () => {
  const env = {
    VEZNE_WORKER_DATABASE_URL: 'postgres://vezne_worker:x@db/vezne',
    VEZNE_SECRET_KEYS: VALID['VEZNE_SECRET_KEYS'],
    VEZNE_AUDIT_HEAD_FILE: '/var/log/vezne/audit-heads',
  };
  const { webhooks } = readWorkerConfig(env);
  assert.deepEqual(webhooks, {
    scheduleMs: WEBHOOK_SCHEDULE_MS,
    timeoutMs: 15_000,
    maxPerEndpoint: 16,
    leaseMs: 10_000,
    allowPrivate: false,
  });
  assert.equal(readWorkerConfig({ ...env, VEZNE_ENV: 'development' }).webhooks.allowPrivate, true);
  assert.equal(readWorkerConfig({ ...env, VEZNE_WEBHOOK_LEASE_MS: '1000' }).webhooks.leaseMs, 1_000);
  assert.throws(() => readWorkerConfig({ ...env, VEZNE_WEBHOOK_LEASE_MS: '10' }), /VEZNE_WEBHOOK_LEASE_MS/);
  const schedule = (VEZNE_WEBHOOK_SCHEDULE_MS: string) =>
    readWorkerConfig({ ...env, VEZNE_WEBHOOK_SCHEDULE_MS }).webhooks.scheduleMs;
  assert.deepEqual(schedule('5, 30,120'), [5, 30, 120]);
  for (const bad of ['soon', '5,,30', '5,', '-1', '1.5', '99999999999']) {
    assert.throws(() => schedule(bad), /^ConfigError: VEZNE_WEBHOOK_SCHEDULE_MS must be waits/, bad);
  }
});

test("migrations need the owner's address, and use the addresses of the roles that are set", () => {
  const env = {
    DATABASE_URL: 'postgres://owner:x@db/vezne',
    VEZNE_API_DATABASE_URL: 'postgres://vezne_api:x@db/vezne',
    VEZNE_WORKER_DATABASE_URL: 'postgres://vezne_worker:x@db/vezne',
  };
  const { databaseUrl, roleUrls } = readMigrateConfig(env);
  assert.equal(databaseUrl, env.DATABASE_URL);
  assert.deepEqual(roleUrls, [env.VEZNE_API_DATABASE_URL, env.VEZNE_WORKER_DATABASE_URL]);
  assert.throws(
    () => readMigrateConfig({ ...env, DATABASE_URL: undefined }),
    /^ConfigError: DATABASE_URL is not set/,
  );
  assert.throws(
    () => readMigrateConfig({ ...env, VEZNE_API_DATABASE_URL: 'nonsense' }),
    /not a PostgreSQL address/,
  );
});

test("the audit log gets the person's name, not the name of the account behind sudo", () => {
  assert.equal(readActor({ VEZNE_ACTOR: 'ayse', SUDO_USER: 'mehmet', USER: 'root' }), 'ayse');
  assert.equal(readActor({ SUDO_USER: 'mehmet', USER: 'root' }), 'mehmet');
  assert.equal(readActor({ USER: 'root' }), 'root');
  assert.equal(readActor({}), undefined);
});

const CONSOLE: Env = {
  VEZNE_CONSOLE_DATABASE_URL: 'postgres://vezne_console:hunter2-Tr0ub4dor@db.example/vezne',
  VEZNE_CONSOLE_URL: 'https://console.example.com/',
  VEZNE_SECRET_KEYS: `1:${KEY_ONE}`,
  VEZNE_REFERENCE_CODE_KEY: KEY_ONE,
};

test('a console needs its database, its keys and its own address', () => {
  const { secretKeys: _, referenceCodeKey, ...config } = readConsoleConfig(CONSOLE);
  assert.equal(referenceCodeKey.toString('base64'), KEY_ONE);
  assert.deepEqual(config, {
    environment: 'production',
    logLevel: 'info',
    cell: 'c1',
    expectedStandbys: 0,
    metrics: undefined,
    otlpEndpoint: undefined,
    beatMs: 5_000,
    databaseUrl: CONSOLE['VEZNE_CONSOLE_DATABASE_URL'],
    host: '127.0.0.1',
    port: 4001,
    consoleUrl: 'https://console.example.com',
    trustedProxies: [],
    maxConnections: 4_000,
    drainMs: 2_000,
    portalUrl: undefined,
    mail: undefined,
  });
  const withPortal = { ...CONSOLE, VEZNE_PORTAL_URL: 'https://portal.example.com/' };
  assert.equal(readConsoleConfig(withPortal).portalUrl, 'https://portal.example.com');
  for (const name of Object.keys(CONSOLE))
    assert.throws(() => readConsoleConfig({ ...CONSOLE, [name]: '' }), new RegExp(`${name} is not set`));
});

test('the console’s address is a name without a path, in https outside development', () => {
  const at = (url: string, environment = 'development'): string =>
    readConsoleConfig({ ...CONSOLE, VEZNE_ENV: environment, VEZNE_CONSOLE_URL: url }).consoleUrl;
  assert.equal(at('http://localhost:4001'), 'http://localhost:4001');
  assert.throws(() => at('http://localhost:4001', 'production'), ConfigError);
  assert.throws(() => at('http://127.0.0.1:4001'), /no IP address.*http:\/\/localhost/);
  assert.throws(() => at('http://[::1]:4001'), /no IP address/);
  assert.throws(() => at('https://example.com/console'), /without a path/);
});

const PORTAL: Env = {
  VEZNE_PORTAL_DATABASE_URL: 'postgres://vezne_portal:secret@db.example/vezne',
  VEZNE_PORTAL_KEYS: `1:${KEY_ONE}`,
  VEZNE_PORTAL_URL: 'https://portal.example.com',
  VEZNE_SMTP_URL: 'smtps://vezne:secret@mail.example.com',
  VEZNE_MAIL_FROM: 'Vezne <portal@example.com>',
};

test('a portal needs its database, keys of its own, its own address and a mail server', () => {
  const { portalKeys, ...config } = readPortalConfig(PORTAL);
  assert.equal(portalKeys.current, 1);
  assert.deepEqual(config, {
    environment: 'production',
    logLevel: 'info',
    cell: 'c1',
    expectedStandbys: 0,
    metrics: undefined,
    otlpEndpoint: undefined,
    beatMs: 5_000,
    databaseUrl: PORTAL['VEZNE_PORTAL_DATABASE_URL'],
    host: '127.0.0.1',
    port: 4002,
    portalUrl: 'https://portal.example.com',
    mail: {
      host: 'mail.example.com',
      port: 465,
      encryption: 'tls',
      login: { user: 'vezne', password: 'secret' },
      from: { name: 'Vezne', address: 'portal@example.com' },
    },
    apiUrl: undefined,
    demoCredentials: undefined,
    trustedProxies: [],
    maxConnections: 4_000,
    drainMs: 2_000,
  });
  for (const name of Object.keys(PORTAL).filter((each) => each.startsWith('VEZNE_PORTAL')))
    assert.throws(() => readPortalConfig({ ...PORTAL, [name]: '' }), new RegExp(`${name} is not set`));
  const withoutMail = { ...PORTAL, VEZNE_SMTP_URL: '', VEZNE_MAIL_FROM: '' };
  assert.throws(() => readPortalConfig(withoutMail), /VEZNE_SMTP_URL is not set/);
  assert.throws(
    () => readPortalConfig({ ...PORTAL, VEZNE_SMTP_URL: 'https://mail.example.com' }),
    ConfigError,
  );
  assert.throws(() => readPortalConfig({ ...PORTAL, VEZNE_PORTAL_URL: 'https://example.com/portal' }), {
    message: /without a path: the portal has a name of its own/,
  });
});

test('in development a portal sends no mail unless a server is set, and may send it in the clear', () => {
  const development = { ...PORTAL, VEZNE_ENV: 'development' };
  assert.equal(readPortalConfig({ ...development, VEZNE_SMTP_URL: '', VEZNE_MAIL_FROM: '' }).mail, undefined);
  const local = readPortalConfig({ ...development, VEZNE_SMTP_URL: 'smtp://mail.example.com' });
  assert.equal(local.mail?.encryption, 'none');
});

test('a portal shows the triple of a demonstration in development, and elsewhere refuses to have one', () => {
  const [apiKey, apiSecret, hashSecret] = [
    `vzk_demo_${'k'.repeat(26)}`,
    `vzs_${'a'.repeat(43)}`,
    `vzh_${'b'.repeat(43)}`,
  ];
  const demo = { VEZNE_PORTAL_DEMO_CREDENTIALS: [apiKey, apiSecret, hashSecret].join(',') };
  const development = { ...PORTAL, VEZNE_ENV: 'development' };
  assert.deepEqual(readPortalConfig({ ...development, ...demo }).demoCredentials, {
    apiKey,
    apiSecret,
    hashSecret,
  });
  assert.throws(() => readPortalConfig({ ...PORTAL, ...demo }), /is for development alone/);
  const wrong = { VEZNE_PORTAL_DEMO_CREDENTIALS: [apiKey, hashSecret, apiSecret].join(',') };
  assert.throws(
    () => readPortalConfig({ ...development, ...wrong }),
    (error: Error) => error instanceof ConfigError && !error.message.includes(apiSecret),
  );
  const { apiUrl } = readPortalConfig({ ...PORTAL, VEZNE_PUBLIC_URL: 'https://pay.example.com' });
  assert.equal(apiUrl, 'https://pay.example.com');
});
