import type pg from 'pg';
import { EVENT_COLUMNS } from '../../read/events.ts';
import type { EventView } from '../../read/events.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** A delivery that this worker holds until its lease ends, with the event's content. */
export interface ClaimedDelivery {
  endpointId: string;
  /** The number of this attempt, from 1. */
  attemptNo: number;
  /** The attempts since the retry schedule began, including this one. */
  scheduledAttempt: number;
  event: EventView;
}

/** How many more deliveries to an endpoint may run here. */
export interface FreeSlots {
  endpointId: string;
  free: number;
}

/**
 * Takes the due deliveries, for each endpoint as many as it has room for, so a dead endpoint's backlog never blocks another
 * endpoint. For each reference only the earliest goes. Rows that another worker has locked or taken are skipped.
 *
 * The earliest is found as the first by number, because only one index can answer that. A `not exists` was planned, while
 * the table was nearly empty, over the index of due deliveries: with 1,000 waiting at each of ten endpoints, a claim took
 * 15 s.
 */
export const CLAIM_SQL = `
with due as materialized (
  select delivery.endpoint_id, delivery.event_id
  from unnest($1::uuid[], $2::int4[]) as slot (endpoint_id, free)
  cross join lateral (
    select d.endpoint_id, d.event_id from webhook_delivery d
    where d.endpoint_id = slot.endpoint_id and d.state = 'pending' and d.next_attempt_at <= now()
      and (d.leased_until is null or d.leased_until <= now())
      and d.feed_no = (
        select earliest.feed_no from webhook_delivery earliest
        where earliest.endpoint_id = d.endpoint_id and earliest.external_reference = d.external_reference
          and earliest.state = 'pending'
        order by earliest.feed_no limit 1
      )
    order by d.next_attempt_at
    limit slot.free for no key update skip locked
  ) as delivery
), claimed as (
  update webhook_delivery d set leased_until = now() + make_interval(secs => $3), attempts = d.attempts + 1,
    -- A lease that ran out was an attempt with an unknown end. It doesn't use up the schedule.
    schedule_from = d.schedule_from + case when d.leased_until is null then 0 else 1 end
  from due where d.endpoint_id = due.endpoint_id and d.event_id = due.event_id
  returning d.endpoint_id, d.event_id, d.attempts, d.schedule_from
)
select claimed.endpoint_id as "endpointId", claimed.attempts as "attemptNo",
  claimed.attempts - claimed.schedule_from as "scheduledAttempt", ${EVENT_COLUMNS}
from claimed join event e on e.id = claimed.event_id
order by e.feed_no`;

type ClaimedRow = EventView & Omit<ClaimedDelivery, 'event'>;

export async function claimDeliveries(
  pool: pg.Pool,
  slots: readonly FreeSlots[],
  { leaseSeconds, ...options }: StatementOptions & { leaseSeconds: number },
): Promise<ClaimedDelivery[]> {
  const values = [slots.map(({ endpointId }) => endpointId), slots.map(({ free }) => free), leaseSeconds];
  const rows = await runWrite<ClaimedRow>(
    pool,
    { name: 'claim-deliveries', text: CLAIM_SQL, values },
    options,
  );
  return rows.map(({ endpointId, attemptNo, scheduledAttempt, ...event }) => ({
    endpointId,
    attemptNo,
    scheduledAttempt,
    event,
  }));
}
