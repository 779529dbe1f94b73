import { listInvitations, listPeople } from '../../db/read/portal/people.ts';
import type { ListedInvitation, ListedPerson } from '../../db/read/portal/people.ts';
import { look } from './screen-reads.ts';
import type { PortalSession, PortalSignIn } from './signed-in.ts';

export type { ListedInvitation };

export async function readPeople(
  context: PortalSignIn,
  session: PortalSession,
): Promise<{ people: ListedPerson[]; invitations: ListedInvitation[] }> {
  return await look(context, session, async (scope) => ({
    people: await listPeople(scope),
    invitations: await listInvitations(scope),
  }));
}
