import type { Kysely, Transaction } from 'kysely';
import { findWebhookEndpoints, lockWebhookEndpoints } from '../../db/read/webhook-endpoints.ts';
import type { WebhookEndpointRecord } from '../../db/read/webhook-endpoints.ts';
import type { Database } from '../../db/schema.ts';
import { AdminError } from '../admin-error.ts';

/** The endpoint with this id, or with this address if only one partner has it. */
export async function getWebhookEndpoint(
  db: Kysely<Database>,
  idOrUrl: string,
): Promise<WebhookEndpointRecord> {
  const [endpoint, another] = await findWebhookEndpoints(db, idOrUrl);
  if (endpoint === undefined) {
    throw new AdminError(
      `There is no webhook endpoint "${idOrUrl}". See all endpoints with: vezne webhook list`,
    );
  }
  if (another === undefined) return endpoint;
  throw new AdminError(
    `Several partners have an endpoint with the address ${idOrUrl}. Name it by its id; see them with: vezne webhook list`,
  );
}

/** The same, and nobody else changes it until the transaction ends. */
export async function getWebhookEndpointForChange(
  trx: Transaction<Database>,
  idOrUrl: string,
): Promise<WebhookEndpointRecord> {
  const { id } = await getWebhookEndpoint(trx, idOrUrl);
  // Endpoints are never deleted, so it is still there.
  const [endpoint] = await lockWebhookEndpoints(trx, [id]);
  return endpoint ?? (await getWebhookEndpoint(trx, id));
}
