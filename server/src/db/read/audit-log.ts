/** The audit log as people look through it: newest first, by who, what, about what and when. */
import type pg from 'pg';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';
import type { AuditSubject } from './audit-entries.ts';

export interface AuditFilters {
  /** The ids under which the person, or the job, is known. */
  actorIds?: readonly string[] | undefined;
  action?: string | undefined;
  /** Any of these. */
  subjects?: readonly AuditSubject[] | undefined;
  /** From this time on, and before that one. */
  from?: Date | undefined;
  until?: Date | undefined;
}

/** Entries with a number between the two. */
export interface AuditRange {
  above: bigint;
  below: bigint;
  limit: number;
}

export interface LoggedEntry {
  id: bigint;
  at: Date;
  actorKind: string;
  actorId: string | null;
  actor: string;
  action: string;
  subjectType: string;
  subjectId: string;
  details: Record<string, unknown>;
  sealNo: bigint | null;
}

/** Above every number. */
export const NO_END = 9_223_372_036_854_775_807n;

const COLUMNS = `
e.id, e.at, e.actor_kind as "actorKind", e.actor_id as "actorId", e.actor, e.action, e.subject_type as "subjectType",
  e.subject_id as "subjectId", e.details, e.seal_no as "sealNo"`;

/**
 * Each way reads one index from its end. Conditions and order are whole rows of the index: with an equality the planner could walk down the
 * primary key instead, and would read the whole log for something that happened once, years ago.
 */
function newestOf(key: readonly string[], values: readonly string[], where: string): string {
  const row = `(${[...key, 'id'].map((column) => `e.${column}`).join(', ')})`;
  const order = [...key, 'id'].map((column) => `e.${column} desc`).join(', ');
  return `
    select e.id from audit_entry e
    where ${row} < (${[...values, '$2::int8'].join(', ')}) and ${row} > (${[...values, '$1::int8'].join(', ')})
      and ($4::timestamptz is null or e.at >= $4) and ($5::timestamptz is null or e.at < $5)${where}
    order by ${order} limit $3`;
}

/** The person's actions, each found by one step in the index. */
const ACTIONS_OF_ACTORS = `
with recursive done (actor_id, action) as (
  select who.actor_id, first.action from unnest($6::text[]) as who (actor_id) cross join lateral (
    select e.actor_id, e.action from audit_entry e where (e.actor_id, e.action) >= (who.actor_id, '')
    order by e.actor_id, e.action limit 1
  ) as first where first.actor_id = who.actor_id
  union all
  select done.actor_id, next.action from done cross join lateral (
    select e.actor_id, e.action from audit_entry e where (e.actor_id, e.action) > (done.actor_id, done.action)
    order by e.actor_id, e.action limit 1
  ) as next where next.actor_id = done.actor_id
)`;

/** The numbers of what is looked for, and what the statement has besides $1 to $5. */
function sourceOf({ actorIds, action, subjects }: AuditFilters): {
  first?: string;
  from: string;
  values: unknown[];
} {
  if (subjects !== undefined) {
    // A subject has some dozens of entries, a person who signs in every day some thousands: they are read through.
    const where = `
      and ($8::text[] is null or e.actor_id = any ($8)) and ($9::text is null or e.action = $9)`;
    const newest = newestOf(['subject_type', 'subject_id'], ['what.type', 'what.id'], where);
    return {
      from: `unnest($6::text[], $7::text[]) as what (type, id) cross join lateral (${newest}) as found`,
      values: [
        subjects.map(({ type }) => type),
        subjects.map(({ id }) => id),
        actorIds ?? null,
        action ?? null,
      ],
    };
  }
  if (actorIds !== undefined) {
    const newest = newestOf(['actor_id', 'action'], ['done.actor_id', 'done.action'], '');
    if (action === undefined) {
      return {
        first: ACTIONS_OF_ACTORS,
        from: `done cross join lateral (${newest}) as found`,
        values: [actorIds],
      };
    }
    return {
      from: `(select actor_id, $7::text as action from unnest($6::text[]) as who (actor_id)) as done
        cross join lateral (${newest}) as found`,
      values: [actorIds, action],
    };
  }
  if (action !== undefined)
    return { from: `(${newestOf(['action'], ['$6::text'], '')}) as found`, values: [action] };
  return { from: `(${newestOf([], [], '')}) as found`, values: [] };
}

export function auditPageQuery(
  filters: AuditFilters,
  { above, below, limit }: AuditRange,
): { text: string; values: unknown[] } {
  const { first = 'with', from, values } = sourceOf(filters);
  const text = `${first}${first === 'with' ? '' : ','} newest as materialized (
  select found.id from ${from} order by found.id desc limit $3
)
select ${COLUMNS} from newest join audit_entry e on e.id = newest.id order by e.id desc`;
  return {
    text,
    values: [above, below, limit, filters.from ?? null, filters.until ?? null, ...values],
  };
}

