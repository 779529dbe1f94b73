/** One's own sessions, and what proves that it is still the same person. */
import { z } from 'zod';
import { SESSION_END_REASONS } from './errors.ts';
import { moment, oneTimeCode, passkeyAnswer, passkeyOptions, typedPassword } from './fields.ts';
import { DELETE_ERRORS, READ_ERRORS, WRITE_ERRORS } from './route.ts';
import type { SignInRoute } from './route.ts';

export const STEP_UP_METHODS = ['passkey', 'code', 'password'] as const;

export type StepUpMethod = (typeof STEP_UP_METHODS)[number];

/**
 * Why the session of this browser is over, for the page that asks to sign in again. Null: it had none, or its person signed out. A page may be
 * newer than the process that it asks.
 */
export const endOfSession = { endReason: z.enum(SESSION_END_REASONS).nullable().default(null) };

export const signOut = {
  method: 'DELETE',
  path: '/api/session',
  permission: 'signed_in',
  stepUp: false,
  whileEnrolling: true,
  response: z.object({}),
  errors: DELETE_ERRORS,
} as const satisfies SignInRoute;

const stepUpAnswer = z.object({ stepUpUntil: moment });

/** Either of the two. A password counts in development alone. */
export const stepUp = {
  method: 'POST',
  path: '/api/session/step-up',
  permission: 'signed_in',
  stepUp: false,
  request: z.union([z.strictObject({ code: oneTimeCode }), z.strictObject({ password: typedPassword })]),
  response: stepUpAnswer,
  errors: [...WRITE_ERRORS, 'code_wrong', 'code_used', 'password_wrong', 'throttled', 'overloaded'],
} as const satisfies SignInRoute;

export const passkeyStepUpOptions = {
  method: 'POST',
  path: '/api/session/step-up/passkey/options',
  permission: 'signed_in',
  stepUp: false,
  request: z.object({}),
  response: z.object({ options: passkeyOptions }),
  errors: WRITE_ERRORS,
} as const satisfies SignInRoute;

export const stepUpWithPasskey = {
  method: 'POST',
  path: '/api/session/step-up/passkey',
  permission: 'signed_in',
  stepUp: false,
  request: z.object({ response: passkeyAnswer }),
  response: stepUpAnswer,
  errors: [...WRITE_ERRORS, 'attempt_expired', 'passkey_refused', 'throttled'],
} as const satisfies SignInRoute;

const ownSession = z.object({
  id: z.uuid(),
  createdAt: moment,
  lastSeenAt: moment,
  address: z.string().nullable(),
  userAgent: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
});

export type OwnSession = z.infer<typeof ownSession>;

/** One's own that have not ended, the newest first. */
export const listSessions = {
  method: 'GET',
  path: '/api/sessions',
  permission: 'signed_in',
  stepUp: false,
  response: z.object({ sessions: z.array(ownSession) }),
  errors: READ_ERRORS,
} as const satisfies SignInRoute;

/** Ends one of one's own. Somebody else's does not exist. */
export const endSession = {
  method: 'DELETE',
  path: '/api/sessions/:id',
  permission: 'signed_in',
  stepUp: false,
  response: z.object({}),
  errors: [...DELETE_ERRORS, 'not_found'],
} as const satisfies SignInRoute;
