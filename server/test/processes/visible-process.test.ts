import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVisibleProcess } from '../../src/processes/visible-process.ts';
import { createTestDatabase } from '../harness/database.ts';
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
