/** People of partners at the portal, as sign-in knows them. */
import type { PartnerPerson } from '../../db/read/portal/people.ts';
import type { Caller, SignInContext } from '../sign-in/context.ts';
import type { CurrentSession } from '../sign-in/current-session.ts';
import type { ReadTurns } from './read-turns.ts';

export type { PartnerPerson };
export type PortalSignIn = SignInContext<PartnerPerson> & { readTurns: ReadTurns };
export type PortalSession = CurrentSession<PartnerPerson>;

/** Where somebody acted from, for the audit log. */
export function placeOf({ id }: PortalSession, { address }: Caller): { session: string; address: string } {
  return { session: id, address };
}
