/** Whether events arrive at a partner's endpoints. */
import type { WebhookDeliveryState, WebhookEndpointStatus } from '../../schema/webhooks.ts';
import type { PartnerScope } from '../../partner-scope.ts';
import { ATTEMPTS, IS_TAKEN, KNOWN, NEXT_ATTEMPT_AT, STATE } from './event-at-endpoint.ts';

export interface Try {
  at: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  answerStart: string | null;
}

export interface ToldEndpoint {
  eventId: string;
  endpointId: string;
  url: string;
  state: WebhookDeliveryState;
  attempts: number;
  nextAttemptAt: Date | null;
}

const DELIVERIES_SQL = `
select * from (
  select e.id as "eventId", e.feed_no as "feedNo", w.id as "endpointId", w.url, ${STATE} as state, ${ATTEMPTS} as attempts,
    ${NEXT_ATTEMPT_AT} as "nextAttemptAt"
  from event e join webhook_endpoint w on w.partner_id = e.partner_id
  ${KNOWN}
  where e.partner_id = $1 and e.transaction_id = $2
) as told
where state is not null order by "feedNo", url`;

/** What became of a transaction's events at each endpoint. */
export async function listDeliveriesOf(
  { partnerId, query }: PartnerScope,
  transactionId: string,
): Promise<ToldEndpoint[]> {
  return await query<ToldEndpoint & object>(DELIVERIES_SQL, [partnerId, transactionId]);
}

/** More than a person reads of one event. */
const MOST_TRIES = 20;

const TRIES_SQL = `
select e.id as "eventId", w.id as "endpointId", a.at, a.duration_ms as "durationMs", a.status_code as status, a.error,
  a.answer_start as "answerStart"
from event e join webhook_endpoint w on w.partner_id = e.partner_id
cross join lateral (
  select a.attempt_no, a.at, a.duration_ms, a.status_code, a.error, a.answer_start from webhook_attempt a
  where a.endpoint_id = w.id and a.event_id = e.id order by a.attempt_no desc limit ${MOST_TRIES}
) as a
where e.partner_id = $1 and e.transaction_id = $2
order by e.feed_no, w.url, a.attempt_no desc`;

/** The newest tries of each, the newest first. */
export async function listTries(
  { partnerId, query }: PartnerScope,
  transactionId: string,
): Promise<(Try & { eventId: string; endpointId: string })[]> {
  return await query<Try & { eventId: string; endpointId: string }>(TRIES_SQL, [partnerId, transactionId]);
}

export interface EndpointHealth {
  id: string;
  url: string;
  status: WebhookEndpointStatus;
  waitingSince: Date | null;
  parked: number;
  hasMoreParked: boolean;
  lastTakenAt: Date | null;
  lastTakenMs: number | null;
}

/** More than anybody reads. */
const MOST_PARKED = 1_000;
/** How far above its position the first event is looked for that an endpoint asks for, and below it the last one that it took. */
const LOOKED_AT = 200;

/**
 * The oldest that an endpoint has not taken is an exception that waits (`feed_no >= 0` names the index of these), or an event above its
 * position. A paused endpoint may have very many of which it asks for none: then the first that was not looked at stands for them. The
 * number is found first and compared then: `least` might tell of a row, so behind row-level security no index is asked with it.
 */
export const HEALTH_SQL = `
select w.id, w.url, w.status,
  (
    select e.occurred_at from (
      select least(
        (select d.feed_no from webhook_delivery d where d.endpoint_id = w.id and d.state = 'pending' and d.feed_no >= 0
          order by d.feed_no limit 1),
        coalesce(
          (
            select e.feed_no from event e
            where e.partner_id = w.partner_id and e.feed_no > w.last_feed_no and e.feed_no <= w.last_feed_no + ${LOOKED_AT}
              and case
                when e.type <> all (w.event_types) then false
                when (select true from webhook_delivery d where d.endpoint_id = w.id and d.event_id = e.id limit 1) then false
                when (select true from webhook_attempt a where a.endpoint_id = w.id and a.event_id = e.id and ${IS_TAKEN} limit 1) then false
                else true
              end
            order by e.feed_no limit 1
          ),
          (select e.feed_no from event e where e.partner_id = w.partner_id and e.feed_no = w.last_feed_no + ${LOOKED_AT + 1})
        )
      ) as feed_no offset 0
    ) as oldest
    cross join lateral (
      select e.occurred_at from event e where e.partner_id = w.partner_id and e.feed_no = oldest.feed_no offset 0
    ) as e
  ) as "waitingSince",
  least(parked.count, ${MOST_PARKED}) as parked, parked.count > ${MOST_PARKED} as "hasMoreParked",
  taken.at as "lastTakenAt", taken.duration_ms as "lastTakenMs"
from webhook_endpoint w
cross join lateral (
  select count(*)::int4 as count from (
    select from webhook_delivery d where d.endpoint_id = w.id and d.state = 'parked' limit ${MOST_PARKED + 1}
  ) as first_ones
) as parked
left join lateral (
  select a.at, a.duration_ms from event e cross join lateral (
    select a.at, a.duration_ms from webhook_attempt a where a.endpoint_id = w.id and a.event_id = e.id and ${IS_TAKEN} limit 1
  ) as a
  where e.partner_id = w.partner_id and e.feed_no > w.last_feed_no - ${LOOKED_AT} and e.feed_no <= w.last_feed_no + ${LOOKED_AT}
  order by a.at desc limit 1
) as taken on true
where w.partner_id = $1
order by w.status = 'disabled', w.created_at, w.id`;

/** Those in use first, each the oldest first. */
export async function readHealth({ partnerId, query }: PartnerScope): Promise<EndpointHealth[]> {
  return await query<EndpointHealth & object>(HEALTH_SQL, [partnerId]);
}
