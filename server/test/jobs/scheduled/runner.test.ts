import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { systemClock } from '../../../src/clock.ts';
import { watchDatabase } from '../../../src/db/database-watch.ts';
import { isConnectionLost } from '../../../src/db/errors.ts';
import { JOB_QUEUES } from '../../../src/db/job-queues.ts';
import { createDatabase } from '../../../src/db/kysely.ts';
import { createPool } from '../../../src/db/pool.ts';
import { runRead } from '../../../src/db/statement.ts';
import { JOBS } from '../../../src/jobs/scheduled/jobs.ts';
import { createJobRunner } from '../../../src/jobs/scheduled/runner.ts';
import type { JobRunner } from '../../../src/jobs/scheduled/runner.ts';
import { createTestDatabase } from '../../harness/database.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { startDatabaseProxy } from '../../harness/database-proxy.ts';
import { until } from '../../harness/expectations.ts';
import { captureLog } from '../../harness/log-lines.ts';

const NAME = 'expire_deposits';
const FAILED = 'a job failed; it is tried again at its next time';
/** On the first of January: never due by the clock during a test, unless somebody runs it at midnight on New Year's Eve. */
const YEARLY = '0 0 1 1 *';

interface Setting {
  database: TestDatabase;
  lines: ReturnType<typeof captureLog>['lines'];
  /** A worker whose only job does the given work. */
  startRunner: (
    work: () => Promise<void>,
    cron?: string,
    wasDatabaseUpSince?: (monotonicMs: number) => boolean,
  ) => Promise<JobRunner>;
  /** Makes the job due; false when a run is already waiting or working. */
  makeDue: () => Promise<boolean>;
}

async function setUp(t: TestContext): Promise<Setting> {
  const database = await createTestDatabase(t);
  const { log, lines } = captureLog();
  const pool = database.pool('vezne_worker');
  const context = { pool, db: createDatabase(pool), clock: systemClock, log };
  const sender = await startBoss(t, database);
  return {
    database,
    lines,
    async startRunner(run, cron = YEARLY, wasDatabaseUpSince = () => true) {
      const jobs = [{ name: NAME, cron, run }] as const;
      const databaseUrl = database.urlOf('vezne_worker');
      const runner = createJobRunner(context, { databaseUrl, jobs, wasDatabaseUpSince });
      t.after(runner.stop);
      await runner.start();
      return runner;
    },
    makeDue: async () => (await sender.send(NAME)) !== null,
  };
}

/** Another user of the queues, as the database's owner. */
async function startBoss(t: TestContext, database: TestDatabase): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: database.ownerUrl,
    max: 1,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  t.after(async () => await boss.stop({ graceful: false }));
  return boss;
}

async function statesOf({ database }: Setting): Promise<string[]> {
  const { rows } = await database
    .pool()
    .query<{ state: string }>('select state::text from pgboss.job where name = $1 order by created_on', [
      NAME,
    ]);
  return rows.map(({ state }) => state);
}

/** A right that the worker lacks would show here. */
function assertQueueIsQuiet({ lines }: Setting): void {
  assert.deepEqual(lines('the job queue met an error'), []);
  assert.deepEqual(lines('the job queue has a warning'), []);
}

test('every job has a queue, and every queue has a job', () => {
  assert.deepEqual(JOBS.map(({ name }) => name).toSorted(), [...JOB_QUEUES].toSorted());
});

