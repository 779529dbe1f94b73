/** What an endpoint that failed for days leaves behind, and one that was away for as long. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { WEBHOOK_SCHEDULE_MS } from '@vezne/domain/retry-schedule';
import { webhookEndpointRow } from '../../server/test/db/rows/webhook-rows.ts';
import { insertRow } from '../../server/test/db/rows/valid-rows.ts';
import { insertEndpointSecret } from '../../server/test/harness/webhook-endpoints.ts';

/** Of each endpoint, as far as the partner has so many events. Nothing of it is ever dropped. */
const EXCEPTIONS = 100_000;
/** The newest events of the endpoint that gave up so many were taken, each with its first try. */
const TAKEN = 1_000;

export interface ViewedWebhooks {
  /** Takes events again, and has given up many. */
  endpointId: string;
  /** Is still being tried with many, and has as many before it. */
  behindId: string;
  /** Of the first one: given up after as many tries as the schedule has. */
  triedEvent: { id: string; transactionId: string };
  /** A test of the first one. */
  testId: string;
  /** How many the first one has given up, and how many the second one has failed to take; as many or more are before it. */
  parked: number;
  pending: number;
}

const DELIVERIES_SQL = `
insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts)
select w.id, e.id, e.feed_no, e.external_reference, $2, 1
from webhook_endpoint w join event e on e.partner_id = w.partner_id and e.feed_no <= $3 and e.type = any (w.event_types)
where w.id = $1 order by e.feed_no desc limit ${EXCEPTIONS}`;

/** One for each: refused, or taken. */
const FAILED_SQL = `
insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start)
select d.endpoint_id, d.event_id, 1, e.occurred_at + interval '1 second', 5, 500, 'Internal Server Error'
from webhook_delivery d join event e on e.id = d.event_id where d.endpoint_id = $1`;
const TAKEN_SQL = `
insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code)
select w.id, e.id, 1, e.occurred_at + interval '1 second', 5, 200
from webhook_endpoint w join event e on e.partner_id = w.partner_id and e.feed_no > $2 and e.type = any (w.event_types)
where w.id = $1`;

/** The one in the middle is tried as often as any. */
const TRIES_SQL = `
with tried as (
  select d.endpoint_id, d.event_id from webhook_delivery d where d.endpoint_id = $1
  order by d.feed_no offset (select count(*) / 2 from webhook_delivery where endpoint_id = $1) limit 1
), tries as (
  insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start)
  select t.endpoint_id, t.event_id, no, now() + no * interval '1 hour', 5, 500, 'Internal Server Error'
  from tried t, generate_series(2, $2::int4) as no
)
update webhook_delivery d set attempts = $2 from tried t
where d.endpoint_id = t.endpoint_id and d.event_id = t.event_id
returning d.event_id as id, (select e.transaction_id from event e where e.id = d.event_id) as "transactionId"`;

export async function insertWebhooks(owner: pg.Pool, partnerId: string): Promise<ViewedWebhooks> {
  const { rows: feeds } = await owner.query<{ last: bigint }>(
    'select last_no as last from event_feed where partner_id = $1',
    [partnerId],
  );
  const last = feeds[0]?.last ?? 0n;
  const taken = BigInt(Math.min(TAKEN, Math.floor(Number(last) / 2)));
  const behind = last - BigInt(Math.min(EXCEPTIONS, Math.floor(Number(last) / 2)));
  const endpointId = await insertEndpointAt(owner, { partnerId, lastFeedNo: last });
  const behindId = await insertEndpointAt(owner, { partnerId, lastFeedNo: behind });
  await owner.query(TAKEN_SQL, [endpointId, last - taken]);
  const parked = await owner.query(DELIVERIES_SQL, [endpointId, 'parked', last - taken]);
  const pending = await owner.query(DELIVERIES_SQL, [behindId, 'pending', behind]);
  for (const id of [endpointId, behindId]) await owner.query(FAILED_SQL, [id]);
  const { rows } = await owner.query<ViewedWebhooks['triedEvent']>(TRIES_SQL, [
    endpointId,
    WEBHOOK_SCHEDULE_MS.length + 1,
  ]);
  const [triedEvent] = rows;
  if (triedEvent === undefined) throw new Error('Nothing was given up.');
  const testId = randomUUID();
  await owner.query(
    `insert into webhook_test (id, endpoint_id, asked_by, taken_at, ended_at, duration_ms, status_code)
     values ($1, $2, 'test', now(), now(), 5, 500)`,
    [testId, endpointId],
  );
  return {
    endpointId,
    behindId,
    triedEvent,
    testId,
    parked: parked.rowCount ?? 0,
    pending: pending.rowCount ?? 0,
  };
}

async function insertEndpointAt(
  owner: pg.Pool,
  { partnerId, lastFeedNo }: { partnerId: string; lastFeedNo: bigint },
): Promise<string> {
  const id = randomUUID();
  await insertRow(owner, 'webhook_endpoint', {
    ...webhookEndpointRow({ partner: { id: partnerId } }),
    id,
    last_feed_no: lastFeedNo,
  });
  await insertEndpointSecret(owner, id);
  return id;
}
