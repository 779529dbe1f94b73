import * as contract from '@vezne/contract/portal/people';
import type { FastifyInstance } from 'fastify';
import { invitationLetter } from '../../usecases/partner-people/invitation-letter.ts';
import { invitationLink } from '../../usecases/partner-people/portal-links.ts';
import type { PortalSession } from '../../usecases/partner-people/signed-in.ts';
import { readPeople } from '../../usecases/partner-people/read.ts';
import type { ListedInvitation } from '../../usecases/partner-people/read.ts';
import { invitePerson, withdrawInvitation } from '../../usecases/partner-people/invite.ts';
import { removePerson } from '../../usecases/partner-people/remove.ts';
import type { PortalDependencies } from './dependencies.ts';
import { portalRoute } from './route.ts';

/** Who of the partner may come in. */
export function peopleRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  const { signIn: context, environment, origin } = dependencies;
  const shown = (invitation: ListedInvitation) => shownInvitation(invitation, context.clock.nowMs());
  portalRoute(app, dependencies, contract.listPeople, async ({ session }) => {
    const { people, invitations } = await readPeople(context, session);
    return {
      people: people.map(({ createdAt, lastSeenAt, ...person }) => ({
        ...person,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
        isSelf: person.id === session.person.id,
      })),
      invitations: invitations.map(shown),
    };
  });
  portalRoute(app, dependencies, contract.invitePerson, async ({ session, caller, body }) => {
    const { token, ...invitation } = await invitePerson(context, session, { ...body, caller });
    const link = invitationLink(origin, token);
    const isSent = await sendInvitation(dependencies, session, { ...invitation, link });
    // Elsewhere it goes to the invited address alone: whoever has it becomes the person.
    return { invitation: shown(invitation), isSent, link: environment === 'development' ? link : null };
  });
  portalRoute(app, dependencies, contract.withdrawInvitation, async ({ session, caller, id }) => {
    await withdrawInvitation(context, session, { id, caller });
    return {};
  });
  portalRoute(app, dependencies, contract.removePerson, async ({ session, caller, id, reply }) => {
    await removePerson(context, session, { id, caller });
    if (id === session.person.id) dependencies.cookies.clear(reply, 'session');
    return {};
  });
}

/** After the transaction, which knows nothing of mail. What was not sent is said, and the person is invited again. */
async function sendInvitation(
  { mailer }: PortalDependencies,
  { person }: PortalSession,
  invitation: { email: string; name: string; link: string },
): Promise<boolean> {
  const { partnerName, name: invitedBy } = person;
  return (await mailer?.send(invitationLetter({ ...invitation, partnerName, invitedBy }))) === true;
}

function shownInvitation({ createdAt, expiresAt, ...invitation }: ListedInvitation, nowMs: number) {
  return {
    ...invitation,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isExpired: expiresAt.getTime() <= nowMs,
  };
}
