import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { EVENT_BODY_SQL } from '../transactions/event-body-sql.ts';

/** An exception that may be tried now. */
export interface DueException {
  /** The place of its endpoint in the request, from 0. */
  place: number;
  feedNo: number;
  eventId: string;
  reference: string;
  body: string;
  attempts: number;
  /** The attempts before the schedule of retries began. */
  scheduleFrom: number;
}

/**
 * Of each reference only the earliest goes. It is found as the first by number, since only one index can answer that: a `not exists`
 * was planned, while the table was nearly empty, over the index of due rows, and took seconds when thousands waited.
 * A worker of the version before leases what it is sending. An event of another partner is not sent, whatever a row says;
 * with `=` the planner read the events by partner.
 */
export const DUE_SQL = `
select (slot.place - 1)::int4 as place, d.feed_no::float8 as "feedNo", d.event_id as "eventId", d.external_reference as reference,
  d.attempts, d.schedule_from as "scheduleFrom", ${EVENT_BODY_SQL} as body
from unnest($1::uuid[], $2::int4[]) with ordinality as slot (endpoint_id, room, place)
join webhook_endpoint w on w.id = slot.endpoint_id
cross join lateral (
  select * from webhook_delivery d
  where d.endpoint_id = slot.endpoint_id and d.state = 'pending' and d.next_attempt_at <= now()
    and (d.leased_until is null or d.leased_until <= now())
    and d.feed_no = (
      select earliest.feed_no from webhook_delivery earliest
      where earliest.endpoint_id = d.endpoint_id and earliest.external_reference = d.external_reference
        and earliest.state = 'pending'
      order by earliest.feed_no limit 1
    )
  order by d.next_attempt_at limit slot.room
) as d join event e on e.id = d.event_id
where e.partner_id is not distinct from w.partner_id`;

export async function readDueExceptions(
  pool: pg.Pool,
  from: readonly { endpointId: string; room: number }[],
  options: StatementOptions,
): Promise<DueException[]> {
  const values = [from.map(({ endpointId }) => endpointId), from.map(({ room }) => room)];
  return await runRead<DueException>(pool, { name: 'due-exceptions', text: DUE_SQL, values }, options);
}
