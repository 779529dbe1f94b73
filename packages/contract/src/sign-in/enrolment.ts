/** A new person, or one whose factors were reset, comes by a link of one use: `/enrol#TOKEN`. */
import { z } from 'zod';
import { enrolmentToken, newPassword } from './fields.ts';
import { PUBLIC_WRITE_ERRORS } from './route.ts';
import type { SignInRoute } from './route.ts';
import { signedInStep } from './sign-in.ts';

/** Reads only. A POST, so that the token is in no address. */
export const lookAtEnrolment = {
  method: 'POST',
  path: '/api/enrolment/look',
  permission: 'public',
  stepUp: false,
  request: z.object({ token: enrolmentToken }),
  response: z.object({ handle: z.string(), name: z.string(), needsSecondFactor: z.boolean() }),
  errors: [...PUBLIC_WRITE_ERRORS, 'enrolment_invalid', 'throttled'],
} as const satisfies SignInRoute;

/** Uses the link up. Then the person is signed in, and sets up a second factor before anything else. */
export const enrol = {
  method: 'POST',
  path: '/api/enrolment',
  permission: 'public',
  stepUp: false,
  request: z.object({ token: enrolmentToken, password: newPassword }),
  response: signedInStep,
  errors: [...PUBLIC_WRITE_ERRORS, 'enrolment_invalid', 'password_weak', 'throttled', 'overloaded'],
} as const satisfies SignInRoute;
