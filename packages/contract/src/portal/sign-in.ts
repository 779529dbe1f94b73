/** The door of the portal. What follows an address and a password is the same as at the console. */
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

/** Whom an invitation is for. Reads only. A POST, so that the token is in no address. */
export const lookAtInvitation = {
  ...lookAtEnrolment,
  request: z.object({ token: enrolmentToken }),
  response: z.object({ email: z.string(), name: z.string(), needsSecondFactor: z.boolean() }),
} as const satisfies PortalRoute;

/** Uses the invitation up. Then the person is signed in, and sets up a second factor before anything else. */
export const acceptInvitation = {
  ...enrol,
  errors: [...enrol.errors, 'email_taken'],
} as const satisfies PortalRoute;
