import { columnValues, unnestColumns } from '../../statement.ts';
import type { BatchColumn } from '../../statement.ts';

/** An attempt that is no first success: the first that failed, or any later one. */
export interface TriedException {
  endpointId: string;
  eventId: string;
  feedNo: number;
  reference: string;
  startedAtMs: number;
  durationMs: number;
  isDelivered: boolean;
  status: number | null;
  error: string | null;
  answerStart: string | null;
  /** When to try again; null: it was delivered, or the schedule has ended. */
  retryAfterMs: number | null;
  /** Where the schedule began when the attempt did. A replay in between began another. */
  scheduleFrom: number;
}

/** An event that was not tried: an earlier one of its reference has not ended. */
export interface Follower {
  endpointId: string;
  eventId: string;
  feedNo: number;
  reference: string;
}

const FOLLOWERS: readonly BatchColumn<Follower>[] = [
  ['endpoint_id', 'uuid', ({ endpointId }) => endpointId],
  ['event_id', 'uuid', ({ eventId }) => eventId],
  ['feed_no', 'int8', ({ feedNo }) => feedNo],
  ['external_reference', 'text', ({ reference }) => reference],
];

const RESULTS: readonly BatchColumn<TriedException>[] = [
  ...FOLLOWERS,
  ['started_at_ms', 'float8', (tried) => tried.startedAtMs],
  ['duration_ms', 'int4', (tried) => tried.durationMs],
  ['is_delivered', 'boolean', (tried) => tried.isDelivered],
  ['status_code', 'int4', (tried) => tried.status],
  ['error', 'text', (tried) => tried.error],
  ['answer_start', 'text', (tried) => tried.answerStart],
  ['retry_after_ms', 'int8', (tried) => tried.retryAfterMs],
  ['schedule_from', 'int4', (tried) => tried.scheduleFrom],
];

export function resultValues(tried: readonly TriedException[]): unknown[] {
  return columnValues(RESULTS, tried);
}

export function followValues(followers: readonly Follower[]): unknown[] {
  return columnValues(FOLLOWERS, followers);
}

const RESULT = `
result as materialized (
  select *, now() + make_interval(secs => retry_after_ms / 1000.0) as retry_at from ${unnestColumns(RESULTS, 'result')}
)`;

/**
 * Each attempt that is not in the log gets the next number: another process may have tried the same event while this one stood still,
 * and this one may have tried it before and after it lost the endpoint.
 */
export const LOG_SQL = `
with ${RESULT}
insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, error, answer_start, next_attempt_at)
select endpoint_id, event_id, row_number() over (partition by endpoint_id, event_id order by started_at_ms) + coalesce((
    select attempt_no from webhook_attempt a where a.endpoint_id = result.endpoint_id and a.event_id = result.event_id
    order by attempt_no desc limit 1
  ), 0), to_timestamp(started_at_ms / 1000), duration_ms, status_code, error, answer_start, retry_at
from result
where not exists (
  select from webhook_attempt a where a.endpoint_id = result.endpoint_id and a.event_id = result.event_id
    and a.at = to_timestamp(started_at_ms / 1000)
)
on conflict (endpoint_id, event_id, attempt_no) do nothing`;

/** More events than ever wait for one reference. Any beyond this are looked at and skipped. */
const MAX_FOLLOWERS = 100;

/**
 * What became of exceptions, and the first row of those that have become one. The rows that wait behind one in its reference wait as long
 * as it does; when it has ended, the next of them may go.
 */
export const RESULT_SQL = `
with ${RESULT}, settled as (
  insert into webhook_delivery as d (endpoint_id, event_id, feed_no, external_reference, state, attempts, schedule_from, next_attempt_at,
    delivered_at)
  select endpoint_id, event_id, feed_no, external_reference,
    case when is_delivered then 'delivered' when retry_at is null then 'parked' else 'pending' end,
    schedule_from + 1, schedule_from, coalesce(retry_at, now()), case when is_delivered then now() end
  from result order by endpoint_id, event_id
  on conflict (endpoint_id, event_id) do update set
    attempts = d.attempts + 1,
    -- A replay during the attempt began the schedule again: a failure doesn't count, and it is tried again at once.
    schedule_from = case when d.schedule_from = excluded.schedule_from then d.schedule_from else d.attempts + 1 end,
    state = case when excluded.state = 'delivered' or d.schedule_from = excluded.schedule_from then excluded.state else 'pending' end,
    next_attempt_at = case when d.schedule_from = excluded.schedule_from then excluded.next_attempt_at else d.next_attempt_at end,
    delivered_at = excluded.delivered_at
  where d.state = 'pending'
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
)
select endpoint_id as "endpointId", event_id as "eventId" from settled where state = 'parked'`;

/** Followers wait as long as the last one before them. One that has a row already keeps it. */
export const FOLLOW_SQL = `
insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, next_attempt_at)
select endpoint_id, event_id, feed_no, external_reference, greatest(now(), (
    select earlier.next_attempt_at from webhook_delivery earlier
    where earlier.endpoint_id = follower.endpoint_id and earlier.external_reference = follower.external_reference
      and earlier.state = 'pending'
    order by earlier.feed_no desc limit 1
  ))
from ${unnestColumns(FOLLOWERS, 'follower')}
order by endpoint_id, event_id
on conflict (endpoint_id, event_id) do nothing`;
