import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { pino } from 'pino';
import { systemClock } from '../../src/clock.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { JOBS } from '../../src/jobs/scheduled/jobs.ts';
import { METRICS } from '../../src/metrics/catalogue.ts';
import type { Metric, ProcessKind } from '../../src/metrics/catalogue.ts';
import { startApi } from '../../src/processes/api.ts';
import { startWorker } from '../../src/processes/worker.ts';
import { createServiceReadings, lastRaised, openDifferences } from '../../src/processes/service-readings.ts';
import { claimPorts } from '../../../tools/ports/claim.ts';
import { apiConfig, startTestApi } from '../harness/api.ts';
import { get, send, sign } from '../harness/client.ts';
import { startTestConsole } from '../harness/console.ts';
import { createTestDatabase } from '../harness/database.ts';
import { startDatabaseProxy } from '../harness/database-proxy.ts';
import { until } from '../harness/expectations.ts';
import { depositBody, insertCredential } from '../harness/factories.ts';
import { startTestPortal } from '../harness/portal.ts';
import { workerConfig } from '../harness/worker-config.ts';

/** The port that a process was given for its metrics, and what it tells there. */
async function told(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.equal(answer.status, 200);
  return await answer.text();
}

/** Prometheus itself reads it without a complaint. Names of other projects' conventions are theirs. */
function assertReadable(text: string): void {
  const { status, stdout, stderr } = spawnSync('/usr/bin/promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
}

/** Every metric of such a process is told, no other is, and no series has a label that is not in the catalogue. */
function assertCatalogue(text: string, process: ProcessKind): void {
  const expected = Object.values<Metric>(METRICS).filter(({ of }) => of.includes(process));
  const declared = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  assert.deepEqual(declared.toSorted(), expected.map(({ name, type }) => `${name} ${type}`).toSorted());
  const labelsOf = new Map(
    expected.map(({ name, labels, type }) => [name, type === 'histogram' ? ['le', ...labels] : labels]),
  );
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known =
      labelsOf.get(name) ?? labelsOf.get(name.replace(/_(bucket|sum|count)$/, '')) ?? assert.fail(name);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g))
      assert.ok(known.includes(label), `${name}{${labels}}`);
  }
}

async function metricsPort(): Promise<{ host: string; port: number }> {
  return { host: '127.0.0.1', port: await claimPorts() };
}

/** The value of a series, as it is written. */
function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1));
}

test('an api tells what the catalogue says: answers by route and status, creates, batches, its pools', async (t) => {
  const metrics = await metricsPort();
  const { url, partner } = await startTestApi(t, { config: { metrics } });
  const before = await told(metrics.port);
  for (let number = 0; number < 3; number += 1) {
    await send(url, sign(partner, { path: '/v1/deposits', body: depositBody() }));
  }
  const secret = '/pay/0123456789abcdef-of-a-player';
  await fetch(url + secret);
  await get(url, { ...partner, apiSecret: 'wrong' }, '/v1/balance');
  const after = await until(
    async () => await told(metrics.port),
    (text) => valueOf(text, 'vezne_http_requests_total{method="GET",route="/v1/balance",status="401"}') >= 1,
  );
  assertReadable(after);
  assertCatalogue(after, 'api');
  const grown = (series: string): number => valueOf(after, series) - (valueOf(before, series) || 0);
  assert.equal(grown('vezne_http_requests_total{method="POST",route="/v1/deposits",status="201"}'), 3);
  assert.equal(grown('vezne_create_seconds_count'), 3);
  assert.ok(grown('vezne_batch_items_count{batch="create"}') >= 1);
  assert.equal(valueOf(after, 'vezne_batch_queued{batch="create"}'), 0);
  assert.equal(valueOf(after, 'vezne_database_up'), 1);
  assert.equal(valueOf(after, 'vezne_database_connections_max{pool="vezne-api"}'), 8);
  assert.equal(valueOf(after, 'vezne_alarms_total{alarm="database_away"}'), 0, 'Known from the start.');
  assert.ok(
    !after.includes('of-a-player') && !after.includes(partner.id),
    'No address and no partner is told.',
  );
});

