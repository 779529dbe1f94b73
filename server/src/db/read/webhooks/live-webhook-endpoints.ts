import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** An endpoint that may receive deliveries now, with its live secrets. */
export interface LiveWebhookEndpoint {
  id: string;
  partnerId: string;
  url: string;
  /** Newest first. */
  sealedSecrets: { sealed: string; keyVersion: number }[];
}

/** After a rotation, old secrets stay live until they expire by the database's clock. */
const liveEndpointsSql = (condition = ''): string => `
select e.id, e.partner_id as "partnerId", e.url,
  json_agg(json_build_object('sealed', s.secret_sealed, 'keyVersion', s.key_version) order by s.created_at desc) as "sealedSecrets"
from webhook_endpoint e join webhook_secret s on s.endpoint_id = e.id
where e.status = 'active' and (s.expires_at is null or s.expires_at > now()) ${condition}
group by e.id`;

export async function findLiveWebhookEndpoints(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<LiveWebhookEndpoint[]> {
  return await runRead<LiveWebhookEndpoint>(
    pool,
    { name: 'live-webhook-endpoints', text: liveEndpointsSql() },
    options,
  );
}

/** One of them, as it is at this moment. */
export async function findLiveWebhookEndpoint(
  pool: pg.Pool,
  endpointId: string,
  options: StatementOptions,
): Promise<LiveWebhookEndpoint | undefined> {
  const text = liveEndpointsSql('and e.id = $1');
  const [endpoint] = await runRead<LiveWebhookEndpoint>(
    pool,
    { name: 'live-webhook-endpoint', text, values: [endpointId] },
    options,
  );
  return endpoint;
}
