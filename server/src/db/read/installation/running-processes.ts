/** What runs, and which alarms it raised, for the engineer on call. */
import type pg from 'pg';
import { LAST_SOUND_CHECK_SQL } from '../ledger/checkpoints.ts';

export const PROCESS_KINDS = ['api', 'console', 'portal', 'worker'] as const;
export type ProcessKind = (typeof PROCESS_KINDS)[number];

export interface RunningProcessRow {
  kind: ProcessKind;
  id: string;
  host: string;
  pid: number;
  version: string;
  /** Of the database. */
  role: string;
  startedAt: Date;
  /** When it last said that it lives. */
  seenAt: Date;
  /** The last thing it did for somebody: a request that changed something, a delivery, a job. */
  lastWorkAt: Date | null;
  isAlive: boolean;
}

/** Each kind has room of its own: whoever writes rows of one kind without end can't push the others out. */
const KINDS_SQL = `unnest(array[${PROCESS_KINDS.map((kind) => `'${kind}'`).join(', ')}]) as each (kind)`;
/** Of a kind; more than anybody runs. */
const MOST_PROCESSES = 300;

const PROCESSES_SQL = `
select p.kind, id, host, pid, version, role, started_at as "startedAt", seen_at as "seenAt", last_work_at as "lastWorkAt",
  alive_until > now() as "isAlive"
from ${KINDS_SQL} cross join lateral (
  select * from running_process where kind = each.kind and gone_at is null and alive_until > now() - interval '1 day'
  order by started_at desc limit ${MOST_PROCESSES}
) as p
order by p.kind, started_at, id`;

/** Those that live, and those that died and were not replaced. */
export async function readRunningProcesses(client: pg.ClientBase): Promise<RunningProcessRow[]> {
  return (await client.query<RunningProcessRow>(PROCESSES_SQL)).rows;
}

export interface RaisedAlarmRow {
  name: string;
  kind: ProcessKind;
  host: string;
  level: 'warning' | 'error';
  /** Since the first. */
  count: number;
  firstAt: Date;
  lastAt: Date;
}

/** Until the jobs of the next night have run, for some are raised once a night; and as long as `vezne status` takes any for open. */
const SHOWN_FOR = '26 hours';
const MOST_ALARMS = 100;

/** A difference in the books is open until a check finds them sound, however old it is. No other kind of process checks them. */
const ALARMS_SQL = `
select name, kind, host, level, raised::float8 as count, first_at as "firstAt", last_at as "lastAt"
from (
  select a.* from ${KINDS_SQL} cross join lateral (
    select * from raised_alarm where kind = each.kind and last_at > now() - interval '${SHOWN_FOR}'
    order by last_at desc limit ${MOST_ALARMS}
  ) as a
  union
  select * from raised_alarm where kind = 'worker' and name = 'ledger_difference'
    and last_at > coalesce((${LAST_SOUND_CHECK_SQL}), '-infinity')
) as shown
order by last_at desc, kind, host, name`;

/** Those of the last day and the open differences of the books, the latest first. */
export async function readRaisedAlarms(client: pg.ClientBase): Promise<RaisedAlarmRow[]> {
  return (await client.query<RaisedAlarmRow>(ALARMS_SQL)).rows;
}
