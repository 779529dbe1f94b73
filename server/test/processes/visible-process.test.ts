import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createVisibleProcess, commitProblem } from '../../src/processes/visible-process.ts';
import type { VisibleProcess } from '../../src/processes/visible-process.ts';
import { createTestDatabase } from '../harness/database.ts';
import { startDatabaseProxy } from '../harness/database-proxy.ts';
import { until } from '../harness/expectations.ts';
import { captureLog } from '../harness/log-lines.ts';

test('a process that nobody can see works all the same, leaves no sessions that wait, and is seen afterwards', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { log } = captureLog();
  const visible = createVisibleProcess({ url: database.urlOf('vezne_api'), log, kind: 'api', beatMs: 100 });
  t.after(async () => await visible.hide());
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table running_process in access exclusive mode');
    const startedAtMs = performance.now();
    await visible.show();
    assert.ok(performance.now() - startedAtMs < 4_000);
    // Several beats, each of which finds the table locked.
    await sleep(2_500);
    const { rows } = await owner.query<{ sessions: number }>(
      `select count(*)::int4 as sessions from pg_stat_activity
       where datname = current_database() and application_name = 'vezne-api-visible'`,
    );
    assert.ok((rows[0]?.sessions ?? 9) <= 2, `${rows[0]?.sessions} sessions`);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await until(
    async () => (await owner.query('select from running_process')).rowCount,
    (count) => count === 1,
  );
});

const WENT_BACK =
  'the database lost commits that it had confirmed: what was written between newestLeft and confirmedAt may be gone';

/** The database itself lets no number fall. In one statement, so that no beat is refused meanwhile. */
async function goBack(owner: pg.Pool, change: string): Promise<void> {
  await owner.query(`begin; alter table running_process disable trigger hold_beat; update running_process set ${change};
    alter table running_process enable trigger hold_beat; commit`);
}

test('a process whose number is lower than one that was confirmed says that the database went back', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { log, lines } = captureLog();
  const visible = createVisibleProcess({ url: database.urlOf('vezne_api'), log, kind: 'api', beatMs: 50 });
  t.after(async () => await visible.hide());
  await visible.show();
  const beats = async (): Promise<number> =>
    Number((await owner.query<{ beat: bigint }>('select beat from running_process')).rows[0]?.beat ?? 0);
  await until(beats, (beat) => beat > 5);
  assert.equal(lines(WENT_BACK).length, 0);

  // As after a failover to a standby that lacks the last second.
  await goBack(owner, 'beat = 2');
  const [line = assert.fail()] = await until(
    async () => await Promise.resolve(lines(WENT_BACK)),
    ({ length }) => length > 0,
  );
  assert.deepEqual([line['level'], line['alarm']], [50, 'database_went_back']);
  assert.ok(Date.parse(String(line['newestLeft'])) <= Date.parse(String(line['confirmedAt'])) + 1_000);
  await until(beats, (beat) => beat > 8);
  assert.equal(lines(WENT_BACK).length, 1, 'Once: from here on it counts anew.');

  // As after a failover to one that does not know the process at all.
  await owner.query('delete from running_process');
  await until(
    async () => await Promise.resolve(lines(WENT_BACK)),
    ({ length }) => length === 2,
  );
});

test('a server that took over and answers late hides no loss, and what it confirmed there is not the moment', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { log, lines } = captureLog();
  const visible = createVisibleProcess({ url: proxy.url, log, kind: 'api', beatMs: 50 });
  t.after(async () => await visible.hide());
  await visible.show();
  await until(
    async () => await beatOf(owner),
    (beat) => beat > 5,
  );
  proxy.holdAnswersTo('process-is-seen');
  const tookOverAtMs = Date.now();
  await goBack(owner, `beat = 2, seen_at = now() - interval '1 minute'`);
  // Beats are given up one after another, and each time a new connection has a commit of its own confirmed.
  await sleep(4_000);
  proxy.release();
  const [line = assert.fail()] = await until(
    async () => await Promise.resolve(lines(WENT_BACK)),
    ({ length }) => length > 0,
  );
  assert.ok(Date.parse(String(line['confirmedAt'])) <= tookOverAtMs, String(line['confirmedAt']));
  assert.ok(
    Date.parse(String(line['newestLeft'])) < tookOverAtMs - 30_000,
    'It is when the newest row was written that is left.',
  );
});

test('a process whose place was taken is no sign of a database that went back', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { log, lines } = captureLog();
  const visible = createVisibleProcess({ url: database.urlOf('vezne_api'), log, kind: 'api', beatMs: 50 });
  t.after(async () => await visible.hide());
  await visible.show();
  const isHere = async (): Promise<boolean> =>
    (await owner.query('select from running_process where gone_at is null and beat > 3')).rowCount === 1;
  await until(isHere, (here) => here);
  await owner.query('update running_process set gone_at = now()');
  await until(isHere, (here) => here);
  assert.equal(lines(WENT_BACK).length, 0);
});

