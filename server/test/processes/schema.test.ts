import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { systemClock } from '../../src/clock.ts';
import { OtherSchemaError, migrate } from '../../src/db/migrate.ts';
import { knownMigrations, migrationKind } from '../../src/db/migration-names.ts';
import { startApi } from '../../src/processes/api.ts';
import { SchemaError } from '../../src/processes/schema-problem.ts';
import { watchSchema } from '../../src/processes/schema-watch.ts';
import { startWorker } from '../../src/processes/worker.ts';
import { manyVezneOn, vezneOn } from '../commands/vezne.ts';
import { apiConfig, startTestApi } from '../harness/api.ts';
import { startApiProcess } from '../harness/api-process.ts';
import { send } from '../harness/client.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { until } from '../harness/expectations.ts';
import { insertBankAccount, insertPartner } from '../harness/factories.ts';
import { directoryWith } from '../harness/later-version.ts';
import { captureLog } from '../harness/log-lines.ts';
import { silentLog } from '../harness/silent-log.ts';
import { workerConfig } from '../harness/worker-config.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';

/** A contraction at the end may be missing. */
const LAST =
  knownMigrations().findLast((name) => migrationKind(name) === 'expand') ?? assert.fail('no expansion');

/** What a process sees of a migration of a later version. */
async function runLater(owner: pg.Pool, name: string): Promise<void> {
  await owner.query(`insert into schema_migration (name, run_on) values ($1, now())`, [name]);
}

/** The schema of a version that lacks our last expansion. */
async function goBack(owner: pg.Pool): Promise<void> {
  await owner.query('delete from schema_migration where name = $1', [LAST]);
}

/** What an api, a worker, a command that reads and one that changes say instead of starting. */
async function refusals(t: TestContext, database: TestDatabase): Promise<string[]> {
  const texts: string[] = [];
  for (const start of [
    async () => await startApi(apiConfig(database), silentLog),
    async () => await startWorker(workerConfig(database), silentLog),
  ]) {
    const started = start().then(async ({ stop }) => await stop());
    await assert.rejects(started, (error: unknown) => {
      assert.ok(error instanceof SchemaError, String(error));
      texts.push(error.message);
      return true;
    });
  }
  const vezne = manyVezneOn(t, database);
  for (const words of [
    ['partner', 'list'],
    ['platform', 'pause', '--deposits'],
  ]) {
    const { code, stdout, stderr } = await vezne(...words);
    assert.deepEqual([code, stdout], [1, ''], words.join(' '));
    assert.match(stderr, /^vezne: [^\n]+\n$/, words.join(' '));
    texts.push(stderr);
  }
  return texts;
}

test('processes and commands refuse a database that is behind them, and say what to run', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await goBack(owner);
  for (const sentence of await refusals(t, database)) {
    assert.match(sentence, new RegExp(`is not up to date: it lacks ${LAST}\\. Run: vezne migrate`));
  }
  // Before 0034 nobody but the command line could read which migrations have run.
  await owner.query('revoke select on schema_migration from vezne_api, vezne_worker, vezne_admin');
  for (const sentence of await refusals(t, database)) {
    assert.match(sentence, /is not up to date: it lacks 0001_roles, .* Run: vezne migrate/);
  }
});

test('processes and commands refuse a database that a later version has contracted, and say what to run', async (t) => {
  const database = await createTestDatabase(t);
  await runLater(database.pool(), '9998_expand_more');
  await runLater(database.pool(), '9999_contract_less');
  for (const sentence of await refusals(t, database)) {
    assert.match(sentence, /too new for this version: 9999_contract_less took away .* Run the version/);
  }
});

test('a refused start is one sentence and exit code 1', async (t) => {
  const database = await createTestDatabase(t);
  await runLater(database.pool(), '9999_contract_less');
  const { code, stdout, stderr } = await vezneOn(database, {
    VEZNE_WORKER_DATABASE_URL: database.urlOf('vezne_worker'),
    VEZNE_ENV: 'development',
  })('worker');
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^vezne: The database is too new [^\n]+\n$/);
});

test('processes and commands serve a database that a later version has expanded, whenever it did', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await insertPartner(owner);
  await insertBankAccount(owner);
  await runLater(owner, '9998_expand_more');
  const [{ url }, worker] = await Promise.all([
    startApiProcess(t, database),
    startWorkerProcess(t, database),
  ]);
  await runLater(owner, '9999_expand_still_more');
  // Longer than they take to look.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const ready = await send(url, { method: 'GET', path: '/readyz' });
  assert.equal(ready.status, 200);
  assert.equal(worker.child.exitCode, null);
  assert.equal((await vezneOn(database)('partner', 'list')).code, 0);
});

