import { PARTNER_PERMISSIONS, PARTNER_ROLES } from '@vezne/domain/partner-permissions';
import { z } from 'zod';
import { moment } from '../sign-in/fields.ts';
import { PUBLIC_READ_ERRORS } from '../sign-in/route.ts';
import { STEP_UP_METHODS, endOfSession } from '../sign-in/session.ts';
import type { PortalRoute } from './route.ts';

export const PORTAL_ENVIRONMENTS = ['production', 'development'] as const;

const environment = z.enum(PORTAL_ENVIRONMENTS);

const signedInSession = z.object({
  state: z.literal('signed_in'),
  environment,
  partner: z.object({ id: z.uuid(), name: z.string() }),
  person: z.object({
    id: z.uuid(),
    email: z.string(),
    name: z.string(),
    roles: z.array(z.enum(PARTNER_ROLES)),
  }),
  /** What the roles allow together. */
  permissions: z.array(z.enum(PARTNER_PERMISSIONS)),
  /** Somebody of ours looks as the partner sees it: only what reads is served, and `person` is nobody of the partner. */
  look: z.object({ until: moment }).nullable(),
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
} as const satisfies PortalRoute;
