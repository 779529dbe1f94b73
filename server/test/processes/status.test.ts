import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { addAlarms } from '../../src/db/write/installation/running-processes.ts';
import { vezneOn } from '../commands/vezne.ts';
import type { Ran } from '../commands/vezne.ts';
import { insertFeed } from '../db/rows/feed-rows.ts';
import { startApiProcess } from '../harness/api-process.ts';
import { post } from '../harness/client.ts';
import { startConsoleProcess } from '../harness/console-process.ts';
import { startPortalProcess } from '../harness/portal-process.ts';
import { startDatabaseProxy } from '../harness/database-proxy.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { until } from '../harness/expectations.ts';
import { depositBody, insertBankAccount, insertPartner } from '../harness/factories.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';
import { insertEntries } from '../usecases/audit/chain.ts';

/** Dead after four of them. */
const QUICK = { VEZNE_BEAT_MS: '250' };

interface Status {
  isHealthy: boolean;
  problems: { code: string; text: string }[];
  processes: { kind: string; pid: number; version: string; isAlive: boolean; lastWorkAt: string | null }[];
  queues: { name: string; count: number; oldestSince: string | null }[];
  alarms: { name: string; process: string; count: number; level: string }[];
}

function statusOf(database: Pick<TestDatabase, 'urlOf'>): {
  json: () => Promise<Status & { code: number }>;
  text: () => Promise<Ran>;
} {
  const vezne = vezneOn(database);
  return {
    async json() {
      const { code, stdout, stderr } = await vezne('status', '--json');
      assert.equal(stderr, '');
      return { ...(JSON.parse(stdout) as Status), code };
    },
    text: async () => await vezne('status'),
  };
}

const codesOf = ({ problems }: Status): string[] => problems.map(({ code }) => code);

/** What the database has, without the start of a command. */
async function shown(database: TestDatabase): Promise<string[]> {
  const { rows } = await database.pool().query<{ line: string }>(
    `select kind || ' ' || pid || case when alive_until > now() then ' alive' else ' dead' end as line
       from running_process where gone_at is null order by kind, pid`,
  );
  return rows.map(({ line }) => line);
}

test('a living api, console, portal and worker are shown, and what stops is gone without a trace', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const status = statusOf(database);
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const [api, worker, console, portal] = [
    await startApiProcess(t, database, QUICK),
    await startWorkerProcess(t, database, QUICK),
    await startConsoleProcess(t, database),
    await startPortalProcess(t, database),
  ];
  const { status: answered } = await post(api.url, partner, '/v1/deposits', depositBody());
  assert.equal(answered, 201);
  const seen = await until(status.json, ({ processes }) =>
    processes.every(({ kind, lastWorkAt }) => kind === 'console' || kind === 'portal' || lastWorkAt !== null),
  );
  assert.deepEqual([seen.code, seen.isHealthy, seen.problems], [0, true, []]);
  assert.deepEqual(
    seen.processes.map(({ kind, isAlive, lastWorkAt }) => [kind, isAlive, lastWorkAt !== null]),
    [
      ['api', true, true],
      ['console', true, false],
      ['portal', true, false],
      ['worker', true, true],
    ],
  );
  assert.deepEqual(
    seen.processes.filter(({ kind }) => kind !== 'console').map(({ pid }) => pid),
    [api.child.pid, portal.pid, worker.child.pid],
  );
  for (const { version } of seen.processes) assert.match(version, /^\d+\.\d+\.\d+(\+[0-9a-f]{12})?$/);

  api.child.kill('SIGTERM');
  worker.child.kill('SIGTERM');
  await Promise.all([api.ended, worker.ended, console.stop('SIGTERM'), portal.stop('SIGTERM')]);
  const after = await status.json();
  assert.deepEqual(after.processes, []);
  assert.deepEqual([after.code, codesOf(after)], [1, ['no_process', 'no_process']]);
});

test('a worker and an api that were killed are dead within four beats, and the next start takes their place', async (t) => {
  const database = await createTestDatabase(t);
  const status = statusOf(database);
  const api = await startApiProcess(t, database, QUICK);
  const worker = await startWorkerProcess(t, database, QUICK);
  for (const { child, ended } of [api, worker]) {
    child.kill('SIGKILL');
    await ended;
  }
  const startedAtMs = performance.now();
  await until(
    async () => await shown(database),
    (lines) => lines.every((line) => line.endsWith('dead')),
  );
  assert.ok(performance.now() - startedAtMs < 5_000);
  const { code, stdout } = await status.text();
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^4 problems:\n  No worker lives: nothing is delivered, sealed or expired\. Start one: vezne worker\n/,
  );
  assert.match(stdout, /\n  No api lives: partners get no answer, and players see no page\./);
  assert.match(
    stdout,
    new RegExp(`\n  The worker ${worker.child.pid} on \\S+ is dead, or cut off from the database`),
  );
  assert.match(stdout, new RegExp(`\n  The api ${api.child.pid} on \\S+ is dead`));
  assert.match(stdout, /\n {2}worker {2}DEAD /);

  const next = await startWorkerProcess(t, database, QUICK);
  assert.deepEqual(await shown(database), [`api ${api.child.pid} dead`, `worker ${next.child.pid} alive`]);
});

