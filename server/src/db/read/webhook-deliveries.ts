import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { EventType } from '@vezne/domain/transaction-state';
import type { Database, WebhookDeliveryState } from '../schema.ts';

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
  /** When it may be tried again; null unless it is pending. */
  nextAttemptAt: Date | null;
  /** A worker is sending it now. */
  isUnderWay: boolean;
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

/** Newest first. */
export async function listDeliveries(
  db: Kysely<Database>,
  filter: DeliveryFilter,
  limit: number,
): Promise<DeliveryRecord[]> {
  const { rows } = await sql<DeliveryRecord>`
    select d.endpoint_id as "endpointId", w.url, d.event_id as "eventId", e.type as "eventType",
      e.transaction_id as "transactionId", d.external_reference as "externalReference", e.occurred_at as "occurredAt",
      d.state, d.attempts, d.delivered_at as "deliveredAt",
      case d.state when 'pending' then d.next_attempt_at end as "nextAttemptAt",
      d.state = 'pending' and coalesce(d.leased_until > now(), false) as "isUnderWay",
      a.status_code as "lastStatus", a.error as "lastError", a.duration_ms as "lastDurationMs"
    from webhook_endpoint w
    join webhook_delivery d on d.endpoint_id = w.id
    join event e on e.id = d.event_id and e.partner_id = w.partner_id
    left join lateral (
      select status_code, error, duration_ms from webhook_attempt
      where endpoint_id = d.endpoint_id and event_id = d.event_id order by attempt_no desc limit 1
    ) as a on true
    where ${sql.join(conditionsOf(filter), sql` and `)}
    order by d.feed_no desc, d.endpoint_id limit ${limit}`.execute(db);
  return rows;
}

function conditionsOf(filter: DeliveryFilter): RawBuilder<unknown>[] {
  const { endpointId, eventId, transactionId, state } = filter;
  return [
    sql`true`,
    ...(endpointId === undefined ? [] : [sql`d.endpoint_id = ${endpointId}`]),
    ...(eventId === undefined ? [] : [sql`e.id = ${eventId}`]),
    ...(transactionId === undefined ? [] : [sql`e.transaction_id = ${transactionId}`]),
    ...(state === undefined ? [] : [sql`d.state = ${state}`]),
  ];
}

export interface AttemptRecord {
  attemptNo: number;
  at: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  /** The first bytes of the response. */
  answerStart: string | null;
  nextAttemptAt: Date | null;
}

/** Every recorded attempt, oldest first. An attempt is missing if its worker died before recording it. */
export async function listAttempts(
  db: Kysely<Database>,
  { endpointId, eventId }: { endpointId: string; eventId: string },
): Promise<AttemptRecord[]> {
  return await db
    .selectFrom('webhook_attempt')
    .select([
      'attempt_no as attemptNo',
      'at',
      'duration_ms as durationMs',
      'status_code as status',
      'error',
      'answer_start as answerStart',
      'next_attempt_at as nextAttemptAt',
    ])
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    .orderBy('attempt_no')
    .execute();
}

export interface EndpointBacklog {
  pending: bigint;
  parked: bigint;
  /** Events of the partner, of any kind, that have not been prepared for this endpoint. */
  unprepared: bigint;
  /** When the oldest waiting event happened. */
  oldestPendingAt: Date | null;
}

export async function readEndpointBacklog(
  db: Kysely<Database>,
  endpointId: string,
): Promise<EndpointBacklog> {
  const { rows } = await sql<EndpointBacklog>`
    select waiting.pending, feed.last_no - w.last_feed_no as unprepared,
      (select count(*) from webhook_delivery where endpoint_id = w.id and state = 'parked') as parked,
      (select occurred_at from event where partner_id = w.partner_id and feed_no = waiting.first_no) as "oldestPendingAt"
    from webhook_endpoint w
    join event_feed feed on feed.partner_id = w.partner_id
    cross join lateral (
      select count(*) as pending, min(feed_no) as first_no from webhook_delivery
      where endpoint_id = w.id and state = 'pending'
    ) as waiting
    where w.id = ${endpointId}`.execute(db);
  return rows[0] ?? { pending: 0n, parked: 0n, unprepared: 0n, oldestPendingAt: null };
}

export interface FailedAttemptRecord extends AttemptRecord {
  eventId: string;
}

/** The last attempt that an endpoint did not accept, whatever happened to the event since. */
export async function findLastFailure(
  db: Kysely<Database>,
  endpointId: string,
): Promise<FailedAttemptRecord | undefined> {
  const { rows } = await sql<FailedAttemptRecord>`
    select event_id as "eventId", attempt_no as "attemptNo", at, duration_ms as "durationMs", status_code as status,
      error, answer_start as "answerStart", next_attempt_at as "nextAttemptAt"
    from webhook_attempt
    where endpoint_id = ${endpointId} and (error is not null or status_code not between 200 and 299)
    order by at desc limit 1`.execute(db);
  return rows[0];
}
