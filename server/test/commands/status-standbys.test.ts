// In a process of its own: its databases are on a server of its own, whose standbys come and go.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { roomyFolder } from '../../../tools/postgres/roomy-folder.ts';
import { startPostgres } from '../../../tools/postgres/server.ts';
import { systemClock } from '../../src/clock.ts';
import { watchDatabase } from '../../src/db/database-watch.ts';
import { createPool } from '../../src/db/pool.ts';
import { readServiceState } from '../../src/usecases/status/service-state.ts';
import { startApiProcess } from '../harness/api-process.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { until, untilSomebodyWaits } from '../harness/expectations.ts';
import { captureLog } from '../harness/log-lines.ts';
import { silentLog } from '../harness/silent-log.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';
import { startVezne, vezneOn } from './vezne.ts';
import type { Ran } from './vezne.ts';

const directory = await mkdtemp(join(await roomyFolder(), 'vezne-standbys-'));
// Debian's, which brings a receiver of the log of the same version.
const server = await startPostgres({ version: '15', directory, settings: { fsync: 'off' } });
process.env['VEZNE_TEST_POSTGRES_URL'] = server.url;
after(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

const RECEIVER = '/usr/lib/postgresql/15/bin/pg_receivewal';
/** After four of these a process that is not seen counts as dead. */
const BEAT_MS = 500;

/** Who looks, and who changes settings, gets in while nothing is confirmed. */
function unproven(t: TestContext, url: string): pg.Pool {
  const pool = createPool({
    url,
    maxConnections: 1,
    applicationName: 'test-looks',
    log: silentLog,
    mayBeUnproven: true,
  });
  t.after(async () => await pool.end());
  return pool;
}

/** Commits wait for the standby that the setting names. */
async function waitFor(superuser: pg.Pool, names: string): Promise<void> {
  await superuser.query(`alter system set synchronous_standby_names = '${names}'`);
  await superuser.query('select pg_reload_conf()');
}

/** Says how far it has the log, on its disk: PostgreSQL takes it for a standby that confirms. */
function startReceiver(t: TestContext): ChildProcess {
  const child = spawn(
    RECEIVER,
    [
      '--directory',
      directory,
      '--synchronous',
      '--no-loop',
      '--dbname',
      server.url.replace(/\/postgres$/, ''),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, PGAPPNAME: 'receiver' } },
  );
  const ended = once(child, 'close');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return child;
}

async function startProcesses(t: TestContext, database: TestDatabase): Promise<void> {
  const env = { VEZNE_BEAT_MS: String(BEAT_MS) };
  await startApiProcess(t, database, env);
  await startWorkerProcess(t, database, { VEZNE_ENV: 'development', ...env });
}

const codesOf = ({ stdout }: Ran): string[] =>
  (JSON.parse(stdout) as { problems: { code: string }[] }).problems.map(({ code }) => code);

test('while the database confirms nothing, the status says so, and calls no process dead', async (t) => {
  const database = await createTestDatabase(t);
  const vezne = vezneOn(database);
  await startProcesses(t, database);
  const superuser = unproven(t, server.url);
  const looks = unproven(t, database.urlOf('vezne_admin'));
  await until(
    async () => await vezne('status'),
    ({ code }) => code === 0,
  );
  try {
    await waitFor(superuser, 'gone');
    // By then no beat has been seen for long enough to take every process for dead.
    await until(
      async () => await readServiceState(looks),
      ({ processes, readAt }) =>
        processes.every(({ isAlive, seenAt }) => !isAlive && readAt.getTime() - seenAt.getTime() > 5_000),
    );
    const { code, stdout } = await vezne('status');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^1 problem:\n {2}The database is there and confirms no commit: it waits for a standby/,
    );
    assert.match(stdout, /Nothing needs a restart\./);
    assert.doesNotMatch(stdout, /Start one|start it again|DEAD/);
    assert.deepEqual(codesOf(await vezne('status', '--json')), ['database_does_not_confirm']);
  } finally {
    await waitFor(superuser, '');
  }
  await until(
    async () => await vezne('status', '--json'),
    (ran) => !codesOf(ran).some((code) => code !== 'open_alarm'),
  );
});

