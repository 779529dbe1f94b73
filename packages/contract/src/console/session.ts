import { PERMISSIONS, ROLES } from '@vezne/domain/permissions';
import { z } from 'zod';
import { STEP_UP_METHODS, endOfSession } from '../sign-in/session.ts';
import { moment } from './fields.ts';
import { PUBLIC_READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

export const CONSOLE_ENVIRONMENTS = ['production', 'development'] as const;

const environment = z.enum(CONSOLE_ENVIRONMENTS);

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
    z.object({ state: z.literal('signed_out'), environment, ...endOfSession }),
    signedInSession,
  ]),
  errors: PUBLIC_READ_ERRORS,
} as const satisfies ConsoleRoute;
