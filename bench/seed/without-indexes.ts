import type pg from 'pg';
import { runTwoAtATime } from './two-at-a-time.ts';

/**
 * Runs some work while no index of these tables is kept up, and builds them all afterwards. Random keys, such as references, would read
 * and write another page of an index for each row. PostgreSQL is told that the indexes are not ready: a primary key could be dropped only
 * with every foreign key that points at it.
 */
export async function withoutIndexes(
  owner: pg.Pool,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `update pg_index i set indisready = false, indisvalid = false from pg_class c
     where c.oid = i.indrelid and i.indrelid = any ($1::text[]::regclass[])
     returning i.indexrelid::regclass::text as name`,
    [tables],
  );
  await work();
  await runTwoAtATime(
    owner,
    rows.map(({ name }) => `reindex index ${name}`),
  );
}
