import type { getSession as getConsoleSession } from '@vezne/contract/console/session';
import type { getSession as getPortalSession } from '@vezne/contract/portal/session';
import type { ApiOutput } from '../api/api.ts';

/** Of whichever place this is. Types alone: neither place loads anything of the other. */
export type Session = ApiOutput<typeof getConsoleSession> | ApiOutput<typeof getPortalSession>;

export type AnySignedIn = Extract<Session, { state: 'signed_in' }>;

/** What the person types to sign in: an address at the portal, a handle at the console. */
export function loginOf(session: AnySignedIn): string {
  return 'partner' in session ? session.person.email : session.person.handle;
}
