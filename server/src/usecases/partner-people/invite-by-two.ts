import { isPersonName } from '@vezne/domain/actor';
import { foldEmail, isEmail } from '@vezne/domain/email';
import { inRoleOrder } from '@vezne/domain/partner-permissions';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import { findPersonOfEmail } from '../../db/read/partners/partner-people.ts';
import { insertInvitationOfOurs } from '../../db/write/partners/partner-invitations.ts';
import { newToken } from '../../keys/session-tokens.ts';
import { perform, newSubjectId } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import type { Mail } from '../mail.ts';
import { getPartnerForChange } from '../partners/get.ts';
import { refused } from '../refusal.ts';
import type { EnrolmentLink } from '../staff/enrolment.ts';
import { textForStrangers } from '../text-for-strangers.ts';
import { invitationLetter } from './invitation-letter.ts';
import { INVITATION_SECONDS } from './lifetime.ts';
import { invitationLink } from './portal-links.ts';
import type { PortalLinkContext } from './portal-links.ts';

export interface InvitedPartnerPerson {
  partner: { id: string; name: string };
  /** For whom it is. Sign-in calls the address a handle. */
  person: { handle: string; name: string };
  roles: PartnerRole[];
  /** Whoever opens it becomes the person. It is kept nowhere. */
  enrolment: EnrolmentLink;
  mailTo: string;
  letter: Pick<Mail, 'subject' | 'text'>;
}

interface Input {
  /** Of the invitation, and of the person whom it makes. */
  id: string;
  partner: string;
  email: string;
  name: string;
  portalRoles: PartnerRole[];
}

/**
 * Two people of ours offer somebody a place at a partner: its first owner, or another one when nobody there gets in any more. Every other
 * invitation is an owner's. A new one takes the place of the one before to the same address.
 */
export const invitePartnerPersonAct: Act<Input, InvitedPartnerPerson, PortalLinkContext> = {
  action: 'partner_person.invite',
  async plan(trx, { id, partner: named, email, name, portalRoles }, context) {
    const partner = await getPartnerForChange(trx, named);
    const known = await findPersonOfEmail(trx, email);
    // Somebody of this partner who never set up a second factor is offered their place anew: the invitation takes theirs. Not as less than the
    // owner that they are, of whom there may be no other.
    const isOfferedAnew =
      known?.partnerId === partner.id &&
      !known.hasSecondFactor &&
      (!known.roles.includes('owner') || portalRoles.includes('owner'));
    if (known !== undefined && !isOfferedAnew) throw refused('email_taken');
    return {
      subject: { type: 'partner', id: partner.id },
      change: { before: {}, after: { email, name, portalRoles } },
      effect: 'widens',
      seen: { name: partner.name },
      auditDetails: () => ({ invitation: id }),
      async apply() {
        const { token, tokenHash } = newToken();
        const expiresAt = await insertInvitationOfOurs(trx, {
          id,
          partnerId: partner.id,
          email,
          name,
          roles: portalRoles,
          tokenHash,
          lifetimeSeconds: INVITATION_SECONDS,
        });
        const link = invitationLink(context.portalUrl, token);
        const letter = invitationLetter({
          email,
          name,
          partnerName: partner.name,
          invitedBy: 'Vezne',
          link,
        });
        return {
          partner: { id: partner.id, name: partner.name },
          person: { handle: email, name },
          roles: portalRoles,
          enrolment: { link, expiresAt },
          mailTo: email,
          letter,
        };
      },
    };
  },
};

const NAME_MAX_LENGTH = 128;

export interface PartnerPersonInvitation {
  partner: string;
  email: string;
  name: string;
  roles: readonly PartnerRole[];
}

/** Asks for it. Whoever confirms has the letter sent, or hands the link over where no mail is sent. */
export async function invitePartnerPerson(
  context: PortalLinkContext,
  { partner, email: typed, name, roles }: PartnerPersonInvitation,
): Promise<Performed<InvitedPartnerPerson>> {
  const email = foldEmail(typed);
  if (!isEmail(email)) throw refused('email_invalid');
  const checkedName = textForStrangers('staff_name', name, { maxLength: NAME_MAX_LENGTH });
  if (!isPersonName(checkedName)) throw refused('actor_name_letters', { name: checkedName });
  const portalRoles = inRoleOrder(roles);
  if (portalRoles.length === 0) throw refused('no_portal_role_named');
  return await perform(context, invitePartnerPersonAct, {
    id: newSubjectId(context),
    partner,
    email,
    name: checkedName,
    portalRoles,
  });
}
