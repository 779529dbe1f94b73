/** People of a partner, who sign in to the portal: who they are, whom two of ours invite, and how one of ours looks as they see it. */
import { PARTNER_ROLES } from '@vezne/domain/partner-permissions';
import { z } from 'zod';
import { changePress, changeRoute } from './administration.ts';
import { note } from './decisions.ts';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS, WRITE_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

const roles = z.array(z.enum(PARTNER_ROLES));

const partnerPerson = z.object({
  id: rowId,
  email: z.string(),
  name: z.string(),
  roles,
  /** When they last did something at the portal; null if that is not known any more. */
  lastSeenAt: moment.nullable(),
  hasSecondFactor: z.boolean(),
});
export type PartnerPersonRow = z.infer<typeof partnerPerson>;

const partnerInvitation = z.object({
  id: rowId,
  email: z.string(),
  name: z.string(),
  roles,
  expiresAt: moment,
  isExpired: z.boolean(),
});
export type PartnerInvitationRow = z.infer<typeof partnerInvitation>;

/** By address: a partner has few. */
export const listPartnerPeople = {
  method: 'GET',
  path: '/api/partners/:id/people',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  response: z.object({
    people: z.array(partnerPerson),
    /** Such as nobody has taken up or withdrawn, also those whose time is over. */
    invitations: z.array(partnerInvitation),
    /** Whether the console knows where the portal is. Without it nobody is invited here. */
    hasPortal: z.boolean(),
    /** Whether the link goes by mail. Without it, whoever confirms hands it over. */
    canMail: z.boolean(),
  }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

/** The use case says what is no address and no name. These are bounds of what it reads. */
export const invitePartnerPerson = changeRoute('partner_person.invite', {
  path: '/api/partners/:id/people/invite',
  request: changePress.extend({ email: z.string().max(512), name: z.string().max(512), roles }),
});

/** The link works no more, at once. */
export const withdrawPartnerInvitation = changeRoute('partner_person.withdraw_invitation', {
  path: '/api/partners/:id/people/withdraw',
  request: changePress.extend({ invitationId: rowId }),
});

/**
 * A link to the portal as the partner sees it: it opens once, within a minute, and what it opens only reads, for half an hour. A press that
 * comes twice makes two; each is in the audit log.
 */
export const lookAsPartner = {
  method: 'POST',
  path: '/api/partners/:id/look',
  permission: 'look_as_partner',
  stepUp: true,
  request: z.object({ reason: note }),
  response: z.object({ url: z.string(), opensUntil: moment }),
  errors: [...WRITE_ERRORS, 'not_found', 'decision_refused'],
} as const satisfies ConsoleRoute;
