/** What a process says of itself, for the engineer on call. */
import type pg from 'pg';
import type { ProcessKind } from '../../read/installation/running-processes.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

export interface ProcessFacts {
  id: string;
  kind: ProcessKind;
  host: string;
  pid: number;
  version: string;
}

/**
 * It takes the place of one dead process of its kind, of its own machine if there is one: that is how a supervisor or a deployment
 * replaces it. One that comes back, because it was only silent, takes its own place again and no other's. What died without being replaced
 * stays to be seen for a day. A trigger of the database forgets all rows after a day without a word.
 */
const ARRIVE_SQL = `
with before as (select beat, seen_at from running_process where id = $1),
replaced as (
  update running_process set gone_at = now() where id = (
    select id from running_process
    where kind = $2 and alive_until <= now() and gone_at is null and not exists (select from before)
    order by host <> $3, alive_until limit 1
    for update skip locked
  )
)
insert into running_process (id, kind, host, pid, version, started_at, alive_until)
values ($1, $2, $3, $4, $5, now() - make_interval(secs => $7), now() + make_interval(secs => $6))
on conflict (id) do update set gone_at = null, seen_at = now(), alive_until = now() + make_interval(secs => $6)
returning (select beat from before), (select seen_at from before) as "seenAt"`;

/** What the row of a process said before it was written. */
export interface RowBefore {
  beat: bigint;
  seenAt: Date;
}

/** Undefined: the database didn't know the process. */
export async function showProcess(
  pool: pg.Pool,
  {
    id,
    kind,
    host,
    pid,
    version,
    aliveMs,
    startedMsAgo = 0,
  }: ProcessFacts & {
    aliveMs: number;
    /** If it was shown before: it has not started anew because its row was taken over while it was silent. */
    startedMsAgo?: number;
  },
  options: StatementOptions,
): Promise<RowBefore | undefined> {
  const values = [id, kind, host, pid, version, aliveMs / 1_000, Math.max(startedMsAgo, 0) / 1_000];
  const [row] = await runWrite<{ beat: bigint | null; seenAt: Date | null }>(
    pool,
    { name: 'process-shows', text: ARRIVE_SQL, values },
    options,
  );
  if (row === undefined || row.beat === null || row.seenAt === null) return undefined;
  return { beat: row.beat, seenAt: row.seenAt };
}

/**
 * A beat that was stuck in a connection we gave up may run after newer ones were confirmed. It must not take their number back. And a row that is
 * behind what was confirmed stays as it is until the process has heard of it: the first answer of a server that took over may be lost.
 */
const BEAT_SQL = `
with before as (select id, beat, seen_at from running_process where id = $1 and gone_at is null for update),
beaten as (
  update running_process set seen_at = now(), alive_until = now() + make_interval(secs => $2),
    last_work_at = now() - make_interval(secs => $3), beat = greatest(running_process.beat, $4)
  from before where running_process.id = before.id and before.beat >= $5
)
select beat, seen_at as "seenAt" from before`;

/** Undefined: there is no such row any more, or another process has taken its place. */
export async function beatProcess(
  pool: pg.Pool,
  {
    id,
    aliveMs,
    workedMsAgo,
    beat,
    confirmed,
  }: { id: string; aliveMs: number; workedMsAgo: number | null; beat: bigint; confirmed: bigint },
  options: StatementOptions,
): Promise<RowBefore | undefined> {
  const values = [
    id,
    aliveMs / 1_000,
    workedMsAgo === null ? null : Math.max(workedMsAgo, 0) / 1_000,
    String(beat),
    String(confirmed),
  ];
  const [before] = await runWrite<RowBefore>(
    pool,
    { name: 'process-is-seen', text: BEAT_SQL, values },
    options,
  );
  return before;
}

/** It has stopped. Nobody needs to look for it. */
export async function hideProcess(pool: pg.Pool, id: string, options: StatementOptions): Promise<void> {
  const text = 'update running_process set gone_at = now() where id = $1';
  await runWrite(pool, { name: 'process-hides', text, values: [id] }, options);
}

/** An alarm that a process has raised since it last wrote them down. */
export interface NewAlarm {
  name: string;
  level: 'warning' | 'error';
  count: number;
  firstMsAgo: number;
  lastMsAgo: number;
}

/** More than anybody counts; two of them still have room in the column. */
const MOST_RAISED = 1_000_000_000_000;

/**
 * An alarm that was quiet for a day begins anew. After a failover the clock may be behind what is written already: no time lies in the
 * future, or the database would refuse all of them.
 */
const ALARMS_SQL = `
insert into raised_alarm (kind, host, name, level, raised, first_at, last_at)
select $1, $2, name, level, raised, now() - make_interval(secs => first_ago), now() - make_interval(secs => last_ago)
from unnest($3::text[], $4::text[], $5::int8[], $6::float8[], $7::float8[]) as added (name, level, raised, first_ago, last_ago)
on conflict (kind, host, name) do update set level = excluded.level,
  raised = least(excluded.raised, ${MOST_RAISED})
    + case when raised_alarm.last_at > now() - interval '1 day' then least(raised_alarm.raised, ${MOST_RAISED}) else 0 end,
  first_at = case
    when raised_alarm.last_at > now() - interval '1 day' then least(raised_alarm.first_at, excluded.first_at)
    else excluded.first_at
  end,
  last_at = least(now(), greatest(raised_alarm.last_at, excluded.last_at))`;

/** Each name once. */
export async function addAlarms(
  pool: pg.Pool,
  { kind, host }: Pick<ProcessFacts, 'kind' | 'host'>,
  alarms: readonly NewAlarm[],
  options: StatementOptions,
): Promise<void> {
  const values = [
    kind,
    host,
    alarms.map(({ name }) => name),
    alarms.map(({ level }) => level),
    alarms.map(({ count }) => count),
    alarms.map(({ firstMsAgo }) => Math.max(firstMsAgo, 0) / 1_000),
    alarms.map(({ lastMsAgo }) => Math.max(lastMsAgo, 0) / 1_000),
  ];
  await runWrite(pool, { name: 'alarms-are-raised', text: ALARMS_SQL, values }, options);
}
