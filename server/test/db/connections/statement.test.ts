import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { isTaken, isUniqueViolation } from '../../../src/db/constraint.ts';
import { failedWrite } from '../../../src/db/errors.ts';
import { createPool } from '../../../src/db/pool.ts';
import { columnValues, runRead, runWrite, unnestColumns } from '../../../src/db/statement.ts';
import type { BatchColumn } from '../../../src/db/statement.ts';
import { createTestDatabase } from '../../harness/database.ts';

const GENEROUS = { timeoutMs: 10_000 };

test('a read that takes too long fails in time, and the pool continues with a new connection', async (t) => {
  const api = (await createTestDatabase(t)).pool('vezne_api');
  const backend = async () =>
    (await runRead<{ pid: number }>(api, { text: 'select pg_backend_pid() as pid' }, GENEROUS))[0]?.pid;
  const before = await backend();
  assert.equal(await backend(), before, 'A connection that did well is kept.');

  const startedAtMs = performance.now();
  await assert.rejects(runRead(api, { text: 'select pg_sleep(10)' }, { timeoutMs: 50 }), /within 50 ms/);
  assert.ok(performance.now() - startedAtMs < 5_000);
  assert.equal(api.totalCount, 0, 'The connection is gone, not handed to the next caller.');
  assert.notEqual(await backend(), before);
});

test('a write that takes too long is dropped, not cancelled: the server finishes it', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await owner.query('create table note (text text)');
  const slowInsert = { text: `insert into note select 'kept' from pg_sleep(0.3)` };
  await assert.rejects(runWrite(owner, slowInsert, { timeoutMs: 50 }), /within 50 ms/);
  const deadlineMs = performance.now() + 10_000;
  let rows: unknown[] = [];
  while (rows.length === 0 && performance.now() < deadlineMs) {
    rows = await runRead(owner, { text: 'select text from note' }, GENEROUS);
  }
  assert.deepEqual(rows, [{ text: 'kept' }]);
});

test('a failed statement loses its connection, and waiting callers are still served', async (t) => {
  const api = (await createTestDatabase(t)).pool('vezne_api');
  const statements = Array.from({ length: 20 }, (_, index) => `select 1 / ${index % 2} as one`);
  const results = await Promise.allSettled(
    statements.map(async (text) => await runRead<{ one: number }>(api, { text }, GENEROUS)),
  );
  for (const [index, result] of results.entries()) {
    assert.equal(result.status, index % 2 === 1 ? 'fulfilled' : 'rejected');
  }
  assert.equal(api.waitingCount, 0);
});

test("the api's role may write the mark that proves a commit is replicated", async (t) => {
  const api = (await createTestDatabase(t)).pool('vezne_api');
  const { rows } = await api.query(
    `select pg_logical_emit_message(true, 'vezne', 'barrier') > '0/0'::pg_lsn as written`,
  );
  assert.deepEqual(rows, [{ written: true }]);
});

/**
 * A commit that its standby did not confirm reports success and a WARNING. The tests' server has no standby, so functions
 * raise the warnings. One replaces the barrier, whose own warning is the second in a row.
 */
async function warningDatabase(t: Parameters<typeof createTestDatabase>[0]) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await owner.query(`
    create table note (text text);
    create table barrier (at timestamptz default clock_timestamp());
    create function write_note(severity text) returns text language plpgsql as $$
    begin
      insert into note values (severity);
      if severity = 'warning' then raise warning 'unconfirmed'; end if;
      if severity = 'notice' then raise notice 'by the way'; end if;
      if severity = 'in another language' then raise notice 'onaylanmadı' using errcode = '01000'; end if;
      return severity;
    end $$;
    create schema quiet;
    create function quiet.pg_logical_emit_message(boolean, text, text) returns void language sql as
      'insert into public.barrier default values';
    create schema warning;
    create function warning.pg_logical_emit_message(boolean, text, text) returns void language plpgsql as $$
    begin
      insert into public.barrier default values;
      raise warning 'unconfirmed';
    end $$;`);
  const poolWith = (schema: 'quiet' | 'warning'): pg.Pool => {
    const url = new URL(database.ownerUrl);
    // pg_catalog comes after it; otherwise the server's own function would be found first.
    url.searchParams.set('options', `-c search_path=${schema},pg_catalog,public`);
    const pool = createPool({
      url: url.href,
      maxConnections: 2,
      applicationName: 'test',
      log: pino({ level: 'silent' }),
    });
    t.after(async () => await pool.end());
    return pool;
  };
  const barriers = async () => (await owner.query('select from barrier')).rowCount;
  return { poolWith, barriers };
}

const writeNote = (severity: string) => ({ text: 'select write_note($1) as note', values: [severity] });

test('a write without a warning has succeeded, and a notice is not a warning', async (t) => {
  const { poolWith, barriers } = await warningDatabase(t);
  const pool = poolWith('quiet');
  assert.deepEqual(await runWrite(pool, writeNote('nothing'), GENEROUS), [{ note: 'nothing' }]);
  assert.deepEqual(await runWrite(pool, writeNote('notice'), GENEROUS), [{ note: 'notice' }]);
  assert.equal(await barriers(), 0);
});

test('a write with a warning counts after a later commit is confirmed, and no listener is left', async (t) => {
  const { poolWith, barriers } = await warningDatabase(t);
  const pool = poolWith('quiet');
  assert.deepEqual(await runWrite(pool, writeNote('warning'), GENEROUS), [{ note: 'warning' }]);
  assert.equal(await barriers(), 1);
  assert.deepEqual(await runWrite(pool, writeNote('nothing'), GENEROUS), [{ note: 'nothing' }]);
  assert.equal(await barriers(), 1, 'The warning of the write before is forgotten.');
  const client = await pool.connect();
  assert.equal(client.listenerCount('notice'), 0);
  client.release();
});

