import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { Database } from '../../schema.ts';

/**
 * What of an endpoint's exceptions to send again: one event as often tried as the person saw, or all that were not tried since they looked,
 * if they say so only of events since a time.
 */
export type UndeliveredSelection =
  | { eventId: string; attempts: number }
  | { seenAt: Date; since?: Date | undefined };

/**
 * Begins the schedule of exceptions again that were given up or wait for a later try. One that is due already is left alone, and so is one
 * that was tried since: the same press, sent twice, finds nothing more to do. Times of tries are those of the workers' clocks. The endpoint
 * must be locked: then no worker writes rows of its.
 */
export async function replayUndelivered(
  trx: Transaction<Database>,
  endpointId: string,
  { selection, afterFeedNo, limit }: { selection: UndeliveredSelection; afterFeedNo: bigint; limit: number },
): Promise<{ events: number; lastFeedNo: bigint | null }> {
  const { rows } = await replayUndeliveredSql(endpointId, { selection, afterFeedNo, limit }).execute(trx);
  return rows[0] ?? { events: 0, lastFeedNo: null };
}

export function replayUndeliveredSql(
  endpointId: string,
  { selection, afterFeedNo, limit }: { selection: UndeliveredSelection; afterFeedNo: bigint; limit: number },
): RawBuilder<{ events: number; lastFeedNo: bigint | null }> {
  const part = { afterFeedNo, limit };
  return sql`
    with wanted as materialized (
      select * from (
        (${exceptionsSql(endpointId, 'parked', selection, part)})
        union all
        (${exceptionsSql(endpointId, 'pending', selection, part)})
      ) as exception order by feed_no limit ${limit}
    ), replayed as (
      update webhook_delivery d set state = 'pending', schedule_from = d.attempts, next_attempt_at = now()
      from wanted where d.endpoint_id = ${endpointId} and d.event_id = wanted.event_id
      returning d.feed_no
    )
    select count(*)::int4 as events, max(feed_no) as "lastFeedNo" from replayed`;
}

/** Each state has its index in the order of the feed. */
function exceptionsSql(
  endpointId: string,
  state: 'parked' | 'pending',
  selection: UndeliveredSelection,
  { afterFeedNo, limit }: { afterFeedNo: bigint; limit: number },
): RawBuilder<unknown> {
  const isLater = state === 'pending' ? sql`d.next_attempt_at > now()` : sql`true`;
  return sql`select d.event_id, d.feed_no from webhook_delivery d
          where d.endpoint_id = ${endpointId} and d.state = ${sql.lit(state)} and d.feed_no > ${afterFeedNo} and ${isLater}
            and ${isSelected(selection)}
          order by d.feed_no limit ${limit}`;
}

function isSelected(selection: UndeliveredSelection): RawBuilder<unknown> {
  if ('eventId' in selection) {
    return sql`d.event_id = ${selection.eventId} and d.attempts = ${selection.attempts}`;
  }
  const { seenAt, since } = selection;
  const isSince =
    since === undefined
      ? sql`true`
      : sql`(select e.occurred_at from event e where e.id = d.event_id) >= ${since}`;
  return sql`coalesce((
              select a.at from webhook_attempt a where a.endpoint_id = d.endpoint_id and a.event_id = d.event_id
              order by a.attempt_no desc limit 1
            ) <= ${seenAt}, true) and ${isSince}`;
}