test('when a contraction runs under them, an api says that it is not ready and a worker ends, both with the remedy', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await insertPartner(owner);
  const [{ url, child }, worker] = await Promise.all([
    startApiProcess(t, database),
    startWorkerProcess(t, database),
  ]);
  const readiness = async () => await send(url, { method: 'GET', path: '/readyz' });
  assert.equal((await readiness()).status, 200);
  await runLater(owner, '9999_contract_less');
  const refused = await until(readiness, ({ status }) => status === 503, 6_000);
  const { status: problem } = refused.json as { status: string };
  assert.match(problem, /too new for this version: 9999_contract_less .* Run the version that brought it/);
  assert.equal((await send(url, { method: 'GET', path: '/healthz' })).status, 200, 'it is alive');
  const exitCode = await until(
    async () => worker.child.exitCode,
    (code) => code !== null,
  );
  assert.equal(exitCode, 1);
  await worker.ended;
  const [alarm] = worker.lines(problem);
  assert.deepEqual([alarm?.['level'], alarm?.['alarm']], [50, 'schema_unfit']);
  assert.equal(worker.lines('the worker has stopped').length, 1, 'it ends in order');

  // A contraction that was taken back, or a database that was restored.
  await owner.query(`delete from schema_migration where name = '9999_contract_less'`);
  await until(readiness, ({ status }) => status === 200, 6_000);
  await goBack(owner);
  await until(readiness, ({ status }) => status === 503, 6_000);
  assert.equal(child.exitCode, null);
});

test('a process says every ten minutes that the schema does not fit, for as long as it does not', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { log, lines } = captureLog();
  let nowMs = 0;
  const clock = { ...systemClock, monotonicMs: () => nowMs };
  const watch = await watchSchema(owner, log, { clock, everyMs: 20 });
  t.after(async () => await watch.stop());
  await runLater(owner, '9999_contract_less');
  const problem = await watch.unfit;
  const said = (): number => lines(problem).length;
  const afterSomeLooks = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return said();
  };
  assert.equal(await afterSomeLooks(), 1);
  nowMs += 9 * 60_000;
  assert.equal(await afterSomeLooks(), 1, 'It said so nine minutes ago.');
  nowMs += 60_000;
  await until(
    async () => said(),
    (times) => times === 2,
  );
  assert.equal(await afterSomeLooks(), 2);
  assert.deepEqual(new Set(lines(problem).map(({ alarm }) => alarm)), new Set(['schema_unfit']));

  await owner.query(`delete from schema_migration where name = '9999_contract_less'`);
  await until(
    async () => watch.problem(),
    (one) => one === undefined,
  );
  await runLater(owner, '9999_contract_less');
  await until(
    async () => said(),
    (times) => times === 3,
  );
});

test('asking whether an api is ready reads no migrations', async (t) => {
  const { url, owner } = await startTestApi(t);
  const reads = async (): Promise<number> => {
    const { rows } = await owner.query<{ reads: bigint }>(
      `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as reads from pg_stat_user_tables where relname = 'schema_migration'`,
    );
    return Number(rows[0]?.reads);
  };
  const before = await reads();
  const startMs = performance.now();
  for (let no = 0; no < 200; no += 1) await send(url, { method: 'GET', path: '/readyz' });
  const seconds = (performance.now() - startMs) / 1_000;
  // PostgreSQL counts what a session did about once a second, or when the session is idle.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const read = (await reads()) - before;
  assert.ok(read <= (seconds + 4) / 2 + 1, `${read} reads in ${seconds} s`);
});

const tableOf = (name: string) => `create table of_${name} (id int8 primary key);`;

test('migrate says when the database is ahead, and applies nothing out of order', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const databaseUrl = database.ownerUrl;
  const tables = async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relname like 'of\\_9%' and relkind = 'r' order by 1`,
    );
    return rows.map(({ name }) => name);
  };
  const vezne = vezneOn(database, { DATABASE_URL: databaseUrl });
  const later = await directoryWith(t, { '9990_expand_a': tableOf('9990_expand_a') });
  assert.deepEqual((await migrate({ databaseUrl, roleUrls: [], directory: later })).applied, [
    '9990_expand_a',
  ]);

  const ahead = await vezne('migrate');
  assert.equal(ahead.code, 0, ahead.stderr);
  assert.match(
    ahead.stdout,
    /^The database is ahead of this version, by 9990_expand_a\. Nothing was applied\.\n/,
  );

  // Other lines of versions, with what comes before and what comes after.
  for (const other of ['9980_expand_b', '9995_expand_c']) {
    const directory = await directoryWith(t, { [other]: tableOf(other) });
    await assert.rejects(migrate({ databaseUrl, roleUrls: [], directory }), OtherSchemaError, other);
    assert.deepEqual(await tables(), ['of_9990_expand_a']);
  }
  await goBack(owner);
  const between = await vezne('migrate');
  assert.deepEqual([between.code, between.stdout], [1, '']);
  assert.match(between.stderr, new RegExp(`has 9990_expand_a, .* lacks ${LAST}\\. .* nothing was applied`));
  await owner.query(`insert into schema_migration (name, run_on) values ($1, now())`, [LAST]);

  await runLater(owner, '9999_contract_less');
  const contracted = await vezne('migrate');
  assert.deepEqual([contracted.code, contracted.stdout], [1, '']);
  assert.match(contracted.stderr, /too new for this version: 9999_contract_less .* Nothing was applied\.\n$/);
});