test('processes that come back after an outage in which another took a place are no sign of a database that went back', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { log, lines } = captureLog();
  const show = async (url: string): Promise<void> => {
    const visible = createVisibleProcess({ url, log, kind: 'api', beatMs: 100 });
    t.after(async () => await visible.hide());
    await visible.show();
  };
  await Promise.all([show(proxy.url), show(proxy.url)]);
  const rows = async (where: string): Promise<number | null> =>
    (await owner.query(`select from running_process where ${where}`)).rowCount;
  await until(
    async () => await rows('beat > 3'),
    (count) => count === 2,
  );
  proxy.refuse(true);
  proxy.cut();
  await until(
    async () => await rows('alive_until < now()'),
    (count) => count === 2,
  );
  await show(database.urlOf('vezne_api'));
  assert.equal(await rows('gone_at is not null'), 1, 'It took a place.');
  proxy.refuse(false);
  await until(
    async () => await rows('gone_at is null and alive_until > now() and beat > 8'),
    (count) => count === 3,
  );
  assert.equal(lines(WENT_BACK).length, 0);
});

test('a process whose place was taken in a database that went back says so', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { log, lines } = captureLog();
  const visible = createVisibleProcess({ url: database.urlOf('vezne_api'), log, kind: 'api', beatMs: 50 });
  t.after(async () => await visible.hide());
  await visible.show();
  await until(
    async () => (await owner.query('select from running_process where beat > 3')).rowCount,
    (count) => count === 1,
  );
  // As after a failover to a standby that lacks the last second, on which another process was first.
  await goBack(owner, 'beat = 2, gone_at = now()');
  const [line = assert.fail()] = await until(
    async () => await Promise.resolve(lines(WENT_BACK)),
    ({ length }) => length > 0,
  );
  assert.equal(typeof line['newestLeft'], 'string');
});

test('a process that gets nothing confirmed is not ready, and one whose row is held is', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { log } = captureLog();
  const visible = createVisibleProcess({ url: proxy.url, log, kind: 'api', beatMs: 100 });
  t.after(async () => await visible.hide());
  await visible.show();
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from running_process for update');
  // Each beat gives up after a second, and a commit of nothing takes its place.
  for (let look = 0; look < 50; look += 1) {
    await sleep(100);
    assert.equal(commitProblem(visible, undefined), undefined);
  }
  await holder.query('rollback');
  holder.release();

  proxy.refuse(true);
  proxy.cut();
  const problem = await until(
    async () => await Promise.resolve(commitProblem(visible, undefined)),
    (text) => text !== undefined,
  );
  assert.equal(problem, 'the database confirms no commit');
  assert.ok(visible.confirmedMsAgo() < 6_000);
  proxy.refuse(false);
  await until(
    async () => await Promise.resolve(commitProblem(visible, undefined)),
    (text) => text === undefined,
  );
});

/** Looks every tenth of a second. */
async function staysReady(visible: VisibleProcess, { forMs }: { forMs: number }): Promise<void> {
  for (const endMs = performance.now() + forMs; performance.now() < endMs;) {
    await sleep(100);
    assert.equal(commitProblem(visible, undefined), undefined);
  }
}

const beatOf = async (owner: pg.Pool): Promise<number> =>
  Number(
    (await owner.query<{ beat: bigint }>('select max(beat) as beat from running_process')).rows[0]?.beat,
  );

test('a connection that was lost without a word is replaced before the process counts as not ready', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { log } = captureLog();
  const visible = createVisibleProcess({ url: proxy.url, log, kind: 'api', beatMs: 5_000 });
  t.after(async () => await visible.hide());
  await visible.show();
  const before = await until(
    async () => await beatOf(owner),
    (beat) => beat > 0,
  );
  proxy.silence();
  await staysReady(visible, { forMs: 7_000 });
  assert.ok((await beatOf(owner)) > before, 'It goes on.');
});

test('a long start does not look as if nothing was confirmed, and shows it if that is so', async (t) => {
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { log, lines } = captureLog();
  const visible = createVisibleProcess({ url: proxy.url, log, kind: 'api', beatMs: 5_000 });
  t.after(async () => await visible.hide());
  await staysReady(visible, { forMs: 6_000 });
  assert.equal(
    (await database.pool().query('select from running_process')).rowCount,
    0,
    'nobody sees it yet',
  );
  proxy.refuse(true);
  proxy.cut();
  await until(
    async () => await Promise.resolve(commitProblem(visible, undefined)),
    (problem) => problem !== undefined,
  );
  assert.equal(lines('the database could not be told that this process runs').length, 0);
});

test('commits that take two seconds are confirmed all the same', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await owner.query(`
    create function take_long() returns trigger language plpgsql as $$ begin perform pg_sleep(2.2); return null; end $$;
    create trigger take_long after insert or update on running_process for each row execute function take_long()`);
  const { log, lines } = captureLog();
  const visible = createVisibleProcess({ url: database.urlOf('vezne_api'), log, kind: 'api', beatMs: 5_000 });
  t.after(async () => await visible.hide());
  await visible.show();
  await staysReady(visible, { forMs: 9_000 });
  assert.ok((await beatOf(owner)) >= 2);
  assert.equal(lines('the database could not be told that this process runs').length, 0);
});
