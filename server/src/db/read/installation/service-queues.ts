/** What waits, with the age of the oldest, however long the history is. Each is read by an index, and counted as far as it matters. */
import type pg from 'pg';
import type { WebhookEndpointStatus } from '../../schema/webhooks.ts';
import { HAS_COLLEAGUE_SQL } from '../portal/keys.ts';
import { LOOKED_AT, IS_WAITING, WAITING_SINCE } from '../webhooks/undelivered.ts';

export const QUEUE_NAMES = [
  'waiting_deposits',
  'waiting_payouts',
  'undelivered_events',
  'unsealed_audit_entries',
  'parked_webhooks',
  'open_requests',
  'network_requests',
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export interface QueueState {
  name: QueueName;
  count: number;
  /** There are more than were counted. */
  hasMore: boolean;
  oldestSince: Date | null;
}

/** Counting so many takes milliseconds. */
const MOST_COUNTED = 10_000;

/** The oldest first, and one more than is counted. */
const counted = (times: string): string => `
select least(count(*), ${MOST_COUNTED})::int4 as count, count(*) > ${MOST_COUNTED} as "hasMore", min(since) as "oldestSince"
from (${times} limit ${MOST_COUNTED + 1}) as oldest`;

/** A hold takes a deposit out of the target for its age. Payouts wait until the bank has sent them. */
export const QUEUE_SQL = {
  waiting_deposits: counted(`
    select waiting_since as since from open_transaction
    where type = 'deposit' and status = 'waiting_confirmation' and (held_until is null or held_until <= now())
    order by waiting_since`),
  waiting_payouts: counted(`
    select waiting_since as since from open_transaction where type = 'withdrawal' and status = 'waiting_confirmation'
    order by waiting_since`),
  unsealed_audit_entries: counted('select at as since from audit_entry where seal_no is null order by id'),
  open_requests: counted(`
    select asked_at as since from second_person_request where status = 'open' and expires_at > now() order by id`),
  // Those that no colleague of the partner can end.
  network_requests: counted(`
    select asked_at as since from partner_network_request r
    where status = 'open' and expires_at > now() and not ${HAS_COLLEAGUE_SQL} order by asked_at`),
} as const satisfies Partial<Record<QueueName, string>>;

/** Of one endpoint's exceptions. */
const MOST_EXCEPTIONS = 1_000;

const exceptions = (state: 'pending' | 'parked'): string => `
  select least(count(*), ${MOST_EXCEPTIONS})::int4 as count, count(*) > ${MOST_EXCEPTIONS} as has_more from (
    select from webhook_delivery where endpoint_id = w.id and state = '${state}' limit ${MOST_EXCEPTIONS + 1}
  ) as first_ones`;

/**
 * Each endpoint that is not disabled, with what it has not taken: exceptions, and what is above its position up to the head of its
 * partner's feed, whether a worker has looked at it or not. Few events are looked at one by one; of many the distance is enough.
 */
export const ENDPOINTS_SQL = `
select w.id, w.url, w.status, p.name as partner, exception.count + above.count as pending, parked.count as parked,
  exception.has_more as "hasMorePending", parked.has_more as "hasMoreParked",
  ${WAITING_SINCE} as "oldestSince",
  (
    select d.next_attempt_at from webhook_delivery d where d.endpoint_id = w.id and d.state = 'parked'
    order by d.feed_no limit 1
  ) as "parkedSince"
from webhook_endpoint w
join partner p on p.id = w.partner_id
join event_feed feed on feed.partner_id = w.partner_id
cross join lateral (${exceptions('pending')}) as exception
cross join lateral (${exceptions('parked')}) as parked
cross join lateral (
  select case
    when feed.last_no > w.last_feed_no + ${LOOKED_AT} then (feed.last_no - w.last_feed_no)::float8
    else (
      select count(*)::float8 from event e
      where e.partner_id = w.partner_id and e.feed_no > w.last_feed_no and e.feed_no <= w.last_feed_no + ${LOOKED_AT}
        and ${IS_WAITING}
    )
  end as count
) as above
where w.status <> 'disabled'`;

export interface WaitingEndpoint {
  id: string;
  url: string;
  status: WebhookEndpointStatus;
  partner: string;
  pending: number;
  parked: number;
  /** There are more than were counted. */
  hasMorePending: boolean;
  hasMoreParked: boolean;
  /** When the oldest event that waits happened. */
  oldestSince: Date | null;
  /** When the first of those that were given up was. */
  parkedSince: Date | null;
}

export async function readWaitingEndpoints(client: pg.ClientBase): Promise<WaitingEndpoint[]> {
  return (await client.query<WaitingEndpoint>(ENDPOINTS_SQL)).rows;
}

export async function readQueue(client: pg.ClientBase, name: keyof typeof QUEUE_SQL): Promise<QueueState> {
  const { rows } = await client.query<Omit<QueueState, 'name'>>(QUEUE_SQL[name]);
  return { name, ...(rows[0] ?? { count: 0, hasMore: false, oldestSince: null }) };
}
