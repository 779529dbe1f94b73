import type pg from 'pg';
import { runConfirmedReads, runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { EVENT_BODY_SQL } from '../transactions/event-body-sql.ts';

/** From where an endpoint reads its partner's events, and how many at most. */
export interface ReadFrom {
  endpointId: string;
  aboveFeedNo: number;
  room: number;
}

/** An event above the position of an endpoint. */
export interface UndeliveredEvent {
  /** The place of its endpoint in the request, from 0. */
  place: number;
  feedNo: number;
  eventId: string;
  reference: string;
  /** The signed text; null: the endpoint did not ask for such events. */
  body: string | null;
  /** An earlier event of its reference, or it itself, is an exception that has not ended. */
  isWaiting: boolean;
}

/**
 * What an endpoint asks for is read together with the events. A copy would be a moment old, and an event whose type was asked for in that
 * moment would be passed for good. Of one that is paused nothing is read.
 *
 * Whether an event has to wait is looked up by the index of references. With `exists` the planner read the exceptions of all endpoints
 * for it, and without an order all that were due.
 */
export const READ_SQL = `
select (slot.place - 1)::int4 as place, e.feed_no::float8 as "feedNo", e.id as "eventId", e.external_reference as reference,
  case when e.type = any (w.event_types) then ${EVENT_BODY_SQL} end as body,
  coalesce((
    select true from webhook_delivery d where d.endpoint_id = slot.endpoint_id and d.external_reference = e.external_reference
      and d.state = 'pending'
    order by d.feed_no limit 1
  ), false) as "isWaiting"
from unnest($1::uuid[], $2::int8[], $3::int4[]) with ordinality as slot (endpoint_id, above_no, room, place)
join webhook_endpoint w on w.id = slot.endpoint_id and w.status = 'active'
cross join lateral (
  select * from event where partner_id = w.partner_id and feed_no > slot.above_no order by feed_no limit slot.room
) as e`;

/**
 * In the order of the feed, for each endpoint. Partners act on what they are told, so it is confirmed: a commit whose wait for a standby was
 * ended by hand can be seen, and could be gone with this server.
 */
export async function readUndelivered(
  pool: pg.Pool,
  from: readonly ReadFrom[],
  options: StatementOptions,
): Promise<UndeliveredEvent[]> {
  const values = [
    from.map(({ endpointId }) => endpointId),
    from.map(({ aboveFeedNo }) => aboveFeedNo),
    from.map(({ room }) => room),
  ];
  return await runConfirmedReads(
    pool,
    options,
    async (read) => await read<UndeliveredEvent>({ name: 'undelivered-events', text: READ_SQL, values }),
    ({ length }) => length > 0,
  );
}

/**
 * What is done above a position, up to so many numbers: taken by the endpoint, or left to the exceptions. Whoever takes over an endpoint
 * asks for it once, when nobody else can write there any more. Each event is looked up: with `exists` the planner read all attempts that
 * the endpoint ever had.
 */
export const DONE_SQL = `
select e.feed_no::float8 as "feedNo" from event e
where e.partner_id = $2 and e.feed_no > $3 and e.feed_no <= $3 + $4::int8 and coalesce(
  (
    select true from webhook_attempt a where a.endpoint_id = $1 and a.event_id = e.id and a.error is null
      and a.status_code between 200 and 299
    limit 1
  ),
  (select true from webhook_delivery d where d.endpoint_id = $1 and d.event_id = e.id limit 1)
)`;

export async function readDoneAbove(
  pool: pg.Pool,
  from: { endpointId: string; partnerId: string; position: number; upTo: number },
  options: StatementOptions,
): Promise<number[]> {
  const values = [from.endpointId, from.partnerId, from.position, from.upTo];
  const rows = await runRead<{ feedNo: number }>(
    pool,
    { name: 'done-above', text: DONE_SQL, values },
    options,
  );
  return rows.map(({ feedNo }) => feedNo);
}
