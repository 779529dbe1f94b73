import { isTaken } from '../../db/constraint.ts';
import { WEBHOOK_ENDPOINT_URL_KEY } from '../../db/write/webhooks/endpoints.ts';
import { RefusedError, refusal } from '../refusal.ts';

/** Runs a write of an endpoint. Refused when the partner already has one with this address. */
export async function refusingTakenUrl(url: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isTaken(error, WEBHOOK_ENDPOINT_URL_KEY)) throw error;
    throw new RefusedError(refusal('endpoint_url_taken', { url }), { cause: error });
  }
}
