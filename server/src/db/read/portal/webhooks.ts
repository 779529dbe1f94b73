/** A partner's webhook endpoints, and what became of its events there. */
import type { EventType } from '@vezne/domain/transaction-state';
import type { PartnerScope } from '../../partner-scope.ts';
import type { WebhookDeliveryState, WebhookEndpointStatus } from '../../schema/webhooks.ts';
import { IS_WAITING } from '../webhooks/undelivered.ts';
import { WEBHOOK_TEST_TAKEN_WITHIN_SECONDS } from '../webhooks/tests.ts';
import type { RecentWebhookTests } from '../webhooks/tests.ts';
import { ATTEMPTS, KNOWN, NEXT_ATTEMPT_AT, STATE } from './event-at-endpoint.ts';

export interface ListedEndpoint {
  id: string;
  url: string;
  eventTypes: EventType[];
  status: WebhookEndpointStatus;
  createdAt: Date;
  secrets: { id: string; createdAt: string; expiresAt: string | null }[];
  waiting: number;
  parked: number;
}

/** More than anybody reads. */
const MOST_COUNTED = 1_000;

/** Exceptions that wait, and events above the position; each is counted as far as it matters. */
const COUNTED = `
least(${MOST_COUNTED}, (
  select count(*) from (select from webhook_delivery where endpoint_id = w.id and state = 'pending' limit ${MOST_COUNTED}) as first_ones
) + (
  select count(*) from event e
  where e.partner_id = w.partner_id and e.feed_no > w.last_feed_no and e.feed_no <= w.last_feed_no + ${MOST_COUNTED} and ${IS_WAITING}
))::int4 as waiting,
(
  select count(*) from (select from webhook_delivery where endpoint_id = w.id and state = 'parked' limit ${MOST_COUNTED}) as first_ones
)::int4 as parked`;

/** The oldest first. */
export async function listEndpoints({ partnerId, query }: PartnerScope): Promise<ListedEndpoint[]> {
  return await query<ListedEndpoint & object>(
    `select w.id, w.url, w.event_types as "eventTypes", w.status, w.created_at as "createdAt", coalesce((
         select json_agg(json_build_object('id', s.id, 'createdAt', s.created_at, 'expiresAt', s.expires_at) order by s.created_at desc, s.id desc)
         from webhook_secret s where s.endpoint_id = w.id and (s.expires_at is null or s.expires_at > now())
       ), '[]') as secrets, ${COUNTED}
     from webhook_endpoint w where w.partner_id = $1 order by w.created_at, w.id`,
    [partnerId],
  );
}

export async function findEndpointStatus(
  { partnerId, query }: PartnerScope,
  id: string,
): Promise<WebhookEndpointStatus | undefined> {
  const [row] = await query<{ status: WebhookEndpointStatus }>(
    'select status from webhook_endpoint where partner_id = $1 and id = $2',
    [partnerId, id],
  );
  return row?.status;
}

export interface ListedDelivery {
  eventId: string;
  eventType: EventType;
  externalReference: string;
  transactionId: string;
  occurredAt: Date;
  state: WebhookDeliveryState;
  attempts: number;
  deliveredAt: Date | null;
  /** Null: it has ended, or it waits for its first turn. */
  nextAttemptAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  lastDurationMs: number | null;
  lastTriedAt: Date | null;
}

const SHOWN_DELIVERIES = 50;
/** Mostly all events of a partner go to its endpoint. One that asks for few of them shows what is among so many. */
const LOOKED_AT = 1_000;

/**
 * Which events are looked at: the partner's last ones, whose numbers have no gap, or the newest exceptions of the endpoint, of which there may
 * be very many (`feed_no >= 0` names the index of those that wait).
 */
const SOURCES = {
  all: `select e.id from event e where e.partner_id = w.partner_id and e.feed_no > (
      select coalesce(max(feed_no), 0) from event where partner_id = w.partner_id
    ) - ${LOOKED_AT} order by e.feed_no desc`,
  pending: `(
      select event_id as id from webhook_delivery where endpoint_id = w.id and state = 'pending' and feed_no >= 0
      order by feed_no desc limit ${SHOWN_DELIVERIES}
    ) union all (
      select id from event where partner_id = w.partner_id and feed_no > w.last_feed_no order by feed_no limit ${LOOKED_AT}
    )`,
  parked: `select event_id as id from webhook_delivery where endpoint_id = w.id and state = 'parked'
    order by feed_no desc limit ${SHOWN_DELIVERIES}`,
} as const;

