import type pg from 'pg';
import { columnValues, unnestColumns } from '../../statement.ts';
import type { BatchColumn } from '../../statement.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** The outcome of an attempt. */
export interface SettledAttempt {
  endpointId: string;
  eventId: string;
  attemptNo: number;
  startedAt: Date;
  durationMs: number;
  isDelivered: boolean;
  status: number | null;
  error: string | null;
  answerStart: string | null;
  /** When to try again; null: it was delivered, or the schedule has ended. */
  retryAfterMs: number | null;
}

const COLUMNS: readonly BatchColumn<SettledAttempt>[] = [
  ['endpoint_id', 'uuid', (attempt) => attempt.endpointId],
  ['event_id', 'uuid', (attempt) => attempt.eventId],
  ['attempt_no', 'int4', (attempt) => attempt.attemptNo],
  ['started_at', 'timestamptz', (attempt) => attempt.startedAt],
  ['duration_ms', 'int4', (attempt) => attempt.durationMs],
  ['is_delivered', 'boolean', (attempt) => attempt.isDelivered],
  ['status_code', 'int4', (attempt) => attempt.status],
  ['error', 'text', (attempt) => attempt.error],
  ['answer_start', 'text', (attempt) => attempt.answerStart],
  ['retry_after_ms', 'int8', (attempt) => attempt.retryAfterMs],
];

/** More events than ever wait for one reference. Any beyond this are looked at and skipped. */
const MAX_FOLLOWERS = 100;

/**
 * Records the outcomes of attempts. A successful delivery is done, even if the lease had passed to another worker; a
 * failure counts only for the worker that still holds the lease. Deliveries that wait behind it in its reference wait as
 * long as it does; when it is done, the next of them may go. They are read in their order, because only one index can
 * answer that; see claim.ts.
 */
const SETTLE_SQL = `
with result as materialized (
  select *, now() + make_interval(secs => retry_after_ms / 1000.0) as retry_at from ${unnestColumns(COLUMNS, 'result')}
), locked as materialized (
  select d.endpoint_id, d.event_id, d.attempts, d.state
  from webhook_delivery d join result r on r.endpoint_id = d.endpoint_id and r.event_id = d.event_id
  order by d.endpoint_id, d.event_id for no key update of d
), settled as (
  update webhook_delivery d set
    state = case when r.is_delivered then 'delivered' when r.retry_at is null and d.schedule_from < d.attempts then 'parked' else 'pending' end,
    delivered_at = case when r.is_delivered then now() end,
    -- A replay during the attempt starts the schedule again, at once.
    next_attempt_at = case when d.schedule_from < d.attempts then coalesce(r.retry_at, d.next_attempt_at) else d.next_attempt_at end,
    leased_until = null
  from locked l join result r on r.endpoint_id = l.endpoint_id and r.event_id = l.event_id
  where d.endpoint_id = l.endpoint_id and d.event_id = l.event_id
    and l.state <> 'delivered' and (r.is_delivered or (l.state = 'pending' and l.attempts = r.attempt_no))
  returning d.endpoint_id, d.event_id, d.feed_no, d.external_reference, d.state, d.next_attempt_at
), followers as (
  update webhook_delivery d set next_attempt_at = case s.state when 'pending' then s.next_attempt_at else now() end
  from settled s cross join lateral (
    select f.endpoint_id, f.event_id from webhook_delivery f
    where f.endpoint_id = s.endpoint_id and f.external_reference = s.external_reference and f.state = 'pending'
      and f.feed_no > s.feed_no
    order by f.feed_no limit case s.state when 'pending' then ${MAX_FOLLOWERS} else 1 end
  ) as follower
  where d.endpoint_id = follower.endpoint_id and d.event_id = follower.event_id
    and (s.state = 'pending' or d.next_attempt_at > now())
), attempt as (
  insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, error, answer_start, next_attempt_at)
  select endpoint_id, event_id, attempt_no, started_at, duration_ms, status_code, error, answer_start, retry_at from result
  on conflict (endpoint_id, event_id, attempt_no) do nothing
)
select endpoint_id as "endpointId", event_id as "eventId" from settled where state = 'parked'`;

/** Returns what was parked: the schedule is exhausted, and a person must look at it. */
export async function settleAttempts(
  pool: pg.Pool,
  attempts: readonly SettledAttempt[],
  options: StatementOptions,
): Promise<{ endpointId: string; eventId: string }[]> {
  const query = { name: 'settle-attempts', text: SETTLE_SQL, values: columnValues(COLUMNS, attempts) };
  return await runWrite(pool, query, options);
}
