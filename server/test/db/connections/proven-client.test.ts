import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { roomyFolder } from '../../../../tools/postgres/roomy-folder.ts';
import { startPostgres } from '../../../../tools/postgres/server.ts';
import type { PostgresServer } from '../../../../tools/postgres/server.ts';
import { databaseProblem } from '../../../src/commands/database-problem.ts';
import { createDatabase } from '../../../src/db/kysely.ts';
import { createEventListener } from '../../../src/db/event-channel.ts';
import { NotSentError, UnconfirmedError } from '../../../src/db/errors.ts';
import { createPool } from '../../../src/db/pool.ts';
import { confirmCommits, runConfirmedReads, runRead } from '../../../src/db/statement.ts';
import type { StatementOptions } from '../../../src/db/statement.ts';
import { createJobRunner } from '../../../src/jobs/scheduled/runner.ts';
import { until } from '../../harness/expectations.ts';
import { captureLog } from '../../harness/log-lines.ts';
import { silentLog } from '../../harness/silent-log.ts';

const OPTIONS = { timeoutMs: 10_000 };

test('while no standby confirms, nothing is sent on a new connection, and nothing is left behind', async (t) => {
  const { server, owner, confirm } = await startAlone(t);
  const pool = poolOf(t, server);
  const [first] = await Promise.allSettled([runRead(pool, { text: 'select 1' }, OPTIONS)]);
  assert.ok(first.status === 'rejected' && first.reason instanceof NotSentError);
  assert.ok(first.reason.cause instanceof UnconfirmedError);
  assert.match(databaseProblem(first.reason) ?? '', /no standby confirms .+ nothing was changed/);
  // Not even a session that waits.
  assert.equal(await sessionsOf(owner), 0);

  // Whoever looks how the database is gets in.
  const looking = poolOf(t, server, { mayBeUnproven: true });
  assert.deepEqual(await runRead(looking, { text: 'select 1 as one' }, OPTIONS), [{ one: 1 }]);
  await looking.end();

  const waiting = runRead(pool, { text: 'select 1 as one' }, OPTIONS);
  await sleep(500);
  await confirm();
  assert.deepEqual(await waiting, [{ one: 1 }], 'A proof that is under way succeeds when a standby is back.');
});

test('a proven connection has the timeout that its pool asked for', async (t) => {
  const { server, confirm } = await startAlone(t);
  await confirm();
  for (const [statementTimeoutMs, expected] of [
    [1_234, '1234ms'],
    [undefined, '0'],
  ] as const) {
    const pool = poolOf(t, server, statementTimeoutMs === undefined ? {} : { statementTimeoutMs });
    const [row] = await runRead(pool, { text: 'show statement_timeout' }, OPTIONS);
    assert.deepEqual(row, { statement_timeout: expected });
  }
});

test('what a look-up finds, and that it finds nothing, is told only when a commit after it is confirmed', async (t) => {
  const { server, confirm, refuse } = await startAlone(t);
  await confirm();
  const pool = poolOf(t, server);
  const query = { text: 'select 1 as one' };
  const confirmedRead = async (options: StatementOptions) =>
    await runConfirmedReads(pool, options, async (read) => await read(query));
  assert.deepEqual(await confirmedRead(OPTIONS), [{ one: 1 }]);
  await refuse();
  // The connection was proven before, so a plain read goes on.
  assert.deepEqual(await runRead(pool, query, OPTIONS), [{ one: 1 }]);
  await assert.rejects(confirmedRead({ timeoutMs: 500 }), /No answer came within 500 ms/);
  await confirm();
  await confirmCommits(pool, OPTIONS);
});

test('a use case whose wait for a standby was cancelled is done when a later commit is confirmed, and otherwise not known', async (t) => {
  const { server, owner, confirm, refuse } = await startAlone(t);
  await confirm();
  await owner.query('create table note (id int)');
  const pool = poolOf(t, server);
  const db = createDatabase(pool);
  const insert = async (): Promise<void> =>
    await db.transaction().execute(async (trx) => void (await sql`insert into note values (1)`.execute(trx)));
  await insert();
  const cancelNextWait = async (): Promise<void> => {
    await until(
      async () =>
        (
          await owner.query(
            `select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'vezne-test' and wait_event = 'SyncRep'`,
          )
        ).rowCount,
      (cancelled) => cancelled === 1,
    );
    // It waits no more, or for the next commit.
    await sleep(200);
  };

  await refuse();
  const inserted = insert();
  await cancelNextWait();
  // PostgreSQL has said that it is committed. Now it is told only with the commit after it.
  assert.equal(await Promise.race([inserted.then(() => 'told'), sleep(500, 'not told')]), 'not told');
  await confirm();
  await inserted;

  for (const write of [insert, async () => await sql`insert into note values (2)`.execute(db)]) {
    // A new connection proves itself first.
    await runRead(pool, { text: 'select' }, OPTIONS);
    await refuse();
    const [unknown] = await Promise.all([
      Promise.allSettled([write()]),
      cancelNextWait().then(cancelNextWait),
    ]);
    const [result] = unknown;
    assert.ok(result.status === 'rejected' && result.reason instanceof UnconfirmedError);
    assert.match(databaseProblem(result.reason) ?? '', /^The command wrote, but no standby confirmed it/);
    await confirm();
  }
});

