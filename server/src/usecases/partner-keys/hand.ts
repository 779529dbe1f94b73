import type pg from 'pg';
import { isForbidden } from '../../db/errors.ts';
import type { PartnerScope } from '../../db/partner-scope.ts';
import type { Hand } from '../../db/write/partners/partner-keys.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { pressFor, writeFor } from '../partner-people/write.ts';
import { RefusedError, refusal } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';

/** Who acts, as the database is told: it looks up the rest by itself. */
export function handOf({ id, person }: PortalSession, { address }: Caller): Hand {
  return { personId: person.id, sessionId: id, address };
}

type Work<T> = (client: pg.PoolClient, scope: PartnerScope) => Promise<T>;

/** What a person of the partner does in a transaction of its own. */
export async function writeByHand<T>(
  context: PortalSignIn,
  session: PortalSession,
  work: Work<T>,
): Promise<T> {
  return await writeFor(context, session, work).catch(refuseUnproved);
}

/** The same for what looks before it writes, and may refuse by itself. */
export async function pressByHand<T>(
  context: PortalSignIn,
  session: PortalSession,
  work: Work<T>,
): Promise<T> {
  return await pressFor(context, session, work).catch(refuseUnproved);
}

/**
 * The database looks again who acts, by its own clock and rows: the proof has become too old on the way, or the person was removed. Both are
 * asked for the proof again, and whoever was removed is told then that their session has ended.
 */
function refuseUnproved(error: unknown): never {
  if (isForbidden(error)) throw new RefusedError(refusal('step_up_required'), { cause: error });
  throw error;
}
