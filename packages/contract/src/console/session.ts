import { PERMISSIONS, ROLES } from '@vezne/domain/permissions';
import { z } from 'zod';
import { moment, oneTimeCode, passkeyAnswer, passkeyOptions, typedPassword } from './fields.ts';
import { DELETE_ERRORS, PUBLIC_READ_ERRORS, READ_ERRORS, WRITE_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

export const CONSOLE_ENVIRONMENTS = ['production', 'development'] as const;

const environment = z.enum(CONSOLE_ENVIRONMENTS);

export const STEP_UP_METHODS = ['passkey', 'code', 'password'] as const;

export type StepUpMethod = (typeof STEP_UP_METHODS)[number];

const signedInSession = z.object({
  state: z.literal('signed_in'),
  environment,
  person: z.object({ id: z.uuid(), handle: z.string(), name: z.string(), roles: z.array(z.enum(ROLES)) }),
  /** What the roles allow together. */
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Whether a second factor has to be set up before anything else. */
  mustEnrol: z.boolean(),
  /** It ends then at the latest, and earlier after 30 minutes without a request. */
  endsAt: moment,
  stepUpUntil: moment.nullable(),
  /** With what this person can prove that it is them, best first. A password counts in development alone. */
  stepUpMethods: z.array(z.enum(STEP_UP_METHODS)),
});

export type SignedInSession = z.infer<typeof signedInSession>;

/** Who is signed in here. Answers 200 to a stranger too: a page asks this first, and that is no error. */
export const getSession = {
  method: 'GET',
  path: '/api/session',
  permission: 'public',
  stepUp: false,
  isPolled: true,
  response: z.discriminatedUnion('state', [
    z.object({ state: z.literal('signed_out'), environment }),
    signedInSession,
  ]),
  errors: PUBLIC_READ_ERRORS,
} as const satisfies ConsoleRoute;

export const signOut = {
  method: 'DELETE',
  path: '/api/session',
  permission: 'signed_in',
  stepUp: false,
  whileEnrolling: true,
  response: z.object({}),
  errors: DELETE_ERRORS,
} as const satisfies ConsoleRoute;

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
} as const satisfies ConsoleRoute;

export const passkeyStepUpOptions = {
  method: 'POST',
  path: '/api/session/step-up/passkey/options',
  permission: 'signed_in',
  stepUp: false,
  request: z.object({}),
  response: z.object({ options: passkeyOptions }),
  errors: WRITE_ERRORS,
} as const satisfies ConsoleRoute;

export const stepUpWithPasskey = {
  method: 'POST',
  path: '/api/session/step-up/passkey',
  permission: 'signed_in',
  stepUp: false,
  request: z.object({ response: passkeyAnswer }),
  response: stepUpAnswer,
  errors: [...WRITE_ERRORS, 'attempt_expired', 'passkey_refused', 'throttled'],
} as const satisfies ConsoleRoute;

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
} as const satisfies ConsoleRoute;

/** Ends one of one's own. Somebody else's does not exist. */
export const endSession = {
  method: 'DELETE',
  path: '/api/sessions/:id',
  permission: 'signed_in',
  stepUp: false,
  response: z.object({}),
  errors: [...DELETE_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;