test('listeners and the job queue prove their connections, too', async (t) => {
  const { server, owner, confirm } = await startAlone(t);
  const { log } = captureLog();
  let heard = 0;
  const listener = createEventListener({
    databaseUrl: server.url,
    log,
    onAnnounced: () => {
      heard += 1;
    },
  });
  listener.start();
  t.after(async () => await listener.stop());
  const runner = createJobRunner(
    { pool: poolOf(t, server), log: silentLog } as unknown as Parameters<typeof createJobRunner>[0],
    { databaseUrl: server.url, jobs: [] },
  );
  await assert.rejects(runner.start(), NotSentError);
  assert.equal(heard, 0);
  const { rows } = await owner.query<{ text: string }>(
    `select query as text from pg_stat_activity where application_name like 'vezne%' and query like 'listen%'`,
  );
  assert.deepEqual(rows, []);
  await confirm();
  // Here are no queues, which it finds out now that it asks.
  await assert.rejects(runner.start(), /job queues of the database are not up to date/);
  await until(
    async () => await Promise.resolve(heard),
    (times) => times > 0,
  );
});

test('a standby is not used, whatever it is asked', async (t) => {
  const { server, directory } = await startAlone(t);
  await server.stop();
  await writeFile(join(directory, 'data', 'standby.signal'), '');
  const standby = await startPostgres({ version: '15', directory, settings: { fsync: 'off' } });
  t.after(async () => await standby.stop());
  await assert.rejects(
    runRead(poolOf(t, standby), { text: 'select 1' }, OPTIONS),
    (error) => error instanceof NotSentError && /standby/.test((error.cause as Error).message),
  );
});

test('a session whose commits are not confirmed, or that would not hear of it, is not used', async (t) => {
  const { server, owner, confirm } = await startAlone(t);
  await confirm();
  for (const [name, value] of [
    ['synchronous_commit', 'local'],
    ['synchronous_commit', 'off'],
    ['client_min_messages', 'error'],
  ] as const) {
    await owner.query(`alter role postgres set ${name} = ${value}`);
    await assert.rejects(
      runRead(poolOf(t, server), { text: 'select 1' }, OPTIONS),
      (error) => {
        const said = databaseProblem(error) ?? '';
        // It does not go away by itself.
        assert.match(said, /^Nothing was sent .+ nothing was changed: .+ Take these settings back/);
        assert.doesNotMatch(said, /try again/);
        return error instanceof NotSentError && said.includes(`${name} is ${value}`);
      },
      `${name} = ${value}`,
    );
    await owner.query(`alter role postgres reset ${name}`);
  }
  await runRead(poolOf(t, server), { text: 'select 1' }, OPTIONS);
});

test('where standbys should confirm, a server that waits for none is not used by anybody', async (t) => {
  const { server, owner, confirm } = await startAlone(t);
  await confirm();
  // With no right but to connect, as the roles of processes.
  await owner.query(`create role plain login password 'only-for-tests'`);
  const plain = new URL(server.url);
  [plain.username, plain.password] = ['plain', 'only-for-tests'];
  const emptied = (error: unknown): boolean =>
    error instanceof NotSentError &&
    /synchronous_standby_names is empty/.test((error.cause as Error).message);
  for (const url of [server.url, plain.href]) {
    const pool = poolOf(t, { ...server, url }, { expectedStandbys: 1 });
    await assert.rejects(runRead(pool, { text: 'select 1' }, OPTIONS), (error) => {
      const said = databaseProblem(error) ?? '';
      assert.match(
        said,
        /nothing was changed\. Is it a restored copy.+ VEZNE_DATABASE_STANDBYS=0\. Otherwise/,
      );
      assert.doesNotMatch(said, /try again/);
      return emptied(error);
    });
    const single = poolOf(t, { ...server, url });
    assert.deepEqual(await runRead(single, { text: 'select 1 as one' }, OPTIONS), [{ one: 1 }]);
  }
  // The same code with other words: the server lets nobody in for a while.
  await owner.query('create database closed with allow_connections false');
  const closed = new URL(server.url);
  closed.pathname = '/closed';
  await assert.rejects(
    runRead(poolOf(t, { ...server, url: closed.href }), { text: 'select 1' }, OPTIONS),
    (error) => /not currently accepting connections.+try again/.test(databaseProblem(error) ?? ''),
  );
  const { log, lines } = captureLog();
  const listener = createEventListener({
    databaseUrl: server.url,
    expectedStandbys: 1,
    log,
    onAnnounced: () => undefined,
  });
  listener.start();
  t.after(async () => await listener.stop());
  const [refused] = await until(
    async () => await Promise.resolve(lines('cannot listen to the database')),
    ({ length }) => length > 0,
  );
  assert.match(JSON.stringify(refused?.['err']), /synchronous_standby_names is empty/);
  const runner = createJobRunner(
    { pool: poolOf(t, server), log: silentLog } as unknown as Parameters<typeof createJobRunner>[0],
    { databaseUrl: server.url, expectedStandbys: 1, jobs: [] },
  );
  await assert.rejects(runner.start(), emptied);
});

