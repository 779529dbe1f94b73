import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import { IS_TAKEN } from '../../read/webhooks/attempts.ts';
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
 * Makes deliveries pending again, with a new retry schedule. Those without a row get one; their attempts are counted on from the log.
 * Events that wait for their first turn are left out, because they will be delivered anyway. The endpoints must be locked: then no
 * worker writes rows of theirs.
 */
export async function replayDeliveries(
  trx: Transaction<Database>,
  request: { endpointIds: readonly string[]; selection: ReplaySelection; part: ReplayPart },
): Promise<ReplayedPart[]> {
  const { endpointIds, selection, part } = request;
  const { rows } = await replaySql(endpointIds, selection, part).execute(trx);
  return rows;
}

export function replaySql(
  endpointIds: readonly string[],
  selection: ReplaySelection,
  part: ReplayPart,
): RawBuilder<ReplayedPart> {
  return sql<ReplayedPart>`
    with wanted as materialized (
      ${'parked' in selection ? parkedSql(endpointIds, part) : eventsSql(endpointIds, selection, part)}
    ), replayed as (
      insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, attempts, schedule_from)
      select endpoint_id, event_id, feed_no, external_reference, log.attempts, log.attempts
      from wanted cross join lateral (
        select coalesce(max(attempt_no), 0) as attempts from webhook_attempt a
        where a.endpoint_id = wanted.endpoint_id and a.event_id = wanted.event_id
      ) as log
      order by endpoint_id, event_id
      on conflict (endpoint_id, event_id) do update set state = 'pending', schedule_from = webhook_delivery.attempts,
        next_attempt_at = now(), delivered_at = null
      returning endpoint_id, feed_no
    )
    select endpoint_id as "endpointId", count(*)::int4 as deliveries, max(feed_no) as "lastFeedNo"
    from replayed group by endpoint_id`;
}

/** The endpoint has had it already: otherwise it comes by itself. */
const WAS_TOLD = sql`case
      when e.feed_no <= w.last_feed_no then true
      when (select true from webhook_delivery where endpoint_id = w.id and event_id = e.id limit 1) then true
      else (select true from webhook_attempt where endpoint_id = w.id and event_id = e.id and ${IS_TAKEN} limit 1)
    end`;

/** An event that it had before may be sent again, even if it no longer asks for such events. */
const ASKS_OR_HAD = sql`(
      e.type = any (w.event_types)
      or exists (select from webhook_delivery where endpoint_id = w.id and event_id = e.id)
      or exists (select from webhook_attempt where endpoint_id = w.id and event_id = e.id)
    )`;

function parkedSql(endpointIds: readonly string[], part: ReplayPart): RawBuilder<unknown> {
  return sql`select endpoint_id, event_id, feed_no, external_reference from webhook_delivery
      where endpoint_id = any (${endpointIds}::uuid[]) and state = 'parked' and ${isIn(part)}
      order by feed_no limit ${part.limit}`;
}

/** In the order of the feed, so that a part reads no further than it goes. */
function eventsSql(
  endpointIds: readonly string[],
  selection: Exclude<ReplaySelection, { parked: true }>,
  part: ReplayPart,
): RawBuilder<unknown> {
  const isSelected =
    'since' in selection
      ? sql`e.occurred_at >= ${selection.since} and e.type = any (w.event_types)`
      : sql`e.id = ${selection.eventId} and ${ASKS_OR_HAD}`;
  return sql`select w.id as endpoint_id, told.* from webhook_endpoint w cross join lateral (
        select e.id as event_id, e.feed_no, e.external_reference from event e
        where e.partner_id = w.partner_id and ${isIn(part)} and ${isSelected} and ${WAS_TOLD}
        order by e.feed_no limit ${part.limit}
      ) as told where w.id = any (${endpointIds}::uuid[])`;
}

function isIn({ afterFeedNo, upToFeedNo }: ReplayPart): RawBuilder<unknown> {
  return sql`feed_no > ${afterFeedNo} and feed_no <= ${upToFeedNo}`;
}
