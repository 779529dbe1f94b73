/** What partners have not taken, for people who look at it. */
import type pg from 'pg';
import type { EventType, TransactionType } from '@vezne/domain/transaction-state';
import type { WebhookEndpointStatus } from '../../schema/webhooks.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** An endpoint is behind when one of its events has waited for longer. */
export const BEHIND_AFTER_SECONDS = 300;

export interface Attempt {
  at: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  answerStart: string | null;
}

export interface EndpointName {
  id: string;
  url: string;
  status: WebhookEndpointStatus;
  partner: { id: string; name: string };
}

export interface EndpointState extends EndpointName {
  /** When the oldest event that waits happened. */
  waitingSince: Date | null;
  waiting: number;
  hasMoreWaiting: boolean;
  parked: number;
  hasMoreParked: boolean;
  nextTryAt: Date | null;
  lastFailure: Attempt | null;
  readAt: Date;
}

/** Each is looked up by its key: with `exists` the planner could read all of a table for it. */
export const IS_WAITING = `case
  when e.type <> all (w.event_types) then false
  when (select true from webhook_delivery where endpoint_id = w.id and event_id = e.id limit 1) then false
  when (
    select true from webhook_attempt
    where endpoint_id = w.id and event_id = e.id and error is null and status_code between 200 and 299 limit 1
  ) then false
  else true
end`;

/** How far above a position the first event is looked for that the endpoint asks for. */
export const LOOKED_AT = 200;

/**
 * The oldest event that endpoint `w` has not taken: an exception that waits (`feed_no >= 0` names the index of these), or one above its
 * position. A worker passes events that were not asked for; a paused endpoint has none, and may have very many of them. Then the first one that was not looked at stands for them.
 */
export const WAITING_SINCE = `(
  select occurred_at from event where partner_id = w.partner_id and feed_no = least(
    (select d.feed_no from webhook_delivery d where d.endpoint_id = w.id and d.state = 'pending' and d.feed_no >= 0
      order by d.feed_no limit 1),
    coalesce(
      (
        select e.feed_no from event e
        where e.partner_id = w.partner_id and e.feed_no > w.last_feed_no and e.feed_no <= w.last_feed_no + ${LOOKED_AT}
          and ${IS_WAITING}
        order by e.feed_no limit 1
      ),
      (
        select w.last_feed_no + ${LOOKED_AT + 1} from event_feed feed
        where feed.partner_id = w.partner_id and feed.last_no > w.last_feed_no + ${LOOKED_AT}
      )
    )
  )
)`;

/** More than anybody reads. */
const MOST_COUNTED = 1_000;

/** Of all endpoints those that are not disabled: what a person has given up needs nobody's help. */
export const COUNTS_SQL = `
select
  (
    select count(*)::int4 from webhook_endpoint w
    where w.status <> 'disabled' and ${WAITING_SINCE} < now() - make_interval(secs => $1)
  ) as endpoints,
  (
    select count(*)::int4 from (
      select from webhook_delivery where state = 'parked' order by next_attempt_at limit ${MOST_COUNTED}
    ) as parked
  ) as parked`;

export async function countUndelivered(
  pool: pg.Pool,
  { behindAfterSeconds, ...options }: StatementOptions & { behindAfterSeconds: number },
): Promise<{ endpoints: number; parked: number }> {
  const query = { name: 'undelivered-counts', text: COUNTS_SQL, values: [behindAfterSeconds] };
  const [counts] = await runRead<{ endpoints: number; parked: number }>(pool, query, options);
  return counts ?? { endpoints: 0, parked: 0 };
}

const ATTEMPT = `json_build_object('at', a.at, 'durationMs', a.duration_ms, 'status', a.status_code, 'error', a.error,
      'answerStart', a.answer_start)`;
const NAME = `w.id, w.url, w.status, json_build_object('id', p.id, 'name', p.name) as partner`;

/** What is known of endpoint `w`, of partner `p`. */
const STATE = `${NAME}, ${WAITING_SINCE} as "waitingSince",
  least(waiting.count, ${MOST_COUNTED}) as waiting, waiting.count > ${MOST_COUNTED} as "hasMoreWaiting",
  least(parked.count, ${MOST_COUNTED}) as parked, parked.count > ${MOST_COUNTED} as "hasMoreParked",
  (
    select d.next_attempt_at from webhook_delivery d where d.endpoint_id = w.id and d.state = 'pending'
    order by d.next_attempt_at limit 1
  ) as "nextTryAt",
  (
    select ${ATTEMPT} from webhook_attempt a
    where a.endpoint_id = w.id and (a.error is not null or a.status_code not between 200 and 299)
    order by a.at desc limit 1
  ) as "lastFailure",
  now() as "readAt"`;

/** Exceptions, and events above the position; each is counted as far as it matters. */
const COUNTED = `
cross join lateral (
  select count(*)::int4 as count from (
    select from webhook_delivery where endpoint_id = w.id and state = 'parked' limit ${MOST_COUNTED + 1}
  ) as first_ones
) as parked
cross join lateral (
  select (
    (
      select count(*) from (
        select from webhook_delivery where endpoint_id = w.id and state = 'pending' limit ${MOST_COUNTED + 1}
      ) as first_ones
    ) + (
      select count(*) from event e
      where e.partner_id = w.partner_id and e.feed_no > w.last_feed_no and e.feed_no <= w.last_feed_no + ${MOST_COUNTED + 1}
        and ${IS_WAITING}
    )
  )::int4 as count
) as waiting`;