test('an api without a version of the sealing key tells that it is not ready, and how many credentials that costs', async (t) => {
  const metrics = await metricsPort();
  const { url, owner, partner } = await startTestApi(t, { config: { metrics } });
  const seen = async (): Promise<unknown> => {
    const text = await told(metrics.port);
    const { status } = await fetch(`${url}/readyz`);
    const [ready, partners, credentials] = [
      'vezne_ready{process="api"}',
      'vezne_partners_unreadable',
      'vezne_credentials_unreadable',
    ].map((series) => valueOf(text, series));
    return { status, ready, partners, credentials };
  };
  const served = { status: 200, ready: 1, partners: 0, credentials: 0 };
  const untilSeen = async (expected: object): Promise<void> => {
    await until(seen, (one) => isDeepStrictEqual(one, expected));
  };
  await untilSeen(served);
  const { apiKey } = await insertCredential(
    owner,
    partner.id,
    createSealedSecrets({ current: 7, byVersion: new Map([[7, randomBytes(32)]]) }),
  );
  await untilSeen({ status: 503, ready: 0, partners: 0, credentials: 1 });
  await owner.query('update credential set revoked_at = now() where api_key = $1', [apiKey]);
  await untilSeen(served);
  await owner.query('delete from partner_terms where partner_id = $1', [partner.id]);
  await untilSeen({ ...served, partners: 1 });
});

test('a worker tells what the whole service does', async (t) => {
  const { database, partner, url } = await startTestApi(t);
  await send(url, sign(partner, { path: '/v1/deposits', body: depositBody() }));
  const metrics = await metricsPort();
  await startWorkerFor(t, database, metrics);
  const text = await told(metrics.port);
  assertReadable(text);
  assertCatalogue(text, 'worker');
  assert.equal(valueOf(text, 'vezne_service_state_up'), 1);
  assert.equal(valueOf(text, 'vezne_queue_items{queue="waiting_deposits"}'), 0);
  assert.equal(valueOf(text, 'vezne_webhook_endpoints_late{state="active"}'), 0);
  assert.equal(valueOf(text, 'vezne_ledger_differences'), 0);
  assert.ok(valueOf(text, 'vezne_database_size_bytes') > 1e6);
  for (const { name } of JOBS)
    for (const outcome of ['done', 'failed'])
      assert.ok(
        valueOf(text, `vezne_job_runs_total{job_name="${name}",outcome="${outcome}"}`) >= 0,
        `${name} ${outcome} is known before its first time.`,
      );
});

test('a console tells what it serves', async (t) => {
  const metrics = await metricsPort();
  const { url } = await startTestConsole(t, { config: { metrics } });
  await fetch(`${url}/healthz`);
  const text = await told(metrics.port);
  assertReadable(text);
  assertCatalogue(text, 'console');
  assert.equal(valueOf(text, 'vezne_ready{process="console"}'), 1);
  assert.ok(valueOf(text, 'vezne_http_requests_total{method="GET",route="/healthz",status="200"}') >= 1);
});

test('a portal tells what it serves', async (t) => {
  const metrics = await metricsPort();
  const { url } = await startTestPortal(t, { config: { metrics } });
  await fetch(`${url}/healthz`);
  await fetch(`${url}/api/transactions/of-a-player`);
  const text = await told(metrics.port);
  assertReadable(text);
  assertCatalogue(text, 'portal');
  assert.equal(valueOf(text, 'vezne_ready{process="portal"}'), 1);
  // The console before it counted in the same place.
  assert.ok(valueOf(text, 'vezne_http_requests_total{method="GET",route="/healthz",status="200"}') >= 1);
  assert.ok(
    valueOf(text, 'vezne_http_requests_total{method="GET",route="/api/transactions/:id",status="401"}') >= 1,
  );
  assert.match(text, /^vezne_process_info\{process="portal",migration="\d+"\} 1$/m);
  assert.ok(!text.includes('of-a-player'), 'No address is told.');
});

async function startWorkerFor(
  t: TestContext,
  database: Parameters<typeof workerConfig>[0],
  metrics: { host: string; port: number },
  changes: { databaseUrl?: string } = {},
): Promise<void> {
  const worker = await startWorker(
    workerConfig(database, { metrics, ...changes }),
    pino({ level: 'silent' }),
  );
  t.after(worker.stop);
}

test('while the database is away, the port answers at once, and says so', async (t) => {
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_worker'));
  const metrics = await metricsPort();
  await startWorkerFor(t, database, metrics, { databaseUrl: proxy.url });
  assert.equal(valueOf(await told(metrics.port), 'vezne_database_up'), 1);
  proxy.refuse(true);
  proxy.cut();
  const text = await until(
    async () => await told(metrics.port),
    (one) => valueOf(one, 'vezne_database_up') === 0,
  );
  assertReadable(text);
  const startMs = performance.now();
  await told(metrics.port);
  assert.ok(performance.now() - startMs < 1_000);
  proxy.refuse(false);
  await until(
    async () => await told(metrics.port),
    (one) => valueOf(one, 'vezne_database_up') === 1 && valueOf(one, 'vezne_service_state_up') === 1,
  );
});

