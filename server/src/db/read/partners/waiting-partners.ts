import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import type { WaitingChange } from '../requests/waiting-changes.ts';

/** Few requests are open at a time, so they are all looked through. */
const WAITING_SQL = `
select id as "requestId", action, asked_by as "askedBy", asked_at as "askedAt", after ->> 'name' as name
from second_person_request
where status = 'open' and expires_at > now() and action = 'partner.create' order by asked_at, id`;

/** New partners that wait for a second person, the oldest first. */
export async function findWaitingPartners(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<(WaitingChange & { name: string })[]> {
  return await runRead<WaitingChange & { name: string }>(pool, { text: WAITING_SQL, values: [] }, options);
}
