import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { Database } from '../../schema.ts';

/** What to send again: one event, everything since a time, or everything that was given up. */
export type ReplaySelection = { eventId: string } | { since: Date } | { parked: true };

/** A part of the feed, and the maximum number of deliveries to take from it. */
export interface ReplayPart {
  afterFeedNo: bigint;
  upToFeedNo: bigint;
  limit: number;
}

export interface ReplayedPart {
  endpointId: string;
  deliveries: number;
  lastFeedNo: bigint;
}

/**
 * Makes deliveries pending again, with a new retry schedule, and creates those that an endpoint never had. Events without
 * deliveries yet are left out, because they will be delivered anyway. The endpoints must be locked. Rows are written in the
 * order in which workers lock them.
 */
export async function replayDeliveries(
  trx: Transaction<Database>,
  request: { endpointIds: readonly string[]; selection: ReplaySelection; part: ReplayPart },
): Promise<ReplayedPart[]> {
  const { endpointIds, selection, part } = request;
  const { rows } = await sql<ReplayedPart>`
    with wanted as materialized (
      ${wantedSql(endpointIds, selection)} and feed_no > ${part.afterFeedNo} and feed_no <= ${part.upToFeedNo}
      order by feed_no limit ${part.limit}
    ), replayed as (
      insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference)
      select endpoint_id, event_id, feed_no, external_reference from wanted order by endpoint_id, event_id
      on conflict (endpoint_id, event_id) do update set state = 'pending', schedule_from = webhook_delivery.attempts,
        next_attempt_at = now(), delivered_at = null
      returning endpoint_id, feed_no
    )
    select endpoint_id as "endpointId", count(*)::int4 as deliveries, max(feed_no) as "lastFeedNo"
    from replayed group by endpoint_id`.execute(trx);
  return rows;
}

function wantedSql(endpointIds: readonly string[], selection: ReplaySelection): RawBuilder<unknown> {
  if ('parked' in selection) {
    return sql`select endpoint_id, event_id, feed_no, external_reference from webhook_delivery
      where endpoint_id = any (${endpointIds}::uuid[]) and state = 'parked'`;
  }
  const events = sql`select w.id as endpoint_id, e.id as event_id, e.feed_no, e.external_reference
    from webhook_endpoint w join event e on e.partner_id = w.partner_id and e.feed_no <= w.last_feed_no
    where w.id = any (${endpointIds}::uuid[])`;
  if ('since' in selection) {
    return sql`${events} and e.occurred_at >= ${selection.since} and e.type = any (w.event_types)`;
  }
  // A delivery that the endpoint had before may be sent again, even if it no longer asks for such events.
  return sql`${events} and e.id = ${selection.eventId} and (
      e.type = any (w.event_types)
      or exists (select from webhook_delivery d where d.endpoint_id = w.id and d.event_id = e.id)
    )`;
}
