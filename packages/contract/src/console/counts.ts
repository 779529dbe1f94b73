/** Figures that every screen shows. */
import { z } from 'zod';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

/** The permissions to confirm something, each with how many people are signed in who have it. */
const confirmers = z.object({
  confirm_decision: z.int(),
  confirm_large_decision: z.int(),
  confirm_operation: z.int(),
  confirm_change: z.int(),
});

export type Confirmers = z.infer<typeof confirmers>;

/** With fewer, what one of them asks finds nobody: people don't confirm their own. */
export const ENOUGH_CONFIRMERS = 2;

export const countConfirmers = {
  method: 'GET',
  path: '/api/people/confirmers',
  permission: 'signed_in',
  stepUp: false,
  isPolled: true,
  response: z.object({ signedIn: confirmers }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** What waits, for the navigation. */
export const getCounts = {
  method: 'GET',
  path: '/api/counts',
  permission: 'signed_in',
  stepUp: false,
  isPolled: true,
  response: z.object({ openRequests: z.int() }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;