/** What makes connections, or hands the address to what makes them. */
const WITH_DATABASE =
  /\b(?:createPool|ProvenClient|watchDatabase|create\w*(?:Process|Service|Listener|Hub|Runner))\((?:\w+, )?\{(?:[^{}]|\{[^{}]*\})*?\b(?:url|databaseUrl|connectionString)\b(?:[^{}]|\{[^{}]*\})*\}/g;

test('every pool and listener of the service knows how many standbys should confirm', () => {
  const sources = globSync('../../../src/**/*.ts', { cwd: import.meta.dirname }).map((path) => ({
    path,
    text: readFileSync(join(import.meta.dirname, path), 'utf8'),
  }));
  const made = sources.flatMap(({ path, text }) =>
    [...text.matchAll(WITH_DATABASE)].map(([call]) => ({ path, call })),
  );
  assert.ok(made.length > 30, `${made.length} were found.`);
  assert.deepEqual(
    made.filter(({ call }) => !/\bexpectedStandbys\b|mayBeUnproven: true/.test(call)),
    [],
  );
});

/** A server that waits for standbys, of which there is none. */
async function startAlone(t: TestContext) {
  const directory = await folder(t);
  const server = await startPostgres({ version: '15', directory, settings: { fsync: 'off' } });
  t.after(async () => await server.stop());
  const owner = new pg.Pool({ connectionString: server.url, max: 1, application_name: 'owner' });
  owner.on('error', () => undefined);
  t.after(async () => await owner.end());
  const standbys = async (names: string): Promise<void> => {
    await owner.query(`set synchronous_commit = local`);
    await owner.query(`alter system set synchronous_standby_names = '${names}'`);
    await owner.query('select pg_reload_conf()');
    await until(
      async () =>
        (await owner.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`))
          .rows[0]?.names,
      (seen) => seen === names,
    );
    // The checkpointer tells the sessions, a moment after it has read the file itself.
    await sleep(200);
  };
  await standbys('*');
  return {
    directory,
    server,
    owner,
    /** As when a standby is back: whoever waits for one goes on. */
    confirm: async () => await standbys(''),
    refuse: async () => await standbys('*'),
  };
}

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(await roomyFolder(), 'vezne-proven-'));
  t.after(async () => await rm(path, { recursive: true, force: true }));
  return path;
}

function poolOf(
  t: TestContext,
  { url }: PostgresServer,
  options: { mayBeUnproven?: boolean; statementTimeoutMs?: number; expectedStandbys?: number } = {},
): pg.Pool {
  const pool = createPool({
    url,
    maxConnections: 1,
    applicationName: 'vezne-test',
    log: silentLog,
    ...options,
  });
  t.after(async () => {
    if (!pool.ending) await pool.end();
  });
  return pool;
}

async function sessionsOf(owner: pg.Pool): Promise<number | null> {
  // It ends by itself in a moment after its client has gone.
  return await until(
    async () =>
      (await owner.query(`select from pg_stat_activity where application_name = 'vezne-test'`)).rowCount,
    (sessions) => sessions === 0,
  );
}

/** A connection of the driver's own proves nothing: it migrates, or asks while none can be proven. */
const BARE_CONNECTIONS = ['commands/tell-unconfirmed.ts', 'db/migrate.ts', 'db/pool.ts'];

test('nothing else has a connection that proves nothing', () => {
  const source = join(import.meta.dirname, '../../../src');
  const bare = globSync('**/*.ts', { cwd: source }).filter((path) =>
    /new pg\.(?:Client|Pool)\(/.test(readFileSync(join(source, path), 'utf8')),
  );
  assert.deepEqual(bare.toSorted(), BARE_CONNECTIONS);
});
