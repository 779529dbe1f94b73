import { isTaken } from '../../db/constraint.ts';
import { PARTNER_NAME_KEY } from '../../db/write/partners.ts';
import { AdminError } from '../admin-error.ts';

/** Runs a write of a partner; when another partner has the name, says so. */
export async function refusingTakenName(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isTaken(error, PARTNER_NAME_KEY)) throw error;
    throw new AdminError(
      `Another partner is named "${name}" already, in this or another case. Choose another name.`,
      { cause: error },
    );
  }
}
