import type pg from 'pg';

/** Of a page of `transaction`, in percent: 70 when its rows are new, and 4 more once all of them are decided, and longer. */
const GROWN_PERCENT = 74;

/**
 * Runs some work while pages of `transaction` are filled as far as they are when all their rows are decided. Filled as far as new rows fill
 * them, the oldest pages would have room for a short new row: creates would go there, each to another page.
 */
export async function withGrownPages(owner: pg.Pool, work: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query<{ percent: string }>(
    `select option_value as percent from pg_class, pg_options_to_table(reloptions)
     where oid = 'transaction'::regclass and option_name = 'fillfactor'`,
  );
  const [{ percent } = { percent: '100' }] = rows;
  await owner.query(`alter table transaction set (fillfactor = ${GROWN_PERCENT})`);
  await work();
  await owner.query(`alter table transaction set (fillfactor = ${percent})`);
}
