import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { EventType } from '@vezne/domain/transaction-state';
import type { Database } from '../../schema.ts';
import type { WebhookDeliveryState } from '../../schema/webhooks.ts';
import { IS_TAKEN } from './attempts.ts';

/** The delivery of an event to an endpoint, with its last recorded attempt. */
export interface DeliveryRecord {
  endpointId: string;
  url: string;
  eventId: string;
  eventType: EventType;
  transactionId: string;
  externalReference: string;
  occurredAt: Date;
  state: WebhookDeliveryState;
  attempts: number;
  deliveredAt: Date | null;
  /** When it may be tried again. Null: it has ended, or it waits for its first turn. */
  nextAttemptAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  lastDurationMs: number | null;
}

/** Which deliveries; every field narrows the result. One of the first three is always given, so the query uses an index. */
export interface DeliveryFilter {
  endpointId?: string | undefined;
  eventId?: string | undefined;
  transactionId?: string | undefined;
  state?: WebhookDeliveryState | undefined;
}

/** How a page of an endpoint's deliveries is looked for. */
interface Look {
  limit: number;
  /** How many of the partner's last events are looked at. */
  window: number;
  isNew: boolean;
}

/**
 * With fewer attempts, an endpoint's deliveries are found in its log. A new endpoint of a large partner is like that: its part of the
 * feed is short, and what lies before it may be a million events.
 */
const FEW_ATTEMPTS = 1_000;
/** Mostly all events of a partner go to its endpoint. */
const FIRST_WINDOW = 4;
const NEXT_WINDOW = 16;

/** Newest first. */
export async function listDeliveries(
  db: Kysely<Database>,
  filter: DeliveryFilter,
  limit: number,
): Promise<DeliveryRecord[]> {
  const { isNew, lastNo } = await readHistory(db, filter.endpointId);
  for (let window = FIRST_WINDOW * limit; ; window *= NEXT_WINDOW) {
    const { rows } = await deliveriesSql(filter, { limit, window, isNew }).execute(db);
    if (rows.length === limit || window >= lastNo) return rows;
  }
}

async function readHistory(
  db: Kysely<Database>,
  endpointId: string | undefined,
): Promise<{ isNew: boolean; lastNo: bigint }> {
  if (endpointId === undefined) return { isNew: false, lastNo: 0n };
  const { rows } = await sql<{ isNew: boolean; lastNo: bigint }>`
    select feed.last_no as "lastNo",
      (select count(*) from (select from webhook_attempt where endpoint_id = w.id limit ${FEW_ATTEMPTS}) as a) < ${FEW_ATTEMPTS} as "isNew"
    from webhook_endpoint w join event_feed feed on feed.partner_id = w.partner_id
    where w.id = ${endpointId}`.execute(db);
  return rows[0] ?? { isNew: false, lastNo: 0n };
}

/** First a page of ids, from the index that has them in order, and then everything about these. */
export function deliveriesSql(filter: DeliveryFilter, look: Look): RawBuilder<DeliveryRecord> {
  const conditions = [
    sql`${STATE} is not null`,
    ...(filter.endpointId === undefined ? [] : [sql`w.id = ${filter.endpointId}`]),
    ...(filter.state === undefined ? [] : [sql`${STATE} = ${filter.state}`]),
  ];
  return sql<DeliveryRecord>`
    select w.id as "endpointId", w.url, e.id as "eventId", e.type as "eventType", e.transaction_id as "transactionId",
      e.external_reference as "externalReference", e.occurred_at as "occurredAt", ${STATE} as state,
      coalesce(d.attempts, log.attempts) as attempts,
      case ${STATE} when 'delivered' then coalesce(d.delivered_at, log.taken_at) end as "deliveredAt",
      case d.state when 'pending' then d.next_attempt_at end as "nextAttemptAt",
      a.status_code as "lastStatus", a.error as "lastError", a.duration_ms as "lastDurationMs"
    from (${pageSql(filter, look)}) as page (endpoint_id, event_id)
    join webhook_endpoint w on w.id = page.endpoint_id
    join event e on e.id = page.event_id and e.partner_id = w.partner_id
    ${KNOWN}
    left join lateral (
      select status_code, error, duration_ms from webhook_attempt
      where endpoint_id = w.id and event_id = e.id order by attempt_no desc limit 1
    ) as a on true
    where ${sql.join(conditions, sql` and `)}
    order by e.feed_no desc, w.id limit ${look.limit}`;
}

