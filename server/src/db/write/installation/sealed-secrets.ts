import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Database } from '../../schema.ts';
import { LIVE_SECRETS, SEALED_COLUMNS } from '../../sealed-tables.ts';
import type { SealedTable } from '../../sealed-tables.ts';

export interface ResealedRow {
  id: string;
  /** As it was read: a row that has changed since is left alone. */
  before: readonly string[];
  after: readonly string[];
}

/**
 * Replaces sealed secrets, in one statement, and returns how many rows it changed. A row that somebody has locked is left out: to
 * wait for it while holding others could cross the locks of a rotation.
 */
export async function replaceSealed(
  trx: Transaction<Database>,
  table: SealedTable,
  { version, rows }: { version: number; rows: readonly ResealedRow[] },
): Promise<number> {
  const columns = SEALED_COLUMNS[table].map((name, index) => ({
    name,
    before: rows.map(({ before }) => before[index]),
    after: rows.map(({ after }) => after[index]),
  }));
  const ids = rows.map(({ id }) => id);
  const arrays = columns.flatMap(({ before, after }) => [sql`${before}::text[]`, sql`${after}::text[]`]);
  const names = columns.flatMap((_, index) => [sql.raw(`before_${index}`), sql.raw(`after_${index}`)]);
  const set = columns.map(({ name }, index) => sql.raw(`${name} = moved.after_${index}`));
  const isAsRead = columns.map(({ name }, index) => sql.raw(`stored.${name} = moved.before_${index}`));
  const target = sql.raw(table);
  const { numAffectedRows = 0n } = await sql`
    with free as (
      select id from ${target} where id = any (${ids}::uuid[]) and ${sql.raw(LIVE_SECRETS[table])}
      order by id for no key update skip locked
    )
    update ${target} as stored set ${sql.join(set)}, key_version = ${version}
    from unnest(${ids}::uuid[], ${sql.join(arrays)}) as moved (id, ${sql.join(names)})
    where stored.id = moved.id and stored.id in (select id from free) and ${sql.join(isAsRead, sql` and `)}`.execute(
    trx,
  );
  return Number(numAffectedRows);
}
