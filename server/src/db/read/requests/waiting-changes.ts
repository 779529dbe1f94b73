import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** A change that waits for a second person. */
export interface WaitingChange {
  requestId: string;
  action: string;
  askedBy: string;
  askedAt: Date;
}

/** Few requests are open at a time, so they are all looked through. */
const WAITING_SQL = `
select id as "requestId", action, asked_by as "askedBy", asked_at as "askedAt" from second_person_request
where status = 'open' and expires_at > now() and subject_type = $1 and subject_id = $2 order by asked_at, id`;

/** What is asked about a partner, an account or another subject of settings, the oldest first. */
export async function findWaitingChanges(
  pool: pg.Pool,
  { type, id }: { type: string; id: string },
  options: StatementOptions,
): Promise<WaitingChange[]> {
  return await runRead<WaitingChange>(pool, { text: WAITING_SQL, values: [type, id] }, options);
}
