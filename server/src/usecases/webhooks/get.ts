import type { Kysely, Transaction } from 'kysely';
import { findWebhookEndpoints, lockWebhookEndpoints } from '../../db/read/webhooks/endpoints.ts';
import type { WebhookEndpointRecord } from '../../db/read/webhooks/endpoints.ts';
import type { Database } from '../../db/schema.ts';
import { refused } from '../refusal.ts';

/** The endpoint with this id, or with this address if only one partner has it. */
export async function getWebhookEndpoint(
  db: Kysely<Database>,
  idOrUrl: string,
): Promise<WebhookEndpointRecord> {
  const [endpoint, another] = await findWebhookEndpoints(db, idOrUrl);
  if (endpoint === undefined) throw refused('endpoint_not_found', { named: idOrUrl });
  if (another !== undefined) throw refused('endpoint_ambiguous', { url: idOrUrl });
  return endpoint;
}

/** The same, locked: only this transaction can change it until it ends. */
export async function getWebhookEndpointForChange(
  trx: Transaction<Database>,
  idOrUrl: string,
): Promise<WebhookEndpointRecord> {
  const { id } = await getWebhookEndpoint(trx, idOrUrl);
  // Endpoints are never deleted, so it is still there.
  const [endpoint] = await lockWebhookEndpoints(trx, [id]);
  return endpoint ?? (await getWebhookEndpoint(trx, id));
}
