import { isTaken } from '../../db/constraint.ts';
import type { RefusedOperation } from './operation.ts';

/** Two may say at once that a transfer has arrived; both have looked, and the database lets one of them. */
const ARRIVES_ONCE = 'ledger_operation_arrives_once';

/** Why a posting was not made, as far as only the database can tell; undefined if it was. */
export async function refusalOfPosting(post: () => Promise<boolean>): Promise<RefusedOperation | undefined> {
  try {
    return (await post()) ? undefined : 'no_credit';
  } catch (error) {
    if (isTaken(error, ARRIVES_ONCE)) return 'already_arrived';
    throw error;
  }
}
