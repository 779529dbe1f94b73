import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import type { WaitingChange } from '../requests/waiting-changes.ts';

/** Few requests are open at a time, so they are all looked through. An account is known by its bank and its last digits. */
const WAITING_SQL = `
select id as "requestId", action, asked_by as "askedBy", asked_at as "askedAt",
  concat(after ->> 'bankName', ' •• ', right(after ->> 'iban', 4)) as name
from second_person_request
where status = 'open' and expires_at > now() and action = 'bank_account.add' order by asked_at, id`;

/** New accounts that wait for a second person, the oldest first. */
export async function findWaitingBankAccounts(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<(WaitingChange & { name: string })[]> {
  return await runRead<WaitingChange & { name: string }>(pool, { text: WAITING_SQL, values: [] }, options);
}
