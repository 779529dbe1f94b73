import type pg from 'pg';

/** The room that a table or an index takes, for each transaction. */
export interface Space {
  name: string;
  isIndex: boolean;
  bytesEach: number;
}

/** What takes less says nothing. */
const LEAST_BYTES_EACH = 1;

/** Largest tables first, each with its indexes. */
export async function readSpace(owner: pg.Pool): Promise<Space[]> {
  const { rows } = await owner.query<Space>(
    `with counted as (select count(*)::float8 as transactions from transaction), relation as (
       select c.oid, c.relname, c.relkind, coalesce(i.indrelid, c.oid) as of_table,
         pg_relation_size(c.oid) / (select transactions from counted) as bytes
       from pg_class c left join pg_index i on i.indexrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')
     )
     select relname as name, relkind = 'i' as "isIndex", bytes as "bytesEach" from relation
     where bytes >= ${LEAST_BYTES_EACH}
     order by sum(bytes) over (partition by of_table) desc, of_table, relkind desc, bytes desc`,
  );
  return rows;
}
