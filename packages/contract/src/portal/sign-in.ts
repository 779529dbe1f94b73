/** The door of the portal. What follows an address and a password is the same as at the console. */
import { PARTNER_ROLES } from '@vezne/domain/partner-permissions';
import { z } from 'zod';
import { enrolmentToken, typedPassword } from '../sign-in/fields.ts';
import { enrol, lookAtEnrolment } from '../sign-in/enrolment.ts';
import { signIn as signInByHandle } from '../sign-in/sign-in.ts';
import { typedEmail } from './fields.ts';
import type { PortalRoute } from './route.ts';

export const signIn = {
  ...signInByHandle,
  request: z.object({ email: typedEmail, password: typedPassword }),
} as const satisfies PortalRoute;

/** Whom an invitation is for, and to what. Reads only. A POST, so that the token is in no address. */
export const lookAtInvitation = {
  ...lookAtEnrolment,
  request: z.object({ token: enrolmentToken }),
  response: z.object({
    email: z.string(),
    name: z.string(),
    /** The name of the partner who invites, and what for. A portal of the version before says neither: a page may have come from its successor. */
    partner: z.string().optional(),
    roles: z.array(z.enum(PARTNER_ROLES)).optional(),
    needsSecondFactor: z.boolean(),
  }),
  /** Nobody should choose a password in vain. */
  errors: [...lookAtEnrolment.errors, 'email_taken'],
} as const satisfies PortalRoute;

/** Uses the invitation up. Then the person is signed in, and sets up a second factor before anything else. */
export const acceptInvitation = {
  ...enrol,
  errors: [...enrol.errors, 'email_taken'],
} as const satisfies PortalRoute;
