/** A partner's webhook endpoints, for people who look after them. */
import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { transactionWithin } from '../../transaction-within.ts';
import { findPartner } from '../partners/partners.ts';
import { findEndpointState } from './undelivered.ts';
import type { EndpointState } from './undelivered.ts';
import type { WaitingChange } from '../requests/waiting-changes.ts';
import { listDeliveries } from './deliveries.ts';
import type { DeliveryRecord } from './deliveries.ts';
import { findWebhookEndpoints, listWebhookEndpoints, listWebhookSecrets } from './endpoints.ts';
import type { WebhookEndpointRecord, WebhookSecretRecord } from './endpoints.ts';
import { findWebhookTest } from './tests.ts';
import type { WebhookTestRecord } from './tests.ts';

export interface PartnerEndpoint {
  endpoint: WebhookEndpointRecord;
  /** Those that sign now, the newest first. */
  secrets: WebhookSecretRecord[];
  state: EndpointState | undefined;
}

/** The oldest first; undefined: there is no such partner. */
export async function findPartnerEndpoints(
  pool: pg.Pool,
  partnerId: string,
  options: StatementOptions,
): Promise<PartnerEndpoint[] | undefined> {
  const found = await transactionWithin(
    pool,
    async (trx) => {
      if ((await findPartner(trx, partnerId)) === undefined) return undefined;
      const all: Omit<PartnerEndpoint, 'state'>[] = [];
      for (const endpoint of await listWebhookEndpoints(trx, partnerId)) {
        const secrets = (await listWebhookSecrets(trx, endpoint.id)).filter(({ isLive }) => isLive);
        all.push({ endpoint, secrets });
      }
      return all;
    },
    options,
  );
  if (found === undefined) return undefined;
  const withState: PartnerEndpoint[] = [];
  for (const one of found) {
    withState.push({ ...one, state: await findEndpointState(pool, one.endpoint.id, options) });
  }
  return withState;
}

/** What is asked about an endpoint that is there names it; a new one is named by its partner alone. Few are open at a time. */
const WAITING_SQL = `
select r.id as "requestId", r.action, r.asked_by as "askedBy", r.asked_at as "askedAt",
  coalesce(r.after ->> 'url', w.url, '') as url
from second_person_request r left join webhook_endpoint w on w.id::text = r.subject_id
where r.status = 'open' and r.expires_at > now() and r.subject_type = 'webhook_endpoint'
  and (w.partner_id = $1::uuid or (w.id is null and r.details ->> 'partner' = $1::text))
order by r.asked_at, r.id`;

/** What is asked about a partner's endpoints, the oldest first. */
export async function findWaitingAboutEndpoints(
  pool: pg.Pool,
  partnerId: string,
  options: StatementOptions,
): Promise<(WaitingChange & { url: string })[]> {
  return await runRead<WaitingChange & { url: string }>(
    pool,
    { text: WAITING_SQL, values: [partnerId] },
    options,
  );
}

/** The latest events of an endpoint; undefined: there is no such endpoint. */
export async function findEndpointDeliveries(
  pool: pg.Pool,
  { id, state, limit }: { id: string; state: DeliveryRecord['state'] | undefined; limit: number },
  options: StatementOptions,
): Promise<DeliveryRecord[] | undefined> {
  return await transactionWithin(
    pool,
    async (trx) => {
      if ((await findWebhookEndpoints(trx, id)).length === 0) return undefined;
      return await listDeliveries(trx, { endpointId: id, state }, limit);
    },
    options,
  );
}

export async function findEndpointTest(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<WebhookTestRecord | undefined> {
  return await transactionWithin(pool, async (trx) => await findWebhookTest(trx, id), options);
}
