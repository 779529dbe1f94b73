import type pg from 'pg';
import { isForbidden } from '../../db/errors.ts';
import type { OwnersHand } from '../../db/write/partners/partner-people.ts';
import { RefusedError, refusal } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';
import type { PortalSession, PortalSignIn } from './signed-in.ts';
import { writeFor } from './write.ts';

/**
 * What an owner does about people. The database looks once more whether it is one, when whoever came before is done: they may have been removed
 * meanwhile, or their proof be over. Then they are asked for a proof, and whoever was removed learns it.
 */
export async function writeAsOwner<T>(
  context: PortalSignIn,
  session: PortalSession,
  { address }: Caller,
  work: (client: pg.PoolClient, hand: OwnersHand) => Promise<T>,
): Promise<T> {
  const hand = { personId: session.person.id, sessionId: session.id, address };
  try {
    return await writeFor(context, session, async (client) => await work(client, hand));
  } catch (error) {
    if (isForbidden(error)) throw new RefusedError(refusal('step_up_required'), { cause: error });
    throw error;
  }
}