test('a warning is known by its code, in whatever language the server says it', async (t) => {
  const { poolWith, barriers } = await warningDatabase(t);
  const note = 'in another language';
  assert.deepEqual(await runWrite(poolWith('quiet'), writeNote(note), GENEROUS), [{ note }]);
  assert.equal(await barriers(), 1);
});

test('a write whose later commit is not confirmed either fails with an unknown outcome', async (t) => {
  const { poolWith, barriers } = await warningDatabase(t);
  const pool = poolWith('warning');
  await assert.rejects(runWrite(pool, writeNote('warning'), GENEROUS), (error: unknown) => {
    assert.match(String(error), /No standby confirmed a commit/);
    assert.equal(failedWrite(error), 'try_again');
    return true;
  });
  assert.equal(await barriers(), 1);
  assert.equal(pool.totalCount, 0);
});

const SQLSTATES = {
  refused: ['22001', '22003', '22P02', '23502', '23503', '23505', '23514', '42501', '42601', '42P01'],
  try_again: [
    '08006',
    '25006',
    '40001',
    '40P01',
    '53300',
    '53200',
    '55P03',
    '57014',
    '57P01',
    '57P02',
    '57P03',
    '0A000',
    'XX000',
    '58030',
  ],
} as const;

test('only an error in the rows themselves is a refusal; after any other error the write may have happened', () => {
  const withCode = (code: string | undefined) =>
    Object.assign(new pg.DatabaseError('failed', 6, 'error'), { code });
  for (const code of SQLSTATES.refused) assert.equal(failedWrite(withCode(code)), 'refused', code);
  for (const code of SQLSTATES.try_again) assert.equal(failedWrite(withCode(code)), 'try_again', code);
  assert.equal(failedWrite(withCode(undefined)), 'try_again');
  assert.equal(failedWrite(new Error('Connection terminated unexpectedly')), 'try_again');
  assert.equal(failedWrite(Object.assign(new Error('reset'), { code: '23505' })), 'try_again');
  assert.equal(failedWrite(undefined), 'try_again');
});

test('a real server uses the error classes that we treat as refusals', async (t) => {
  const database = await createTestDatabase(t);
  const api = database.pool('vezne_api');
  const outcomeOf = async (text: string) => {
    const error: unknown = await runWrite(api, { text }, GENEROUS).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error === undefined ? 'written' : failedWrite(error);
  };
  assert.equal(
    await outcomeOf(`insert into bank_account_day values (gen_random_uuid(), now(), 0, 0)`),
    'refused',
  );
  assert.equal(await outcomeOf('delete from transaction'), 'refused');
  assert.equal(await outcomeOf('select pg_terminate_backend(pg_backend_pid())'), 'try_again');
  assert.equal(await outcomeOf('select pg_cancel_backend(pg_backend_pid()), pg_sleep(1)'), 'try_again');
});

test('a taken name is distinguished from other collisions', async (t) => {
  const owner = (await createTestDatabase(t)).pool();
  const insert = async (id: string, name: string): Promise<unknown> =>
    await owner
      .query('insert into partner (id, name) values ($1, $2)', [id, name])
      .catch((error: unknown) => error);
  const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  await insert(first, 'Shop');
  const taken = await insert(second, 'SHOP');
  assert.ok(isTaken(taken, 'partner_name_key'));
  assert.ok(!isTaken(taken, 'partner_pkey'));
  assert.ok(isUniqueViolation(await insert(first, 'Other')));
  assert.ok(!isUniqueViolation(await insert(second, '')));
});

test('int8 values arrive as bigint, alone and in arrays', async (t) => {
  const api = (await createTestDatabase(t)).pool('vezne_api');
  const { rows } = await api.query(
    `select 9007199254740993::int8 as large, array[9007199254740993, null, -1]::int8[] as list, '{}'::int8[] as none, 7::int4 as small`,
  );
  assert.deepEqual(rows, [
    { large: 9_007_199_254_740_993n, list: [9_007_199_254_740_993n, null, -1n], none: [], small: 7 },
  ]);
});

test('a batch arrives as it was given, with empty values, and a value with a comma does not become two', async (t) => {
  const api = (await createTestDatabase(t)).pool('vezne_api');
  const columns: BatchColumn<{ id: string | null; count: bigint | null; text: string; isSo: boolean }>[] = [
    ['id', 'uuid', ({ id }) => id],
    ['count', 'int8', ({ count }) => count],
    ['text', 'text', ({ text }) => text],
    ['is_so', 'boolean', ({ isSo }) => isSo],
  ];
  const id = '01a1de9f-31f0-7a5c-8e07-d2b46c91f358';
  const read = async (items: Parameters<(typeof columns)[0][2]>[0][]) => {
    const text = `select id, count, text, is_so as "isSo" from ${unnestColumns(columns, 'item')} order by place`;
    return await runRead(api, { text, values: columnValues(columns, items) }, GENEROUS);
  };
  const items = [
    { id: null, count: null, text: '{"a", \\', isSo: false },
    { id, count: 9_007_199_254_740_993n, text: '', isSo: true },
  ];
  assert.deepEqual(await read(items), items);
  assert.deepEqual(await read([]), []);
  await assert.rejects(
    read([{ id: `${id},${id}`, count: 1n, text: '', isSo: true }]),
    /invalid input syntax/,
  );
});
