import { isTaken } from '../../db/constraint.ts';
import { PARTNER_NAME_KEY } from '../../db/write/partners.ts';
import { RefusedError, refusal } from '../refusal.ts';

/** Runs a write of a partner. Refused when another partner has the name, in any mix of upper and lower case. */
export async function refusingTakenName(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isTaken(error, PARTNER_NAME_KEY)) throw error;
    throw new RefusedError(refusal('partner_name_taken', { name }), { cause: error });
  }
}
