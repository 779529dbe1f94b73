import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { APPLICATION_NAME } from './pools.ts';

/** Makes PostgreSQL find deadlocks sooner than by default; otherwise a test of them would take minutes. */
export async function findDeadlocksSoon(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  await owner.query(`alter database ${rows[0]?.name ?? ''} set deadlock_timeout = '50ms'`);
}

/**
 * The number of deadlocks in this database. A broken session counts only when it is gone, and the engine discards a
 * connection after an error.
 */
export async function countDeadlocks(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.deadlocks);
}

/** The same after all have disconnected: a session reports its figures before it ends. */
export async function countDeadlocksAfterAll(owner: pg.Pool): Promise<number> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rowCount } = await owner.query(
      'select from pg_stat_activity where datname = current_database() and application_name = $1',
      [APPLICATION_NAME],
    );
    if (rowCount === 0) return await countDeadlocks(owner);
    await sleep(10);
  }
  throw new Error('A session is still connected.');
}