/**
 * An entry has the time at which its transaction began, and its number from a moment later. So numbers and times are in the same order but
 * for what ran at the same moment, and no transaction of ours runs for so long.
 */
const OUT_OF_ORDER_MS = 15 * 60_000;

/** The number of the first entry of a time, found in some steps along the primary key. */
export const NUMBER_AT_SQL = `
with recursive step (low, high) as (
  select 1::int8, (select coalesce(max(id), 0) + 1 from audit_entry)
  union all
  select case when middle.at < $1 then middle.id + 1 else low end,
    case when middle.at < $1 then high else (low + high) / 2 end
  from step left join lateral (
    select e.id, e.at from audit_entry e where e.id >= (step.low + step.high) / 2 order by e.id limit 1
  ) as middle on true
  where low < high
)
select low as no from step where low >= high limit 1`;

async function numberAt(pool: pg.Pool, at: Date, options: StatementOptions): Promise<bigint> {
  const [found] = await runRead<{ no: bigint }>(
    pool,
    { name: 'audit-number-at', text: NUMBER_AT_SQL, values: [at] },
    options,
  );
  if (found === undefined) throw new Error('The audit log has no place for a time.');
  return found.no;
}

/** The numbers between which everything of the period is. */
export async function narrowToPeriod(
  pool: pg.Pool,
  { from, until }: Pick<AuditFilters, 'from' | 'until'>,
  range: AuditRange,
  options: StatementOptions,
): Promise<AuditRange> {
  const first =
    from === undefined ? 0n : await numberAt(pool, new Date(from.getTime() - OUT_OF_ORDER_MS), options);
  const end =
    until === undefined ? NO_END : await numberAt(pool, new Date(until.getTime() + OUT_OF_ORDER_MS), options);
  return {
    ...range,
    above: range.above > first - 1n ? range.above : first - 1n,
    below: range.below < end ? range.below : end,
  };
}

/** The newest within the range, newest first. */
export async function listLoggedEntries(
  pool: pg.Pool,
  filters: AuditFilters,
  range: AuditRange,
  options: StatementOptions,
): Promise<LoggedEntry[]> {
  return await runRead<LoggedEntry>(pool, auditPageQuery(filters, range), options);
}

export async function findLoggedEntry(
  pool: pg.Pool,
  id: bigint,
  options: StatementOptions,
): Promise<LoggedEntry | undefined> {
  const text = `select ${COLUMNS} from audit_entry e where e.id = $1`;
  const [entry] = await runRead<LoggedEntry>(pool, { text, values: [id] }, options);
  return entry;
}

export async function findNewestNumber(pool: pg.Pool, options: StatementOptions): Promise<bigint> {
  const [newest] = await runRead<{ no: bigint }>(
    pool,
    { text: 'select coalesce(max(id), 0)::int8 as no from audit_entry' },
    options,
  );
  return newest?.no ?? 0n;
}

/** More people than work here; the rest is found by typing a name. */
const MOST_ACTORS = 500;

/** Everybody who ever did something, each found by one step in the index. */
export const ACTORS_SQL = `
with recursive who (actor_id, at_most) as (
  (select e.actor_id, 1 from audit_entry e where e.actor_id >= '' order by e.actor_id limit 1)
  union all
  select next.actor_id, at_most + 1 from who cross join lateral (
    select e.actor_id from audit_entry e where e.actor_id > who.actor_id order by e.actor_id limit 1
  ) as next where at_most < ${MOST_ACTORS}
)
select who.actor_id as id, one.actor_kind as kind, one.actor as name from who cross join lateral (
  select e.actor_kind, e.actor from audit_entry e where (e.actor_id, e.action) >= (who.actor_id, '')
  order by e.actor_id, e.action limit 1
) as one`;

export interface LoggedActor {
  id: string;
  kind: string;
  name: string;
}

export async function listLoggedActors(pool: pg.Pool, options: StatementOptions): Promise<LoggedActor[]> {
  return await runRead<LoggedActor>(pool, { text: ACTORS_SQL }, options);
}

/** What a person at the command line found when they verified the chain. */
export interface LastVerification {
  entryId: bigint;
  at: Date;
  by: string;
  byId: string | null;
  details: Record<string, unknown>;
}

export const LAST_VERIFICATION_SQL = `
select e.id as "entryId", e.at, e.actor as by, e.actor_id as "byId", e.details from audit_entry e
where (e.action, e.id) <= ('audit.verify', ${NO_END}) and (e.action, e.id) > ('audit.verify', 0)
order by e.action desc, e.id desc limit 1`;

/** The newest word on the chain. A rule of the database lets only the command line say it. */
export async function findLastVerification(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<LastVerification | undefined> {
  const [last] = await runRead<LastVerification>(pool, { text: LAST_VERIFICATION_SQL }, options);
  return last;
}