/** Newest first. */
export async function listEndpointDeliveries(
  { partnerId, query }: PartnerScope,
  { endpointId, state }: { endpointId: string; state?: 'pending' | 'parked' | undefined },
): Promise<ListedDelivery[]> {
  return await query<ListedDelivery & object>(
    `select e.id as "eventId", e.type as "eventType", e.external_reference as "externalReference", e.transaction_id as "transactionId",
       e.occurred_at as "occurredAt", ${STATE} as state, ${ATTEMPTS} as attempts,
       case ${STATE} when 'delivered' then coalesce(d.delivered_at, log.taken_at) end as "deliveredAt",
       ${NEXT_ATTEMPT_AT} as "nextAttemptAt",
       a.status_code as "lastStatus", a.error as "lastError", a.duration_ms as "lastDurationMs",
       a.at as "lastTriedAt"
     from webhook_endpoint w cross join lateral (select distinct id from (${SOURCES[state ?? 'all']}) as found) as page
     cross join lateral (
       select e.* from event e where e.id = page.id and e.partner_id = w.partner_id limit 1
     ) as e
     ${KNOWN}
     left join lateral (
       select status_code, error, duration_ms, at from webhook_attempt
       where endpoint_id = w.id and event_id = e.id order by attempt_no desc limit 1
     ) as a on true
     where w.partner_id = $1 and w.id = $2 and ${STATE} ${state === undefined ? 'is not null' : `= '${state}'`}
     order by e.feed_no desc limit ${SHOWN_DELIVERIES}`,
    [partnerId, endpointId],
  );
}

export interface ListedAttempt {
  attemptNo: number;
  at: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  answerStart: string | null;
}

/** The oldest first. */
export async function listAttempts(
  { partnerId, query }: PartnerScope,
  { endpointId, eventId }: { endpointId: string; eventId: string },
): Promise<ListedAttempt[]> {
  return await query<ListedAttempt & object>(
    `select a.attempt_no as "attemptNo", a.at, a.duration_ms as "durationMs", a.status_code as status, a.error,
       a.answer_start as "answerStart"
     from webhook_attempt a join webhook_endpoint w on w.id = a.endpoint_id
     where w.partner_id = $1 and a.endpoint_id = $2 and a.event_id = $3 order by a.attempt_no`,
    [partnerId, endpointId, eventId],
  );
}

export interface FoundTest {
  isTaken: boolean;
  /** So long ago, by the database's clock, that no worker takes it any more. */
  isTooLate: boolean;
  durationMs: number | null;
  status: number | null;
  error: string | null;
  answerStart: string | null;
}

export async function findTest(
  { partnerId, query }: PartnerScope,
  id: string,
): Promise<FoundTest | undefined> {
  const [row] = await query<FoundTest & object>(
    `select t.taken_at is not null as "isTaken",
       t.asked_at <= now() - make_interval(secs => ${WEBHOOK_TEST_TAKEN_WITHIN_SECONDS}) as "isTooLate",
       t.duration_ms as "durationMs", t.status_code as status, t.error, t.answer_start as "answerStart"
     from webhook_test t join webhook_endpoint w on w.id = t.endpoint_id where w.partner_id = $1 and t.id = $2`,
    [partnerId, id],
  );
  return row;
}

/** After so long nobody waits for a test any more: its worker died. */
const LOST_AFTER_SECONDS = 180;

/** The tests of an endpoint that count for how often it may be tested. */
export async function readRecentTests(
  { partnerId, query }: PartnerScope,
  { endpointId, withinSeconds }: { endpointId: string; withinSeconds: number },
): Promise<RecentWebhookTests> {
  const [row] = await query<RecentWebhookTests & object>(
    `select coalesce(bool_or(
         t.ended_at is null and t.asked_at > now() - make_interval(secs =>
           case when t.taken_at is null then ${WEBHOOK_TEST_TAKEN_WITHIN_SECONDS} else ${LOST_AFTER_SECONDS} end)
       ), false) as "isOneOpen",
       count(*) filter (where t.asked_at > now() - make_interval(secs => $3))::int4 as count,
       min(t.asked_at) filter (where t.asked_at > now() - make_interval(secs => $3)) as "oldestAt"
     from webhook_test t join webhook_endpoint w on w.id = t.endpoint_id where w.partner_id = $1 and t.endpoint_id = $2`,
    [partnerId, endpointId, withinSeconds],
  );
  return row ?? { isOneOpen: false, count: 0, oldestAt: null };
}
