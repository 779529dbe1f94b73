import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { createTestDatabase } from '../harness/database.ts';
import { until } from '../harness/expectations.ts';
import { vezneOn } from './vezne.ts';
import type { Ran } from './vezne.ts';

const BLOCK = ['block', 'add', '--iban', 'TR330006100519786457841326', '--reason', 'Reported.'];

/** As when a server stops: the command waits at this moment, and is told no more. */
async function endSession(owner: pg.Pool, waitsFor: string): Promise<void> {
  await until(
    async () =>
      (
        await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'vezne-admin' and wait_event = $1`,
          [waitsFor],
        )
      ).rowCount,
    (ended) => ended === 1,
  );
}

function assertFailed({ code, stdout, stderr }: Ran, text: RegExp): void {
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, text);
}

test('a command that loses its connection before its commit says that nothing was changed', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  // Read before the work begins, and written within its transaction.
  for (const table of ['schema_migration', 'audit_entry']) {
    const holder = await owner.connect();
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    const ran = vezneOn(database)(...BLOCK);
    await endSession(owner, 'relation');
    assertFailed(await ran, /was lost \(.*\) before anything was committed, so nothing was changed/);
    await holder.query('rollback');
    holder.release();
  }
  assert.equal((await owner.query('select from audit_entry')).rowCount, 0);
});

test('a command that loses its connection while it commits says that it is not known', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await owner.query(`
    create function sleeps() returns trigger language plpgsql as $$ begin perform pg_sleep(20); return null; end $$;
    create constraint trigger sleeps after insert on audit_entry deferrable initially deferred
      for each row execute function sleeps()`);
  const ran = vezneOn(database)(...BLOCK);
  await endSession(owner, 'PgSleep');
  assertFailed(await ran, /isn't known whether it did/);
});
