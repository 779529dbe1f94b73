import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '../../schema.ts';
import { IS_TAKEN } from './attempts.ts';

export interface EndpointBacklog {
  /** Exceptions that wait, and events above the position, as far as they were counted. */
  pending: bigint;
  /** There are events behind those that were counted. */
  hasMorePending: boolean;
  parked: bigint;
  /** When the oldest waiting event happened. */
  oldestPendingAt: Date | null;
  /** A worker that lives delivers to it. While nothing is to be sent, none does. */
  hasWorker: boolean;
}

/** Looking at so many takes 40 ms. An endpoint that is paused or down for days may have a million of them. */
const MAX_COUNTED = 10_000;

export async function readEndpointBacklog(
  db: Kysely<Database>,
  endpointId: string,
  maxCounted = MAX_COUNTED,
): Promise<EndpointBacklog> {
  const { rows } = await backlogSql(endpointId, maxCounted).execute(db);
  const none = { pending: 0n, hasMorePending: false, parked: 0n, oldestPendingAt: null, hasWorker: false };
  return rows[0] ?? none;
}

/** Above the position of `w` this is what will be sent. With `exists` the planner could read all of a table for it. */
const IS_WAITING = sql`case
        when e.type <> all (w.event_types) then false
        when (select true from webhook_delivery where endpoint_id = w.id and event_id = e.id limit 1) then false
        when (select true from webhook_attempt where endpoint_id = w.id and event_id = e.id and ${IS_TAKEN} limit 1) then false
        else true
      end`;

export function backlogSql(endpointId: string, maxCounted: number): RawBuilder<EndpointBacklog> {
  return sql<EndpointBacklog>`
    select exception.pending + above.pending as pending,
      feed.last_no > w.last_feed_no + ${maxCounted}::int8 as "hasMorePending",
      (select count(*) from webhook_delivery where endpoint_id = w.id and state = 'parked') as parked,
      (
        select occurred_at from event where partner_id = w.partner_id and feed_no = least(exception.first_no, above.first_no)
      ) as "oldestPendingAt",
      exists (select from living_process where id = w.owner_id and alive_until > now()) as "hasWorker"
    from webhook_endpoint w
    join event_feed feed on feed.partner_id = w.partner_id
    cross join lateral (
      select count(*) as pending, min(feed_no) as first_no from webhook_delivery
      where endpoint_id = w.id and state = 'pending'
    ) as exception
    cross join lateral (
      select count(*) as pending, min(feed_no) as first_no from event e
      where e.partner_id = w.partner_id and e.feed_no > w.last_feed_no and e.feed_no <= w.last_feed_no + ${maxCounted}::int8
        and ${IS_WAITING}
    ) as above
    where w.id = ${endpointId}`;
}
