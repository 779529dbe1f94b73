/** One's own password and factors. */
import { z } from 'zod';
import {
  moment,
  newPassword,
  newPasskeyAnswer,
  oneTimeCode,
  passkeyName,
  passkeyOptions,
  typedPassword,
} from './fields.ts';
import { DELETE_ERRORS, READ_ERRORS, WRITE_ERRORS } from './route.ts';
import type { SignInRoute } from './route.ts';

const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
  /** Whether the maker of the device keeps a copy, so that it survives the device. */
  isBackedUp: z.boolean(),
});

export type Passkey = z.infer<typeof passkey>;

/** Ten codes of four groups each, shown once. */
const recoveryCodes = z.array(z.string());

export const getProfile = {
  method: 'GET',
  path: '/api/profile',
  permission: 'signed_in',
  stepUp: false,
  whileEnrolling: true,
  response: z.object({
    passwordSetAt: moment.nullable(),
    /** When the authenticator app was set up; null without one. */
    totpSince: moment.nullable(),
    passkeys: z.array(passkey),
    recoveryCodesLeft: z.int(),
    /** Whether one factor has to stay: `last_factor` refuses to remove the last. */
    needsSecondFactor: z.boolean(),
  }),
  errors: READ_ERRORS,
} as const satisfies SignInRoute;

/** The current password too, each time: a step-up of minutes ago would do for whoever found the session open. Ends the other sessions. */
export const changePassword = {
  method: 'POST',
  path: '/api/profile/password',
  permission: 'signed_in',
  stepUp: true,
  request: z.object({ currentPassword: typedPassword, newPassword }),
  response: z.object({}),
  errors: [...WRITE_ERRORS, 'password_wrong', 'password_weak', 'throttled', 'overloaded'],
} as const satisfies SignInRoute;

/** A new secret for an authenticator app. It counts once a first code was right. */
export const beginTotp = {
  method: 'POST',
  path: '/api/profile/totp',
  permission: 'signed_in',
  stepUp: true,
  whileEnrolling: true,
  request: z.object({}),
  /** `uri` is what the picture holds (otpauth://…); `secret` is for typing, in base32. */
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: [...WRITE_ERRORS, 'totp_exists'],
} as const satisfies SignInRoute;

/** Ten recovery codes come with a first factor. */
const factorAdded = z.object({ recoveryCodes: recoveryCodes.nullable() });

export const confirmTotp = {
  method: 'POST',
  path: '/api/profile/totp/confirm',
  permission: 'signed_in',
  stepUp: true,
  whileEnrolling: true,
  request: z.object({ code: oneTimeCode }),
  response: factorAdded,
  errors: [...WRITE_ERRORS, 'totp_exists', 'attempt_expired', 'code_wrong', 'throttled'],
} as const satisfies SignInRoute;

export const removeTotp = {
  method: 'DELETE',
  path: '/api/profile/totp',
  permission: 'signed_in',
  stepUp: true,
  response: z.object({}),
  errors: [...DELETE_ERRORS, 'not_found', 'last_factor'],
} as const satisfies SignInRoute;

export const newPasskeyOptions = {
  method: 'POST',
  path: '/api/profile/passkeys/options',
  permission: 'signed_in',
  stepUp: true,
  whileEnrolling: true,
  request: z.object({}),
  response: z.object({ options: passkeyOptions }),
  errors: [...WRITE_ERRORS, 'too_many_passkeys'],
} as const satisfies SignInRoute;

export const addPasskey = {
  method: 'POST',
  path: '/api/profile/passkeys',
  permission: 'signed_in',
  stepUp: true,
  whileEnrolling: true,
  request: z.object({ name: passkeyName, response: newPasskeyAnswer }),
  response: factorAdded.extend({ passkey }),
  errors: [...WRITE_ERRORS, 'attempt_expired', 'passkey_refused', 'too_many_passkeys'],
} as const satisfies SignInRoute;

export const renamePasskey = {
  method: 'PATCH',
  path: '/api/profile/passkeys/:id',
  permission: 'signed_in',
  stepUp: false,
  request: z.object({ name: passkeyName }),
  response: z.object({ passkey }),
  errors: [...WRITE_ERRORS, 'not_found'],
} as const satisfies SignInRoute;

export const removePasskey = {
  method: 'DELETE',
  path: '/api/profile/passkeys/:id',
  permission: 'signed_in',
  stepUp: true,
  response: z.object({}),
  errors: [...DELETE_ERRORS, 'not_found', 'last_factor'],
} as const satisfies SignInRoute;

/** Ten new codes; the old ones stop working. */
export const renewRecoveryCodes = {
  method: 'POST',
  path: '/api/profile/recovery-codes',
  permission: 'signed_in',
  stepUp: true,
  request: z.object({}),
  response: z.object({ recoveryCodes }),
  errors: [...WRITE_ERRORS, 'no_factor'],
} as const satisfies SignInRoute;
