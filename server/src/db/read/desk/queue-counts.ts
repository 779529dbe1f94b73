import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { countOpenRequests } from '../staff/sign-in.ts';
import { BEHIND_AFTER_SECONDS, countUndelivered } from '../webhooks/undelivered.ts';

/** What waits at this moment. */
export interface QueueCounts {
  deposits: { waiting: number; held: number; oldestSince: Date | null };
  withdrawals: { waiting: number; oldestSince: Date | null };
  openRequests: number;
  /** Another one when a request has come, ended or expired: whoever looks reads again. */
  requestsMark: string;
  /** Endpoints that are behind, and events that were given up. */
  undelivered: { endpoints: number; parked: number };
}

/** A hold takes a deposit out of the target for its age, so it is no oldest one. */
const DEPOSITS_SQL = `
select count(*) filter (where held_until is null or held_until <= now())::int4 as waiting,
  count(*) filter (where held_until > now())::int4 as held,
  min(waiting_since) filter (where held_until is null or held_until <= now()) as "oldestSince"
from open_transaction where type = 'deposit' and status = 'waiting_confirmation'`;

const WITHDRAWALS_SQL = `
select count(*)::int4 as waiting, min(waiting_since) as "oldestSince"
from open_transaction where type = 'withdrawal' and status = 'waiting_confirmation'`;

/** Of the requests that wait, which are few. */
const REQUESTS_MARK_SQL = `
select coalesce(md5(string_agg(id::text, ',' order by id)), '') as mark
from second_person_request where status = 'open' and expires_at > now()`;

const NOTHING = { waiting: 0, held: 0, oldestSince: null };

/** It reads all that is open, which takes milliseconds: once a second for everybody, and never for each request. */
export async function readQueueCounts(pool: pg.Pool, options: StatementOptions): Promise<QueueCounts> {
  const [deposits = NOTHING] = await runRead<QueueCounts['deposits']>(pool, { text: DEPOSITS_SQL }, options);
  const [withdrawals = NOTHING] = await runRead<QueueCounts['withdrawals']>(
    pool,
    { text: WITHDRAWALS_SQL },
    options,
  );
  const [requests] = await runRead<{ mark: string }>(pool, { text: REQUESTS_MARK_SQL }, options);
  return {
    deposits,
    withdrawals,
    openRequests: await countOpenRequests(pool),
    requestsMark: requests?.mark ?? '',
    undelivered: await countUndelivered(pool, { behindAfterSeconds: BEHIND_AFTER_SECONDS, ...options }),
  };
}