test('a command whose commit waits for a standby says so meanwhile, and is done when one confirms', async (t) => {
  const database = await createTestDatabase(t);
  const superuser = unproven(t, server.url);
  const looks = unproven(t, database.ownerUrl);
  // The standby leaves between the proof of the command's connection and its commit: meanwhile it waits for this lock.
  const holder = await database.pool().connect();
  await holder.query('begin; lock table audit_entry in share mode');
  const { child, ran } = startVezne(database, ['platform', 'pause', '--deposits']);
  try {
    await untilSomebodyWaits(looks);
    await waitFor(superuser, 'gone');
    await holder.query('rollback');
    await once(child.stderr, 'data');
    assert.equal(child.exitCode, null);
  } finally {
    holder.release();
    await waitFor(superuser, '');
  }
  const { code, stderr } = await ran;
  assert.equal(code, 0);
  assert.match(
    stderr,
    /^vezne: WARNING: No standby confirms what this command wrote, so it waits\. [^\n]+\n$/,
  );
});

test('a migration whose commit waits for a standby says so meanwhile, and is done when one confirms', async (t) => {
  const database = await createTestDatabase(t);
  const superuser = unproven(t, server.url);
  await waitFor(superuser, 'nobody');
  const { child, ran } = startVezne(database, ['migrate'], { DATABASE_URL: database.ownerUrl });
  try {
    await Promise.race([once(child.stderr, 'data'), ran]);
    assert.equal(child.exitCode, null);
  } finally {
    await waitFor(superuser, '');
  }
  const { code, stderr } = await ran;
  assert.equal(code, 0);
  assert.match(
    stderr,
    /^vezne: WARNING: No standby confirms what this command wrote, so it waits\. [^\n]+: run it again\. [^\n]+\n$/,
  );
});

test('a process that is dead is called dead when the database confirms commits', async (t) => {
  const database = await createTestDatabase(t);
  const vezne = vezneOn(database);
  assert.deepEqual(codesOf(await vezne('status', '--json')), ['no_process', 'no_process']);
});

test('the status says when fewer standbys confirm than should, and when none has to', async (t) => {
  const database = await createTestDatabase(t);
  const expecting = (standbys: number) =>
    vezneOn(database, { VEZNE_ACTOR: 'ayse', VEZNE_DATABASE_STANDBYS: String(standbys) });
  await startProcesses(t, database);
  const superuser = unproven(t, server.url);
  const looks = unproven(t, database.urlOf('vezne_admin'));
  const alone = await until(
    async () => await expecting(1)('status', '--json'),
    (ran) => codesOf(ran).length === 1,
  );
  assert.deepEqual(codesOf(alone), ['database_commits_alone']);
  assert.match(
    (await expecting(1)('status')).stdout,
    /Commits wait for no standby .+, and 1 should[^]+confirming +none: commits wait for no standby, 1 expected/,
  );

  const receiver = startReceiver(t);
  try {
    await waitFor(superuser, 'receiver');
    const confirming = await until(
      async () => await expecting(1)('status', '--json'),
      (ran) => codesOf(ran).length === 0,
    );
    assert.equal(confirming.code, 0);
    assert.deepEqual(codesOf(await expecting(2)('status', '--json')), ['standbys_missing']);
    assert.match((await expecting(2)('status')).stdout, /1 of 2 standbys confirms commits/);
    // One that is connected and that no commit waits for protects nothing.
    await waitFor(superuser, 'another');
    await until(
      async () => (await readServiceState(looks)).database.confirmingStandbys,
      (count) => count === 0,
    );
  } finally {
    await waitFor(superuser, '');
    receiver.kill('SIGTERM');
  }
});

test('a process says when commits wait for standbys again, with an alarm that ends the other', async (t) => {
  const database = await createTestDatabase(t);
  const superuser = unproven(t, server.url);
  const { log, lines } = captureLog();
  const watch = watchDatabase({
    url: database.urlOf('vezne_api'),
    name: 'test',
    clock: systemClock,
    log,
    expectedStandbys: 1,
  });
  t.after(async () => await watch.stop());
  const untilAlone = async (isAlone: boolean) =>
    await until(
      async () => await Promise.resolve(watch.commitsAlone()),
      (seen) => seen === isAlone,
    );
  await untilAlone(true);
  try {
    await waitFor(superuser, 'somebody');
    await untilAlone(false);
  } finally {
    await waitFor(superuser, '');
  }
  const [over = assert.fail()] = lines('commits wait for standbys again');
  assert.deepEqual([over['level'], over['alarm']], [40, 'database_commits_confirmed']);
  assert.ok(Number(over['aloneMs']) >= 0);
});
