import type pg from 'pg';

/**
 * Runs some work while tables have only the indexes of their constraints, and builds the others again afterwards, as they were. Random
 * keys, such as references, would read and write another page of an index for each row.
 */
export async function withoutIndexes(
  owner: pg.Pool,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any ($1::text[]::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  if (rows.length > 0) await owner.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  await work();
  for (const { definition } of rows) await owner.query(definition);
}
