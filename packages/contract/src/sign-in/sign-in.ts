/**
 * Signing in: name and password, then a second factor. Between the two a cookie of its own names the attempt. A passkey alone
 * is enough as well: it is something that the person has, and it asks for a finger, a face or a PIN.
 */
import { z } from 'zod';
import {
  oneTimeCode,
  passkeyAnswer,
  passkeyOptions,
  recoveryCode,
  typedHandle,
  typedPassword,
} from './fields.ts';
import { PUBLIC_WRITE_ERRORS } from './route.ts';
import type { SignInRoute } from './route.ts';

export const SECOND_FACTOR_METHODS = ['passkey', 'code', 'recovery_code'] as const;

export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number];

/** `enrol`: signed in, but a second factor has to be set up before anything else. */
export const signedInStep = z.object({ next: z.enum(['signed_in', 'enrol']) });

export const signInStep = z.discriminatedUnion('next', [
  signedInStep,
  z.object({ next: z.literal('second_factor'), methods: z.array(z.enum(SECOND_FACTOR_METHODS)) }),
]);

export const signIn = {
  method: 'POST',
  path: '/api/sign-in',
  permission: 'public',
  stepUp: false,
  request: z.object({ handle: typedHandle, password: typedPassword }),
  response: signInStep,
  errors: [...PUBLIC_WRITE_ERRORS, 'credentials_wrong', 'enrolment_missed', 'throttled', 'overloaded'],
} as const satisfies SignInRoute;

export const signInWithCode = {
  method: 'POST',
  path: '/api/sign-in/code',
  permission: 'public',
  stepUp: false,
  request: z.object({ code: oneTimeCode }),
  response: signedInStep,
  errors: [...PUBLIC_WRITE_ERRORS, 'attempt_expired', 'code_wrong', 'code_used', 'throttled'],
} as const satisfies SignInRoute;

export const signInWithRecoveryCode = {
  method: 'POST',
  path: '/api/sign-in/recovery-code',
  permission: 'public',
  stepUp: false,
  request: z.object({ code: recoveryCode }),
  response: signedInStep,
  errors: [...PUBLIC_WRITE_ERRORS, 'attempt_expired', 'recovery_code_wrong', 'throttled'],
} as const satisfies SignInRoute;

/** After the password: for the person's own passkeys. Without an attempt: for any passkey of this place. */
export const passkeySignInOptions = {
  method: 'POST',
  path: '/api/sign-in/passkey/options',
  permission: 'public',
  stepUp: false,
  request: z.object({}),
  response: z.object({ options: passkeyOptions }),
  errors: PUBLIC_WRITE_ERRORS,
} as const satisfies SignInRoute;

export const signInWithPasskey = {
  method: 'POST',
  path: '/api/sign-in/passkey',
  permission: 'public',
  stepUp: false,
  request: z.object({ response: passkeyAnswer }),
  response: signedInStep,
  errors: [...PUBLIC_WRITE_ERRORS, 'attempt_expired', 'passkey_refused', 'throttled'],
} as const satisfies SignInRoute;
