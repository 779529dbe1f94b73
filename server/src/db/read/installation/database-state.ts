import type pg from 'pg';

export interface DatabaseState {
  sizeBytes: bigint;
  /** Of all databases of the server, whose number is limited. */
  connections: number;
  maxConnections: number;
  /** Null if the owner of the database may not see them. */
  standbys: number | null;
  /** Of these, those that commits wait for. */
  confirmingStandbys: number | null;
  /** Whether commits wait for any standby at all. */
  waitsForStandbys: boolean;
  /** Of the standby that is furthest behind; null without one, or if the owner of the database may not see it. */
  replicationLagSeconds: number | null;
  /** Since a segment of the log was archived last, or since the start; null where nothing is archived by the clock. */
  archivedSecondsAgo: number | null;
}

/**
 * The sum of the statistics: every role may read them, and they need no look at the sessions themselves. With archive_timeout a server that
 * is written to archives by the clock, so an old segment means a command that fails or hangs. Without it, an old one means nothing.
 */
const STATE_SQL = `
select pg_database_size(current_database())::text as "sizeBytes",
  (select sum(numbackends)::int4 from pg_stat_database where datid <> 0) as connections,
  current_setting('max_connections')::int4 as "maxConnections",
  case when is_visible then standbys end as standbys, confirming_standbys() as "confirmingStandbys",
  current_setting('synchronous_standby_names') <> '' as "waitsForStandbys", lag_seconds as "replicationLagSeconds",
  case when current_setting('archive_mode') <> 'off' and current_setting('archive_timeout') <> '0' then (
    select extract(epoch from clock_timestamp() - greatest(last_archived_time, pg_postmaster_start_time()))::float8 from pg_stat_archiver
  ) end as "archivedSecondsAgo"
from standby_state()`;

export async function readDatabaseState(client: pg.ClientBase): Promise<DatabaseState> {
  const { rows } = await client.query<Omit<DatabaseState, 'sizeBytes'> & { sizeBytes: string }>(STATE_SQL);
  const [row] = rows;
  if (row === undefined) throw new Error('The database said nothing about itself.');
  return { ...row, sizeBytes: BigInt(row.sizeBytes) };
}
