import type pg from 'pg';

/** Takes the right to read one column from the api, as if that part of the database failed. All other columns stay readable. */
export async function hideColumn(owner: pg.Pool, table: string, column: string): Promise<void> {
  const { rows } = await owner.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> $2`,
    [table, column],
  );
  await owner.query(`revoke select on ${table} from vezne_api`);
  await owner.query(`grant select (${rows[0]?.columns}) on ${table} to vezne_api`);
}