// Most of the time these tests wait for clocks and queues, each on its own database.
suite('the runner of jobs', { concurrency: 4 }, () => {
  test('a job runs at its time', async (t) => {
    const setting = await setUp(t);
    let runs = 0;
    await setting.startRunner(async () => void (runs += 1), '* * * * *');
    await until(
      async () => runs,
      (count) => count > 0,
    );
    assertQueueIsQuiet(setting);
    const { rows } = await setting.database.pool().query<{ count: bigint }>(
      `select count(*) from pg_stat_activity
     where datname = current_database() and application_name = 'vezne-worker-jobs'`,
    );
    assert.ok((rows[0]?.count ?? 9n) <= 2n, 'It uses few connections.');
  });

  test('only one of all workers runs a job at a time', async (t) => {
    const setting = await setUp(t);
    const seen = { running: 0, most: 0, runs: 0 };
    const work = async (): Promise<void> => {
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      await sleep(300);
      seen.running -= 1;
      seen.runs += 1;
    };
    await setting.startRunner(work);
    await setting.startRunner(work);
    let refused = 0;
    while (seen.runs < 4) {
      if (!(await setting.makeDue())) refused += 1;
      await sleep(50);
    }
    assert.equal(seen.most, 1);
    assert.ok(refused > 0, 'A job that comes due while a run waits or works is dropped.');
  });

  test('a job that fails raises an alarm with its name, and runs again when it is due again', async (t) => {
    const setting = await setUp(t);
    let runs = 0;
    await setting.startRunner(async () => {
      runs += 1;
      if (runs === 1) throw new Error('The bank is closed.');
    });
    const states = async () => await statesOf(setting);
    await setting.makeDue();
    await until(states, (all) => all.includes('failed'));
    const [line, ...others] = setting.lines(FAILED);
    assert.equal(others.length, 0);
    assert.deepEqual([line?.['level'], line?.['alarm'], line?.['job']], [50, 'job_failed', NAME]);
    assert.match(JSON.stringify(line?.['err']), /The bank is closed\./);
    assert.deepEqual(await states(), ['failed'], 'It is not retried at once.');
    await setting.makeDue();
    await until(states, (all) => all.includes('completed'));
    assert.equal(runs, 2);
  });

  test('a job that gets no connection raises an alarm while the watch finds the database there', async (t) => {
    const setting = await setUp(t);
    const { lines, database } = setting;
    const url = database.urlOf('vezne_worker');
    const { log } = captureLog();
    const watch = watchDatabase({ url, name: 'test', clock: systemClock, log });
    t.after(async () => await watch.stop());
    const pool = createPool({ url, maxConnections: 1, applicationName: 'test-short', log });
    const held = await pool.connect();
    t.after(async () => {
      held.release();
      await pool.end();
    });
    const errors: unknown[] = [];
    await setting.startRunner(
      async () => {
        try {
          await runRead(pool, { text: 'select' }, { timeoutMs: 300 });
        } catch (error) {
          errors.push(error);
          throw error;
        }
      },
      YEARLY,
      watch.wasUpSince,
    );
    await setting.makeDue();
    const [line] = await until(
      async () => lines(FAILED),
      (found) => found.length > 0,
    );
    assert.ok(errors.every(isConnectionLost), 'It looks like a database that is away.');
    assert.deepEqual([line?.['level'], line?.['alarm'], line?.['job']], [50, 'job_failed', NAME]);
  });

  test('a job that lost the database raises no alarm, although it knows before the watch', async (t) => {
    const setting = await setUp(t);
    const proxy = await startDatabaseProxy(t, setting.database.urlOf('vezne_worker'));
    const { log } = captureLog();
    const watch = watchDatabase({ url: proxy.url, name: 'test', clock: systemClock, log });
    t.after(async () => await watch.stop());
    const pool = createPool({ url: proxy.url, maxConnections: 1, applicationName: 'test-lost', log });
    t.after(async () => await pool.end());
    let wasUp = false;
    await setting.startRunner(
      async () => {
        proxy.refuse(true);
        proxy.cut();
        wasUp = watch.isUp();
        await runRead(pool, { text: 'select' }, { timeoutMs: 300 });
      },
      YEARLY,
      watch.wasUpSince,
    );
    await setting.makeDue();
    const [line] = await until(
      async () => setting.lines(FAILED),
      (found) => found.length > 0,
    );
    assert.deepEqual([wasUp, line?.['level'], line?.['alarm']], [true, 40, undefined]);
  });

  test('a worker that stops lets its job finish', async (t) => {
    const setting = await setUp(t);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let isRunning = false;
    const runner = await setting.startRunner(async () => {
      isRunning = true;
      await released;
    });
    await setting.makeDue();
    await until(
      async () => isRunning,
      (is) => is,
    );
    const stopping = runner.stop().then(() => 'stopped');
    assert.equal(await Promise.race([stopping, sleep(1_000, 'waiting')]), 'waiting');
    release();
    assert.equal(await stopping, 'stopped');
    assert.deepEqual(await statesOf(setting), ['completed']);
  });

  test('the run of a worker that died is given up within a minute, and then the next can start', async (t) => {
    const setting = await setUp(t);
    const dead = await startBoss(t, setting.database);
    await setting.makeDue();
    assert.equal((await dead.fetch(NAME)).length, 1);
    assert.equal(await setting.makeDue(), false, 'It looks as if it is still working.');
    // Instead of waiting that long.
    await setting.database
      .pool()
      .query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '31 seconds' where name = $1`, [
        NAME,
      ]);
    await setting.startRunner(async () => undefined);
    await until(setting.makeDue, (isDue) => isDue);
    assertQueueIsQuiet(setting);
  });

  test('a worker whose connections the database cuts continues with new ones', async (t) => {
    const setting = await setUp(t);
    const seen = { runs: 0 };
    await setting.startRunner(async () => void (seen.runs += 1));
    await setting.makeDue();
    const runs = async () => seen.runs;
    await until(runs, (count) => count === 1);
    const { rowCount } = await setting.database.pool()
      .query(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and usename = 'vezne_worker'`);
    assert.ok((rowCount ?? 0) > 0);
    await until(setting.makeDue, (isDue) => isDue);
    await until(runs, (count) => count > 1);
  });

  test('a job that is no longer on the list does not come due any more', async (t) => {
    const setting = await setUp(t);
    const boss = await startBoss(t, setting.database);
    await boss.createQueue('old_job');
    await boss.schedule('old_job', '* * * * *');
    await setting.startRunner(async () => undefined, '30 3 * * *');
    const schedules = await boss.getSchedules();
    assert.deepEqual(
      schedules.map(({ name, cron, timezone }) => [name, cron, timezone]),
      [[NAME, '30 3 * * *', 'Europe/Istanbul']],
    );
  });
});
