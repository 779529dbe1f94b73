import { readAsPartner } from '../../db/partner-scope.ts';
import { listInvitations, listPeople } from '../../db/read/portal/people.ts';
import type { ListedInvitation, ListedPerson } from '../../db/read/portal/people.ts';
import type { PortalSession, PortalSignIn } from './signed-in.ts';

export type { ListedInvitation };

/** A partner has few people. */
const TIMEOUT_MS = 5_000;

export async function readPeople(
  { pool }: PortalSignIn,
  { person }: PortalSession,
): Promise<{ people: ListedPerson[]; invitations: ListedInvitation[] }> {
  return await readAsPartner(
    pool,
    person.partnerId,
    async (scope) => ({ people: await listPeople(scope), invitations: await listInvitations(scope) }),
    { timeoutMs: TIMEOUT_MS },
  );
}