/** First which ones, and then everything about these. */
export const BEHIND_SQL = `
select ${STATE}
from (
  select w.id from webhook_endpoint w where ${WAITING_SINCE} < now() - make_interval(secs => $1)
  order by w.status = 'disabled', ${WAITING_SINCE}, w.id limit $2
) as behind
join webhook_endpoint w on w.id = behind.id
join partner p on p.id = w.partner_id
${COUNTED}
order by w.status = 'disabled', "waitingSince", w.id`;

/** A time within JSON is a text. */
type WrittenAttempt = Omit<Attempt, 'at'> & { at: string };

function readAttempt(attempt: WrittenAttempt | null): Attempt | null {
  return attempt && { ...attempt, at: new Date(attempt.at) };
}

/** Endpoints with an event that has waited for so long, the oldest first; disabled ones come last. */
export async function findEndpointsBehind(
  pool: pg.Pool,
  { behindAfterSeconds, limit, ...options }: StatementOptions & { behindAfterSeconds: number; limit: number },
): Promise<EndpointState[]> {
  const query = { text: BEHIND_SQL, values: [behindAfterSeconds, limit] };
  const rows = await runRead<EndpointState & { lastFailure: WrittenAttempt | null }>(pool, query, options);
  return rows.map((row) => ({ ...row, lastFailure: readAttempt(row.lastFailure) }));
}

export const ENDPOINT_SQL = `
select ${STATE} from webhook_endpoint w join partner p on p.id = w.partner_id ${COUNTED} where w.id = $1`;

export async function findEndpointState(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<EndpointState | undefined> {
  const query = { text: ENDPOINT_SQL, values: [id] };
  const [row] = await runRead<EndpointState & { lastFailure: WrittenAttempt | null }>(pool, query, options);
  return row && { ...row, lastFailure: readAttempt(row.lastFailure) };
}

export interface UndeliveredRow {
  eventId: string;
  eventType: EventType;
  state: 'pending' | 'parked';
  occurredAt: Date;
  /** When it was given up, or when it is tried again; exact to the microsecond in `exactAt`. */
  at: Date;
  exactAt: string;
  attempts: number;
  transaction: { id: string; type: TransactionType; externalReference: string };
  endpoint: EndpointName;
  lastAttempt: Attempt | null;
}

/** Where a page of what was given up ends. */
export interface ParkedPlace {
  at: string;
  endpointId: string;
  eventId: string;
}

const EVENT = `
select d.event_id as "eventId", e.type as "eventType", d.state, e.occurred_at as "occurredAt", d.next_attempt_at as at,
  to_char(d.next_attempt_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "exactAt", d.attempts,
  json_build_object('id', t.id, 'type', t.type, 'externalReference', e.external_reference) as transaction,
  json_build_object('id', w.id, 'url', w.url, 'status', w.status,
    'partner', json_build_object('id', p.id, 'name', p.name)) as endpoint,
  (
    select ${ATTEMPT} from webhook_attempt a where a.endpoint_id = d.endpoint_id and a.event_id = d.event_id
    order by a.attempt_no desc limit 1
  ) as "lastAttempt"`;
/** Of another partner nothing is shown, whatever a row says. */
const AROUND = `
join webhook_endpoint w on w.id = d.endpoint_id
join event e on e.id = d.event_id and e.partner_id is not distinct from w.partner_id
join transaction t on t.id = e.transaction_id
join partner p on p.id = w.partner_id`;

export function parkedPageQuery({ after, limit }: { after?: ParkedPlace | undefined; limit: number }): {
  text: string;
  values: unknown[];
} {
  const place = after === undefined ? '' : ' and (next_attempt_at, endpoint_id, event_id) > ($2, $3, $4)';
  return {
    text: `${EVENT}
from (
  select * from webhook_delivery where state = 'parked'${place} order by next_attempt_at, endpoint_id, event_id limit $1
) as d ${AROUND}
order by d.next_attempt_at, d.endpoint_id, d.event_id`,
    values: [limit + 1, ...(after === undefined ? [] : [after.at, after.endpointId, after.eventId])],
  };
}

type WrittenRow = UndeliveredRow & { lastAttempt: WrittenAttempt | null };
const readEvent = (row: WrittenRow): UndeliveredRow => ({
  ...row,
  lastAttempt: readAttempt(row.lastAttempt),
});

/** What was given up, the longest ago first. */
export async function findParkedEvents(
  pool: pg.Pool,
  { after, limit, ...options }: StatementOptions & { after?: ParkedPlace | undefined; limit: number },
): Promise<{ events: UndeliveredRow[]; next: ParkedPlace | undefined }> {
  const rows = await runRead<WrittenRow>(pool, parkedPageQuery({ after, limit }), options);
  const events = rows.slice(0, limit).map(readEvent);
  const last = rows.length > limit ? events.at(-1) : undefined;
  return {
    events,
    next: last && { at: last.exactAt, endpointId: last.endpoint.id, eventId: last.eventId },
  };
}

const firstOf = (state: 'pending' | 'parked'): string =>
  `(select * from webhook_delivery where endpoint_id = $1 and state = '${state}' order by feed_no limit $2)`;

export const EXCEPTIONS_SQL = `${EVENT}
from (${firstOf('parked')} union all ${firstOf('pending')}) as d ${AROUND}
order by d.state, d.feed_no`;

/** The oldest that an endpoint was tried for and has not taken: what was given up first, then what is tried again. */
export async function findExceptions(
  pool: pg.Pool,
  endpointId: string,
  { limit, ...options }: StatementOptions & { limit: number },
): Promise<UndeliveredRow[]> {
  const query = { text: EXCEPTIONS_SQL, values: [endpointId, limit] };
  return (await runRead<WrittenRow>(pool, query, options)).map(readEvent);
}