test('a process whose database was away is shown again', async (t) => {
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_worker'));
  const { child } = await startWorkerProcess(t, database, { ...QUICK, VEZNE_WORKER_DATABASE_URL: proxy.url });
  proxy.refuse(true);
  proxy.cut();
  await until(
    async () => await shown(database),
    (lines) => lines[0] === `worker ${child.pid} dead`,
  );
  proxy.refuse(false);
  await until(
    async () => await shown(database),
    (lines) => lines[0] === `worker ${child.pid} alive`,
  );
});

test('with the database away, status says so within seconds', async (t) => {
  const database = await createTestDatabase(t);
  const away = new URL(database.urlOf('vezne_admin'));
  // Nobody listens on the port of the echo service here.
  away.port = '7';
  const startedAtMs = performance.now();
  const { code, stdout, stderr } = await vezneOn({ urlOf: () => away.href })('status');
  assert.equal(code, 1);
  assert.match(
    stdout + stderr,
    /^1 problem:\n  The database can't be reached \(ECONNREFUSED\)\. .+ Nothing is created/,
  );
  assert.ok(performance.now() - startedAtMs < 15_000);
  const json = await vezneOn({ urlOf: () => away.href })('status', '--json');
  const { isHealthy, problems } = JSON.parse(json.stdout) as Status;
  assert.deepEqual(
    [json.code, isHealthy, problems.map((problem) => problem.code)],
    [1, false, ['database_away']],
  );
});

