/** Who of a partner may come in. */
import { PARTNER_ROLES } from '@vezne/domain/partner-permissions';
import { z } from 'zod';
import { moment, rowId } from '../sign-in/fields.ts';
import { DELETE_ERRORS, READ_ERRORS, WRITE_ERRORS } from '../sign-in/route.ts';
import { newEmail, partnerRoles, personName } from './fields.ts';
import type { PortalRoute } from './route.ts';

const listedPerson = z.object({
  id: rowId,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(PARTNER_ROLES)),
  createdAt: moment,
  /** When they last did something here; null if that is not known any more. */
  lastSeenAt: moment.nullable(),
  hasSecondFactor: z.boolean(),
  /** The one who asks. */
  isSelf: z.boolean(),
});

const listedInvitation = z.object({
  id: rowId,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(PARTNER_ROLES)),
  createdAt: moment,
  expiresAt: moment,
  isExpired: z.boolean(),
});

export const listPeople = {
  method: 'GET',
  path: '/api/people',
  permission: 'manage_people',
  stepUp: false,
  response: z.object({ people: z.array(listedPerson), invitations: z.array(listedInvitation) }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;

/** Somebody who has the link becomes the person, so it goes to their address alone. In development the answer has it. */
export const invitePerson = {
  method: 'POST',
  path: '/api/invitations',
  permission: 'manage_people',
  stepUp: true,
  request: z.object({ email: newEmail, name: personName, roles: partnerRoles }),
  response: z.object({
    invitation: listedInvitation,
    /** Whether the mail server took the letter. If not, invite the person again. */
    isSent: z.boolean(),
    link: z.string().nullable(),
  }),
  errors: [...WRITE_ERRORS, 'email_taken', 'too_many_invitations'],
} as const satisfies PortalRoute;

export const withdrawInvitation = {
  method: 'DELETE',
  path: '/api/invitations/:id',
  permission: 'manage_people',
  stepUp: false,
  response: z.object({}),
  errors: [...DELETE_ERRORS, 'not_found'],
} as const satisfies PortalRoute;

/** Their sessions end at once. One owner stays. */
export const removePerson = {
  method: 'DELETE',
  path: '/api/people/:id',
  permission: 'manage_people',
  stepUp: true,
  response: z.object({}),
  errors: [...DELETE_ERRORS, 'not_found', 'last_owner'],
} as const satisfies PortalRoute;
