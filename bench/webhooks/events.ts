import type pg from 'pg';
import { EVENT_COLUMNS } from '../../server/src/db/read/transactions/events.ts';
import type { EventView } from '../../server/src/db/read/transactions/events.ts';
import { toEventId } from '../../server/src/ids.ts';
import { eventBody } from '../../server/src/wire/event-body.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import type { Deposits } from '../approvals/deposits.ts';
import { prepareBareLog } from './bare-log.ts';
import type { Receivers } from './children.ts';
import type { BareEndpoint, BareWebhook } from './messages.ts';

/** One endpoint for each partner. */
export async function prepareEndpoints(
  owner: pg.Pool,
  { partnerIds }: Deposits,
  { urlOf }: Receivers,
): Promise<Map<string, BareEndpoint>> {
  const endpoints = new Map<string, BareEndpoint>();
  for (const [index, partnerId] of partnerIds.entries()) {
    const url = urlOf(`/hooks/${index}`);
    endpoints.set(partnerId, { url, secret: (await insertEndpoint(owner, { partnerId, url })).secret });
  }
  return endpoints;
}

/** Every deposit is approved, and no partner has been told. */
export async function prepareEvents(owner: pg.Pool): Promise<void> {
  await owner.query(
    `insert into event (id, partner_id, transaction_id, step_no, feed_no, type, status, external_reference, reference_code,
       currency, amount_cents, actual_amount_cents, commission_cents, net_amount_cents, player_amount_cents,
       balance_impact_cents)
     select id, partner_id, id, 1, row_number() over (partition by partner_id order by id), 'deposit.approved', 'approved',
       external_reference, reference_code, currency, amount_cents, amount_cents, commission_cents, net_amount_cents,
       player_amount_cents, balance_impact_cents
     from transaction`,
  );
  await owner.query(
    'update event_feed f set last_no = (select count(*) from event e where e.partner_id = f.partner_id)',
  );
  await owner.query('vacuum analyze event, event_feed');
  await prepareBareLog(owner);
}

/** The same events, already in the form that is sent. */
export async function readWebhooks(
  owner: pg.Pool,
  endpoints: ReadonlyMap<string, BareEndpoint>,
): Promise<BareWebhook[]> {
  const { rows } = await owner.query<Record<string, unknown> & { partnerId: string }>(
    `select e.partner_id as "partnerId", ${EVENT_COLUMNS} from event e order by e.feed_no`,
  );
  return rows.map((row) => {
    const endpoint = endpoints.get(row.partnerId);
    if (!endpoint) throw new Error('A partner has no endpoint.');
    const event = withCents(row);
    return { endpoint, id: toEventId(event.id), body: JSON.stringify(eventBody(event)) };
  });
}

/** The benchmark's pool returns int8 as text. */
function withCents(row: Record<string, unknown>): EventView {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    name.endsWith('Cents') && typeof value === 'string' ? BigInt(value) : value,
  ]);
  return Object.fromEntries(entries) as EventView;
}

export async function resetDeliveries(owner: pg.Pool): Promise<void> {
  await owner.query('truncate webhook_delivery, webhook_attempt, living_process, bare_log');
  await owner.query('update webhook_endpoint set last_feed_no = 0, owner_id = null');
  await owner.query('vacuum analyze webhook_delivery, webhook_attempt, webhook_endpoint');
  await owner.query('checkpoint');
}

/** Each event was delivered in one recorded attempt. After a bare slice, nothing is recorded. */
export async function verifyDeliveries(owner: pg.Pool, delivered: number): Promise<void> {
  const { rows } = await owner.query<Record<string, string>>(
    `select (select sum(last_feed_no) from webhook_endpoint) as "events below the positions",
       (select count(*) from webhook_attempt where status_code = 200) as "attempts in the log"`,
  );
  const exceptions = await owner.query('select from webhook_delivery limit 1');
  if (exceptions.rowCount !== 0) throw new Error('Nothing failed, but there are exceptions.');
  for (const [what, count] of Object.entries(rows[0] ?? {})) {
    if (Number(count) !== delivered)
      throw new Error(`${delivered} were delivered, but there are ${count} ${what}.`);
  }
}
