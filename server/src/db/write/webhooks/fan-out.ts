import type pg from 'pg';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/**
 * Creates deliveries for the events that an endpoint has not had yet, in the order of its partner's feed. Endpoints that
 * another worker is handling are skipped. If an earlier event of the same reference waits for a retry, a new event waits
 * just as long: it could not go out first, and would only block others.
 */
const FAN_OUT_SQL = `
with endpoint as materialized (
  select e.id, e.partner_id, e.event_types, e.last_feed_no, feed.last_no,
    least(feed.last_no, e.last_feed_no + $1) as up_to
  from webhook_endpoint e join event_feed feed on feed.partner_id = e.partner_id
  where e.status <> 'disabled' and feed.last_no > e.last_feed_no
  order by e.id for no key update of e skip locked
), prepared as (
  insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, next_attempt_at)
  select endpoint.id, event.id, event.feed_no, event.external_reference, greatest(now(), (
      select earlier.next_attempt_at from webhook_delivery earlier
      where earlier.endpoint_id = endpoint.id and earlier.external_reference = event.external_reference
        and earlier.state = 'pending'
      order by earlier.feed_no desc limit 1
    ))
  from endpoint join event on event.partner_id = endpoint.partner_id
    and event.feed_no > endpoint.last_feed_no and event.feed_no <= endpoint.up_to
  where event.type = any (endpoint.event_types)
  on conflict (endpoint_id, event_id) do nothing
), advanced as (
  update webhook_endpoint e set last_feed_no = endpoint.up_to
  from endpoint where e.id = endpoint.id and e.last_feed_no < endpoint.up_to
)
select count(*)::int4 as advanced, coalesce(bool_or(up_to < last_no), false) as "hasMore" from endpoint`;

export interface FannedOut {
  /** How many endpoints advanced. Zero means that there was nothing to do. */
  advanced: number;
  /** Some endpoint had more events than fit in one run. */
  hasMore: boolean;
}

export async function fanOutEvents(
  pool: pg.Pool,
  { maxEvents, ...options }: StatementOptions & { maxEvents: number },
): Promise<FannedOut> {
  const query = { name: 'fan-out-events', text: FAN_OUT_SQL, values: [maxEvents] };
  const [fannedOut] = await runWrite<FannedOut>(pool, query, options);
  return fannedOut ?? { advanced: 0, hasMore: false };
}
