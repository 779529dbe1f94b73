import type pg from 'pg';
import { until } from './expectations.ts';

/** Makes every insert of a transaction wait; in exclusive mode, reads wait too. Returns the function that releases them. */
export async function holdTable(
  owner: pg.Pool,
  mode: 'share row exclusive' | 'access exclusive' = 'share row exclusive',
): Promise<() => Promise<void>> {
  const client = await owner.connect();
  await client.query('begin');
  await client.query(`lock table transaction in ${mode} mode`);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/**
 * Resolves when a statement waits for the held table: from then on it may be executed at any time. Other tests have copies
 * of the same table on the same server, with the same number.
 */
export async function untilStatementWaits(owner: pg.Pool): Promise<void> {
  const countWaiting = async () =>
    (
      await owner.query(
        `select from pg_locks where not granted and relation = 'transaction'::regclass
           and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount;
  await until(countWaiting, (waiting) => waiting !== 0);
}
