/** Money at a glance. */
import { z } from 'zod';
import { currency, wireCents } from '../fields/amount.ts';
import { moment } from '../sign-in/fields.ts';
import { READ_ERRORS } from '../sign-in/route.ts';
import type { PortalRoute } from './route.ts';

/** What waits for a decision of ours, and since when the oldest of it does. */
const waiting = z.object({ count: z.int(), oldestSince: moment.nullable() });

/** The three amounts are those of GET /v1/balance, of one moment. */
export const getHome = {
  method: 'GET',
  path: '/api/home',
  permission: 'read_money',
  stepUp: false,
  response: z.object({
    currency,
    availableCents: wireCents,
    reservedCents: wireCents,
    openWithdrawalsCents: wireCents,
    waitingDeposits: waiting,
    waitingWithdrawals: waiting,
  }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;
