/**
 * What became of an event `e` at an endpoint `w` of its partner. It is an exception with a row, or it is known by its attempts and by how far
 * the endpoint has come.
 */

/** The endpoint has taken the event of the attempt `a`. */
export const IS_TAKEN = 'a.error is null and a.status_code between 200 and 299';

/** The row of an exception, and the log, each looked up by its key: a limit and an aggregate keep the planner from joining whole tables. */
export const KNOWN = `
left join lateral (
  select d.state, d.attempts, d.next_attempt_at, d.delivered_at from webhook_delivery d
  where d.endpoint_id = w.id and d.event_id = e.id limit 1
) as d on true
cross join lateral (
  select count(*)::int4 as attempts, min(a.at + make_interval(secs => a.duration_ms / 1000.0)) filter (where ${IS_TAKEN}) as taken_at
  from webhook_attempt a where a.endpoint_id = w.id and a.event_id = e.id
) as log`;

/** Null: the event was never for this endpoint. What was tried and has no row although the position has passed it was taken. */
export const STATE = `case
  when d.state is not null then d.state
  when log.taken_at is not null or (log.attempts > 0 and e.feed_no <= w.last_feed_no) then 'delivered'
  when e.feed_no > w.last_feed_no and e.type = any (w.event_types) then 'pending'
end`;

export const ATTEMPTS = 'coalesce(d.attempts, log.attempts)';

/** Null: it has ended, or it waits for its first turn. */
export const NEXT_ATTEMPT_AT = `case d.state when 'pending' then d.next_attempt_at end`;
