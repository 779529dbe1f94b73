import * as contract from '@vezne/contract/console/partner-people';
import type { FastifyInstance } from 'fastify';
import { findPeopleOfPartner } from '../../../../db/read/partners/partner-people.ts';
import { askForLook } from '../../../../usecases/partner-people/ask-for-look.ts';
import { invitePartnerPerson } from '../../../../usecases/partner-people/invite-by-two.ts';
import { withdrawPartnerInvitation } from '../../../../usecases/partner-people/withdraw-by-ours.ts';
import { refused } from '../../../../usecases/refusal.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleDependencies } from '../../dependencies.ts';
import { personOf } from '../../person.ts';
import { consoleRoute } from '../../route.ts';
import { moment, momentOrNull } from '../../shown.ts';
import { answering, changeRoute } from '../change.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** Who of a partner comes in at the portal, and whom two of ours invite. */
export function partnerPeopleRoutes(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { signIn, portalUrl, post } = dependencies;
  consoleRoute(app, dependencies, contract.listPartnerPeople, async ({ id }) => {
    const found = await findPeopleOfPartner(signIn.pool, id, OPTIONS);
    if (found === undefined) throw new ConsoleError('not_found');
    return {
      people: found.people.map(({ lastSeenAt, ...person }) => ({
        ...person,
        lastSeenAt: momentOrNull(lastSeenAt),
      })),
      invitations: found.invitations.map(({ expiresAt, ...invitation }) => ({
        ...invitation,
        expiresAt: moment(expiresAt),
      })),
      hasPortal: portalUrl !== undefined,
      canMail: post.mailer !== undefined,
    };
  });
  changeRoute(
    app,
    dependencies,
    contract.invitePartnerPerson,
    async (context, { id, body: { email, name, roles } }) => {
      if (portalUrl === undefined) throw refused('no_portal');
      return await invitePartnerPerson({ ...context, portalUrl }, { partner: id, email, name, roles });
    },
  );
  changeRoute(
    app,
    dependencies,
    contract.withdrawPartnerInvitation,
    async (context, { id, body: { invitationId } }) => ({
      outcome: 'done',
      result: await withdrawPartnerInvitation(context, { partner: id, invitation: invitationId }),
    }),
  );
  consoleRoute(app, dependencies, contract.lookAsPartner, async ({ request, session, id, body }) => {
    const look = await answering(request, async () => {
      if (portalUrl === undefined) throw refused('no_portal');
      const { reason } = body;
      return await askForLook(
        { pool: signIn.pool, actor: personOf(session), portalUrl },
        { partner: id, reason },
      );
    });
    return { url: look.url, opensUntil: moment(look.opensUntil) };
  });
}