/**
 * What is known of an event `e` at an endpoint `w`: its row, if it is an exception, and the log. Each is looked up by its key: a limit
 * and an aggregate keep the planner from joining whole tables.
 */
const KNOWN = sql`
    left join lateral (
      select state, attempts, next_attempt_at, delivered_at from webhook_delivery
      where endpoint_id = w.id and event_id = e.id limit 1
    ) as d on true
    cross join lateral (
      select count(*)::int4 as attempts,
        min(at + make_interval(secs => duration_ms / 1000.0)) filter (where ${IS_TAKEN}) as taken_at
      from webhook_attempt where endpoint_id = w.id and event_id = e.id
    ) as log`;

/** Null: the event was never for this endpoint. What was tried and has no row although the position has passed it was taken. */
const STATE = sql`case
      when d.state is not null then d.state
      when log.taken_at is not null or (log.attempts > 0 and e.feed_no <= w.last_feed_no) then 'delivered'
      when e.feed_no > w.last_feed_no and e.type = any (w.event_types) then 'pending'
    end`;

function pageSql(
  { endpointId, eventId, transactionId, state }: DeliveryFilter,
  look: Look,
): RawBuilder<unknown> {
  if (eventId !== undefined || transactionId !== undefined || endpointId === undefined) {
    return sql`select w.id, e.id from event e join webhook_endpoint w on w.partner_id = e.partner_id
      where ${eventId === undefined ? sql`true` : sql`e.id = ${eventId}`}
        and ${transactionId === undefined ? sql`true` : sql`e.transaction_id = ${transactionId}`}`;
  }
  const waiting = newestSql(
    endpointId,
    sql`e.feed_no > w.last_feed_no and d.state is null and ${STATE} = 'pending'`,
    look,
  );
  if (state === 'parked') return exceptionsSql(endpointId, state, look);
  if (state === 'pending') {
    return sql`(${exceptionsSql(endpointId, state, look)}) union all (${waiting})`;
  }
  if (!look.isNew) {
    return newestSql(
      endpointId,
      sql`${STATE} ${state === undefined ? sql`is not null` : sql`= ${state}`}`,
      look,
    );
  }
  return sql`select endpoint_id, event_id from webhook_attempt where endpoint_id = ${endpointId}
    union (
      select endpoint_id, event_id from webhook_delivery where endpoint_id = ${endpointId} order by feed_no desc limit ${look.limit}
    )
    union (${waiting})`;
}

/** `offset 0` keeps the order out of the choice of an index: the one in that order has all that was ever delivered. */
function exceptionsSql(
  endpointId: string,
  state: 'pending' | 'parked',
  { limit }: Look,
): RawBuilder<unknown> {
  return sql`select endpoint_id, event_id from (
      select endpoint_id, event_id, feed_no from webhook_delivery
      where endpoint_id = ${endpointId} and state = ${sql.lit(state)} offset 0
    ) as exception order by feed_no desc limit ${limit}`;
}

/**
 * Of the partner's last events those that meet a condition. The numbers of a feed have no gap, so a window of them bounds what is read,
 * whatever the planner believes: without statistics it sorted all events of the partner.
 */
function newestSql(
  endpointId: string,
  condition: RawBuilder<unknown>,
  { limit, window }: Look,
): RawBuilder<unknown> {
  return sql`select w.id, newest.id from webhook_endpoint w join event_feed feed on feed.partner_id = w.partner_id
    cross join lateral (
      select e.id from event e ${KNOWN}
      where e.partner_id = w.partner_id and e.feed_no > feed.last_no - ${window}::int8 and ${condition}
      order by e.feed_no desc limit ${limit}
    ) as newest where w.id = ${endpointId}`;
}
