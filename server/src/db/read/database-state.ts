import type pg from 'pg';

export interface DatabaseState {
  sizeBytes: bigint;
  /** Of all databases of the server, whose number is limited. */
  connections: number;
  maxConnections: number;
  /** Null if the owner of the database may not see them. */
  standbys: number | null;
  /** Of the standby that is furthest behind; null without one, or if the owner of the database may not see it. */
  replicationLagSeconds: number | null;
}

/** The sum of the statistics: every role may read them, and they need no look at the sessions themselves. */
const STATE_SQL = `
select pg_database_size(current_database())::text as "sizeBytes",
  (select sum(numbackends)::int4 from pg_stat_database where datid <> 0) as connections,
  current_setting('max_connections')::int4 as "maxConnections",
  case when is_visible then standbys end as standbys, lag_seconds as "replicationLagSeconds"
from standby_state()`;

export async function readDatabaseState(client: pg.ClientBase): Promise<DatabaseState> {
  const { rows } = await client.query<Omit<DatabaseState, 'sizeBytes'> & { sizeBytes: string }>(STATE_SQL);
  const [row] = rows;
  if (row === undefined) throw new Error('The database said nothing about itself.');
  return { ...row, sizeBytes: BigInt(row.sizeBytes) };
}
