import type { Hand } from '../../db/write/partner-keys.ts';
import type { PortalSession } from '../partner-people/signed-in.ts';
import type { Caller } from '../sign-in/context.ts';

/** Who acts, as the database is told: it looks up the rest by itself. */
export function handOf({ id, person }: PortalSession, { address }: Caller): Hand {
  return { personId: person.id, sessionId: id, address };
}
