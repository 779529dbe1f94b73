import type { Transaction } from 'kysely';
import { isTaken } from '../../db/constraint.ts';
import { listWebhookEndpoints } from '../../db/read/webhooks/endpoints.ts';
import type { Database } from '../../db/schema.ts';
import { WEBHOOK_ENDPOINT_URL_KEY } from '../../db/write/webhooks/endpoints.ts';
import { RefusedError, refusal, refused } from '../refusal.ts';

/** Refuses an address that another endpoint of the partner has: before anybody is asked to confirm it. */
export async function refuseTakenUrl(
  trx: Transaction<Database>,
  { partnerId, id, url }: { partnerId: string; id: string; url: string },
): Promise<void> {
  const endpoints = await listWebhookEndpoints(trx, partnerId);
  if (endpoints.some((other) => other.id !== id && other.url === url)) {
    throw refused('endpoint_url_taken', { url });
  }
}

/** Runs a write of an endpoint. Refused when the partner has another with this address. */
export async function refusingTakenUrl(url: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isTaken(error, WEBHOOK_ENDPOINT_URL_KEY)) throw error;
    throw new RefusedError(refusal('endpoint_url_taken', { url }), { cause: error });
  }
}
