/** The audit log as people look through it: newest first, by who, what, about what and when. */
import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import type { AuditSubject } from './entries.ts';

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

/** With the numbers between which everything of the period is whose time is not in doubt. */
export interface PeriodRange extends AuditRange {
  periodAbove: bigint;
  periodBelow: bigint;
}

export interface LoggedEntry {
  id: bigint;
  at: Date;
  /** Null in entries that are older than the column. */
  writtenAt: Date | null;
  /** `at` is not when it was written: a transaction was kept open, or a clock was wrong. */
  isTimeInDoubt: boolean;
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

/**
 * An entry has the time at which its transaction began, and its number from a moment later. No transaction of ours runs for so long. What differs
 * by more is in doubt: the condition of the index audit_entry_in_doubt, word for word.
 */
const OUT_OF_ORDER_MS = 15 * 60_000;
const IN_DOUBT = `not (e.written_at - e.at between interval '0' and interval '15 minutes')`;

const COLUMNS = `
e.id, e.at, e.written_at as "writtenAt", coalesce(${IN_DOUBT}, false) as "isTimeInDoubt", e.actor_kind as "actorKind", e.actor_id as "actorId", e.actor, e.action, e.subject_type as "subjectType",
  e.subject_id as "subjectId", e.details, e.seal_no as "sealNo"`;

/** The same for every way: what is in doubt is found apart, when there is a period. */
const IN_PERIOD = `($4::timestamptz is null or e.at >= $4) and ($5::timestamptz is null or e.at < $5)
        and ($4 is null and $5 is null or (${IN_DOUBT}) is not true)`;

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
      and ${IN_PERIOD}${where}
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

/** The numbers of what is looked for, and what the statement has besides the first of its values. */
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

/**
 * The time of what is in doubt may be anything, so its number says nothing of it: all of it is looked through, and it is little. It belongs to the
 * period that it claims, and to the one in which it was written, where somebody looks for what was done then. The conditions can use no index but
 * its own.
 */
function inDoubtOf(first: number): string {
  const [above, below, actors, action, types, ids] = [0, 1, 2, 3, 4, 5].map((place) => `$${first + place}`);
  return `
  select e.id from audit_entry e
  where ${IN_DOUBT} and e.id > ${above}::int8 and e.id < ${below}::int8
    and (($4 is null or e.at >= $4) and ($5 is null or e.at < $5)
      or ($4 is null or e.written_at >= $4) and ($5 is null or e.written_at < $5))
    and (${actors}::text[] is null or e.actor_id = any (${actors}))
    and (${action}::text is null or e.action = ${action})
    and (${types}::text[] is null or (e.subject_type, e.subject_id) in (select type, id from unnest(${types}, ${ids}::text[]) as what (type, id)))
  order by e.id desc limit $3`;
}

export function auditPageQuery(
  filters: AuditFilters,
  range: PeriodRange,
): { text: string; values: unknown[] } {
  const { from: since, until, actorIds, action, subjects } = filters;
  const { first = 'with', from, values: ofSource } = sourceOf(filters);
  const { periodAbove, periodBelow, limit } = range;
  const values = [periodAbove, periodBelow, limit, since ?? null, until ?? null, ...ofSource];
  const hasPeriod = since !== undefined || until !== undefined;
  const inDoubt = hasPeriod ? ` union all (${inDoubtOf(values.length + 1)})` : '';
  if (hasPeriod) {
    const types = subjects?.map(({ type }) => type) ?? null;
    const ids = subjects?.map(({ id }) => id) ?? null;
    values.push(range.above, range.below, actorIds ?? null, action ?? null, types, ids);
  }
  const text = `${first}${first === 'with' ? '' : ','} newest as materialized (
  select found.id from ((select found.id from ${from} order by found.id desc limit $3)${inDoubt}) as found
  order by found.id desc limit $3
)
select ${COLUMNS} from newest join audit_entry e on e.id = newest.id order by e.id desc`;
  return { text, values };
}

/**
 * The number of the first entry of a time, found in some steps along the primary key. What is in doubt is no guide: it would lead past entries of
 * the period. The others were written within a quarter of an hour of their time.
 */
export const NUMBER_AT_SQL = `
with recursive step (low, high) as (
  select 1::int8, (select coalesce(max(id), 0) + 1 from audit_entry)
  union all
  select case when middle.at < $1 then middle.id + 1 else low end,
    case when middle.at < $1 then high else (low + high) / 2 end
  from step left join lateral (
    select e.id, e.at from audit_entry e where e.id >= (step.low + step.high) / 2 and (${IN_DOUBT}) is not true
    order by e.id limit 1
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

/** Finds the numbers between which the period is. */
export async function narrowToPeriod(
  pool: pg.Pool,
  { from, until }: Pick<AuditFilters, 'from' | 'until'>,
  range: AuditRange,
  options: StatementOptions,
): Promise<PeriodRange> {
  const first =
    from === undefined ? 0n : await numberAt(pool, new Date(from.getTime() - OUT_OF_ORDER_MS), options);
  const end =
    until === undefined ? NO_END : await numberAt(pool, new Date(until.getTime() + OUT_OF_ORDER_MS), options);
  return {
    ...range,
    periodAbove: range.above > first - 1n ? range.above : first - 1n,
    periodBelow: range.below < end ? range.below : end,
  };
}

/** The newest within the range, newest first. */
export async function listLoggedEntries(
  pool: pg.Pool,
  filters: AuditFilters,
  range: PeriodRange,
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
