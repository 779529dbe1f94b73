import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPool } from '../../../src/db/pool.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { silentLog } from '../../harness/silent-log.ts';

test('no statement of ours is compiled, however much the planner believes that it costs', async (t) => {
  const database = await createTestDatabase(t);
  for (const isPlannedOnce of [false, true]) {
    const pool = createPool({
      url: database.urlOf('vezne_worker'),
      maxConnections: 1,
      applicationName: 'test',
      log: silentLog,
      isPlannedOnce,
    });
    t.after(async () => await pool.end());
    // On a build without a compiler it is off by itself, so this fails on Debian's.
    await pool.query('set jit_above_cost = 0');
    const { rows } = await pool.query<{ jit: string }>('show jit');
    assert.equal(rows[0]?.jit, 'off');
    const explained = await pool.query<{ 'QUERY PLAN': string }>(
      'explain (analyze, costs off, timing off) select count(*) from event where amount_cents > 5',
    );
    const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.ok(!plan.includes('JIT'), plan);
  }
});