test('a database that takes connections and then says nothing is away too', async (t) => {
  const database = await createTestDatabase(t);
  const silent = createServer();
  silent.removeAllListeners('connection');
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const url = new URL(database.urlOf('vezne_admin'));
  url.port = String((silent.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  const { code, stdout } = await vezneOn({ urlOf: () => url.href })('status');
  assert.equal(code, 1);
  assert.match(stdout, /^1 problem:\n  The database /);
});

test('of a proxy behind which nothing stands status says that, and nothing of changes that it never makes', async (t) => {
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_admin'));
  proxy.refuse(true);
  const { code, stdout } = await vezneOn({ urlOf: () => proxy.url })('status');
  assert.equal(code, 1);
  assert.match(stdout, /^1 problem:\n  The database, or a proxy before it, ends the connection\. /);
  assert.doesNotMatch(stdout, /audit list/);
});

test('a database that stops in the middle of an answer is away too', async (t) => {
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_admin'));
  proxy.holdAnswersTo('running_process');
  const { code, stdout } = await vezneOn({ urlOf: () => proxy.url })('status');
  assert.equal(code, 1);
  assert.match(stdout, /^1 problem:\n  The database does not answer\. /);
});

test('a status that only this command could not read is no outage', async (t) => {
  const database = await createTestDatabase(t);
  const refused = await vezneOn({ urlOf: () => database.urlOf('vezne_api') })('status', '--json');
  const [problem = assert.fail()] = (JSON.parse(refused.stdout) as Status).problems;
  assert.deepEqual([refused.code, problem.code], [1, 'status_unread']);
  assert.match(
    problem.text,
    /^The state could not be read, which says nothing about the service\. The database role may not do this/,
  );
  const holder = await database.pool().connect();
  try {
    await holder.query('begin');
    await holder.query('lock table open_transaction in access exclusive mode');
    const { stdout } = await vezneOn(database)('status');
    // Which limit ends first, the one for a lock or the one for the read, depends on how quick the machine is.
    assert.match(
      stdout,
      /^1 problem:\n  The state could not be read, .+ (The database took too long to read it|Another session holds what this needs)/,
    );
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('an alarm that a worker has raised stays to be seen when the worker is gone', async (t) => {
  const database = await createTestDatabase(t);
  await addAlarms(
    database.pool('vezne_worker'),
    { kind: 'worker', host: 'one.example' },
    [{ name: 'ledger_difference', level: 'error', count: 2, firstMsAgo: 36_000_000, lastMsAgo: 7_200_000 }],
    { timeoutMs: 5_000 },
  );
  const { code, stdout } = await statusOf(database).text();
  assert.equal(code, 1);
  assert.match(
    stdout,
    /\n  The alarm ledger_difference was raised by worker@one\.example, 2 times, last 2 h ago\. Look/,
  );
  assert.match(stdout, /\n  ledger_difference  OPEN   worker@one\.example      2  10 h ago  2 h ago\n/);
});

test('an alarm of the night before is read for as long as it is open', async (t) => {
  const database = await createTestDatabase(t);
  const lastMsAgo = (25 * 60 + 10) * 60_000;
  await addAlarms(
    database.pool('vezne_worker'),
    { kind: 'worker', host: 'one.example' },
    [{ name: 'ledger_checkpoint_refused', level: 'error', count: 1, firstMsAgo: lastMsAgo, lastMsAgo }],
    { timeoutMs: 5_000 },
  );
  const { problems } = await statusOf(database).json();
  assert.match(
    problems.find(({ code }) => code === 'open_alarm')?.text ?? '',
    /^The alarm ledger_checkpoint_refused was raised by worker@one\.example/,
  );
});

test("status names a schema that this version can't serve, as code and as sentence", async (t) => {
  const database = await createTestDatabase(t);
  const status = statusOf(database);
  await database
    .pool()
    .query(`insert into schema_migration (name, run_on) values ('9999_contract_it', now())`);
  const tooNew = await status.json();
  assert.deepEqual([tooNew.code, tooNew.isHealthy, codesOf(tooNew)], [1, false, ['schema_unfit']]);
  assert.match(
    tooNew.problems[0]?.text ?? '',
    /^The database is too new for this version: 9999_contract_it /,
  );

  await database.pool().query('delete from schema_migration');
  const behind = await status.json();
  assert.deepEqual([behind.code, codesOf(behind)], [1, ['schema_unfit']]);
  const { code, stdout, stderr } = await status.text();
  assert.deepEqual([code, stderr], [1, '']);
  assert.match(stdout, /^1 problem:\n  The database is not up to date: it lacks .+ Run: vezne migrate\n$/);
});

/** An endpoint that answers everything with 500. */
async function brokenReceiver(t: TestContext): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(500).end('no'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}

test('an endpoint that is down for five minutes is named, whether a worker tries or none lives', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const status = statusOf(database);
  const { id: partnerId, name } = await insertPartner(owner);
  const bankAccount = await insertBankAccount(owner);
  const { id } = await insertEndpoint(owner, { partnerId, url: await brokenReceiver(t) });
  await insertFeed(owner, { partnerId, bankAccount, events: 2 });
  assert.equal(
    (await status.json()).problems.some(({ code }) => code === 'late_endpoint'),
    false,
  );
  await owner.query(`update event set occurred_at = occurred_at - interval '6 minutes'`);
  const late = async (): Promise<string> =>
    (await status.json()).problems.find(({ code }) => code === 'late_endpoint')?.text ?? 'none';
  const expected = new RegExp(
    `^${name} at 127\\.0\\.0\\.1:\\d+ has not taken 2 events, the oldest for 6 min[^.]*\\. See what it answers: vezne webhook show ${id}$`,
  );
  assert.match(await late(), expected, 'without a worker');

  const worker = await startWorkerProcess(t, database, { ...QUICK, VEZNE_ENV: 'development' });
  await until(
    async () => (await owner.query('select from webhook_attempt')).rowCount ?? 0,
    (tries) => tries > 0,
  );
  assert.match(await late(), expected, 'with a worker that tries');
  const { alarms } = await until(status.json, (seen) => seen.alarms.length > 0);
  assert.deepEqual(
    alarms.map(({ name, level }) => [name, level]),
    [['webhook_failed', 'warning']],
  );
  worker.child.kill('SIGKILL');
});

test('a check needs the address of a worker alone', async (t) => {
  const database = await createTestDatabase(t);
  const vezne = vezneOn(database, {
    VEZNE_ADMIN_DATABASE_URL: '',
    VEZNE_WORKER_DATABASE_URL: database.urlOf('vezne_worker'),
  });
  const { code, stdout } = await vezne('status');
  assert.equal(code, 1);
  assert.match(stdout, /^2 problems:\n  No worker lives/);
  const { stderr } = await vezneOn(database, { VEZNE_ADMIN_DATABASE_URL: '' })('status');
  assert.match(stderr, /VEZNE_ADMIN_DATABASE_URL is not set/);
});

test('entries that nobody seals are a problem after five minutes', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await insertEntries(owner, 2);
  await owner.query(`update audit_entry set at = at - interval '6 minutes'`);
  const { problems } = await statusOf(database).json();
  assert.match(
    problems.find(({ code }) => code === 'unsealed_audit_entries')?.text ?? '',
    /^2 audit entries are not sealed, the oldest for 6 min/,
  );
});
