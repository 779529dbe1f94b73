import { isTaken } from '../../db/constraint.ts';
import { WEBHOOK_ENDPOINT_URL_KEY } from '../../db/write/webhooks/endpoints.ts';
import { AdminError } from '../admin-error.ts';

/** Runs a write that fails when the partner has an endpoint of this address already, and says so in a sentence. */
export async function refusingTakenUrl(url: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isTaken(error, WEBHOOK_ENDPOINT_URL_KEY)) throw error;
    throw new AdminError(
      `The partner has an endpoint with the address ${url} already. See its endpoints with: vezne webhook list`,
      { cause: error },
    );
  }
}
