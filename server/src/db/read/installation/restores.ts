/** How far this database goes, for a person who asks what a restore or a forced failover has undone. */
import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

export type NewestKind =
  | 'transaction'
  | 'event'
  | 'posting'
  | 'audit_entry'
  | 'audit_seal'
  | 'process'
  | 'installation';

export interface NewestRow {
  kind: NewestKind;
  id: string;
  at: Date;
}

/** Rows of all times count, or only those of before one. */
export type Before = Date | 'infinity';

/**
 * The newest row of each kind. Ids and numbers are in the order of time, so each look-up begins at the newest row and passes over what came
 * after the given time. Entries of the command line don't count: whoever checks a restored copy writes some. Where nothing else is, the
 * first settings say how old the installation is.
 */
const NEWEST_ROWS_SQL = `
(select 'transaction' as kind, id::text as id, created_at as at from transaction t where created_at < $1 order by t.id desc limit 1)
union all
(select 'event', id::text, occurred_at from event e where occurred_at < $1 order by e.id desc limit 1)
union all
(select 'posting', id::text, at from ledger_transfer l where at < $1 order by l.id desc limit 1)
union all
(select 'audit_entry', id::text, at from audit_entry a where at < $1 and actor_kind <> 'command_line' order by a.id desc limit 1)
union all
(select 'audit_seal', seal_no::text, sealed_at from audit_seal where sealed_at < $1 order by seal_no desc limit 1)
union all
(select 'process', kind || ' at ' || host, seen_at from running_process where seen_at < $1 order by seen_at desc limit 1)
union all
(select 'installation', 'settings', created_at from platform_settings where created_at < $1 order by version limit 1)`;

export async function readNewestRows(
  pool: pg.Pool,
  before: Before,
  options: StatementOptions,
): Promise<NewestRow[]> {
  return await runRead<NewestRow>(pool, { text: NEWEST_ROWS_SQL, values: [before] }, options);
}

/** Where the events of a partner end. */
export interface FeedEnd {
  partner: string;
  feedNo: bigint;
  eventId: string;
  at: Date;
}

const FEED_ENDS_SQL = `
select p.name as partner, e.feed_no as "feedNo", e.id as "eventId", e.occurred_at as at
from partner p cross join lateral (
  select feed_no, id, occurred_at from event where partner_id = p.id and occurred_at < $1 order by feed_no desc limit 1
) as e
order by p.name`;

export async function readFeedEnds(
  pool: pg.Pool,
  before: Before,
  options: StatementOptions,
): Promise<FeedEnd[]> {
  return await runRead<FeedEnd>(pool, { text: FEED_ENDS_SQL, values: [before] }, options);
}

export async function readDatabaseTime(pool: pg.Pool, options: StatementOptions): Promise<Date> {
  const [row] = await runRead<{ now: Date }>(pool, { text: 'select now()' }, options);
  if (row === undefined) throw new Error('The database gave no time.');
  return row.now;
}

/**
 * What is newer was written here, after this server took over. A restored server and a standby that was promoted remember the last commit
 * that they replayed, until they are started again. From then on only the start is known.
 */
export async function readOwnSince(pool: pg.Pool, options: StatementOptions): Promise<Date> {
  const text = 'select coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()) as since';
  const [row] = await runRead<{ since: Date }>(pool, { text }, options);
  if (row === undefined) throw new Error('The database gave no time of its start.');
  return row.since;
}

export interface RestoredRun {
  at: Date;
  by: string;
  details: Record<string, unknown>;
}

/** What the newest run of `vezne restored` noted, of those that this database knows of. */
export async function findLastRestoredRun(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<RestoredRun | undefined> {
  const text = `select at, actor as by, details from audit_entry where action = 'platform.restore' order by id desc limit 1`;
  const [last] = await runRead<RestoredRun>(pool, { text }, options);
  return last;
}