test('an api that waits for its database before it listens is not ready', async (t) => {
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  proxy.refuse(true);
  const metrics = await metricsPort();
  const starting = startApi(
    apiConfig(database, { metrics, databaseUrl: proxy.url }),
    pino({ level: 'silent' }),
  );
  t.after(async () => await (await starting).stop());
  const ready = async (): Promise<number> =>
    valueOf(await told(metrics.port).catch(() => ''), 'vezne_ready{process="api"}');
  await until(ready, (value) => value === 0);
  proxy.refuse(false);
  await until(ready, (value) => value === 1);
});

test('what the service does is told for half a minute with its age, and then it is not known any more', async (t) => {
  const database = await createTestDatabase(t);
  let nowMs = 1_000;
  let isUp = true;
  const more = createServiceReadings({
    pool: database.pool('vezne_worker'),
    clock: { ...systemClock, monotonicMs: () => nowMs },
    log: pino({ level: 'silent' }),
    isDatabaseUp: () => isUp,
    expectedStandbys: 2,
  });
  const values = ({ name }: Metric): unknown[] =>
    Array.from(
      more.readings.find(({ metric }) => metric.name === name)?.read() ?? assert.fail(name),
      ({ value }) => value,
    );
  assert.deepEqual([values(METRICS.serviceStateUp), values(METRICS.ledgerDifferences)], [[0], []]);
  await more.refresh();
  assert.deepEqual([values(METRICS.serviceStateUp), values(METRICS.ledgerDifferences)], [[1], [0]]);
  assert.deepEqual(values(METRICS.ledgerSound), [0], 'They were never checked.');
  assert.deepEqual(values(METRICS.standbys), [0]);
  assert.deepEqual([values(METRICS.confirmingStandbys), values(METRICS.expectedStandbys)], [[0], [2]]);
  isUp = false;
  nowMs += 29_000;
  await more.refresh();
  assert.deepEqual([values(METRICS.serviceStateUp), values(METRICS.ledgerDifferences)], [[1], [0]]);
  assert.deepEqual(values(METRICS.serviceStateAge), [29]);
  nowMs += 2_000;
  assert.deepEqual([values(METRICS.serviceStateUp), values(METRICS.ledgerDifferences)], [[0], []]);
});

test('a port that another process has stops the start, with a sentence', async (t) => {
  const metrics = await metricsPort();
  const { database } = await startTestApi(t, { config: { metrics } });
  await assert.rejects(
    startApi(apiConfig(database, { metrics }), pino({ level: 'silent' })),
    new RegExp(
      `ConfigError: VEZNE_METRICS_PORT ${metrics.port} at 127.0.0.1 cannot be listened to: .*EADDRINUSE`,
    ),
  );
});

test('a difference in the books is open until a check finds them sound, whichever worker makes it', () => {
  const at = (second: number): Date => new Date(second * 1_000);
  const own = (second: number, differences: number) => ({ atMs: second * 1_000, differences });
  const open = (facts: Partial<Parameters<typeof openDifferences>[0]>): number =>
    openDifferences({ own: undefined, soundAt: null, raisedAt: undefined, ...facts });
  assert.equal(open({}), 0);
  assert.equal(open({ own: own(100, 3) }), 3);
  assert.equal(open({ own: own(100, 3), soundAt: at(50) }), 3);
  assert.equal(open({ own: own(100, 3), soundAt: at(200) }), 0, 'Another worker found them sound.');
  assert.equal(open({ raisedAt: at(100), soundAt: at(50) }), 1, 'A worker that was started since.');
  assert.equal(open({ raisedAt: at(100), soundAt: at(200) }), 0);
  assert.equal(open({ own: own(90_000, 0), raisedAt: at(100) }), 0, 'Its own check is newer.');
  assert.equal(open({ own: own(100, 0), raisedAt: at(90_000) }), 1, 'Another worker found one since.');
});

test('of what only workers can find out, no other process is believed', () => {
  const at = new Date(100_000);
  const raised = (name: string, kind: 'api' | 'worker') => ({
    name,
    kind,
    host: 'one',
    process: `${kind}@one`,
    level: 'error' as const,
    count: 1,
    firstAt: at,
    lastAt: at,
  });
  const last = (name: Parameters<typeof lastRaised>[1], kind: 'api' | 'worker') =>
    lastRaised({ alarms: [raised(name, kind)] }, name);
  assert.equal(last('ledger_difference', 'api'), undefined);
  assert.equal(last('ledger_difference', 'worker'), at);
  assert.equal(last('schema_unfit', 'api'), at);
});
