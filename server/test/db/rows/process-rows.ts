import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { insertRow } from './row.ts';
import type { Row } from './row.ts';

/** The id of the row that is there. */
const SHOWN = '00000000-0000-4000-8000-00000000a110';

export function runningProcessRow(): Row {
  const now = new Date();
  return {
    id: randomUUID(),
    kind: 'worker',
    host: 'one.example',
    pid: 4711,
    version: '0.1.0+02c11d7a90f1',
    role: 'vezne_worker',
    started_at: now,
    seen_at: now,
    alive_until: new Date(now.getTime() + 20_000),
    last_work_at: null,
    gone_at: null,
  };
}

export function raisedAlarmRow(): Row {
  const now = new Date();
  return {
    kind: 'worker',
    host: `${randomUUID()}.example`,
    name: 'job_failed',
    level: 'error',
    raised: 2,
    first_at: now,
    last_at: now,
  };
}

/** Rows that new ones can collide with. */
export async function insertProcessRows(owner: pg.Pool): Promise<void> {
  await insertRow(owner, 'running_process', { ...runningProcessRow(), id: SHOWN });
  await insertRow(owner, 'raised_alarm', { ...raisedAlarmRow(), host: 'one.example' });
}

export const TAKEN_PROCESS = { id: SHOWN };
export const TAKEN_ALARM = { host: 'one.example' };
