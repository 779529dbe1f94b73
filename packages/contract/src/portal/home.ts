/** What a partner's people see first. Three answers, one for each permission: a role sees what it may, and no field is there for some alone. */
import { z } from 'zod';
import { currency, wireCents } from '../fields/amount.ts';
import { moment, rowId } from '../sign-in/fields.ts';
import { READ_ERRORS } from '../sign-in/route.ts';
import type { PortalRoute } from './route.ts';
import { listedTransaction } from './transactions.ts';

/** What waits for a decision of ours, and since when the oldest of it does. */
const waiting = z.object({ count: z.int(), oldestSince: moment.nullable() });

/** What waits at us, and what came last. */
export const getHome = {
  method: 'GET',
  path: '/api/home',
  permission: 'read_transactions',
  stepUp: false,
  isPolled: true,
  response: z.object({
    waitingDeposits: waiting,
    /** Nothing was taken from the balance for them yet. */
    waitingWithdrawals: waiting,
    /** What they cost is set aside. */
    withdrawalsBeingPaid: waiting,
    /** Deposits whose players have not sent anything yet, as far as we know. */
    unpaidDeposits: z.int(),
    /** Newest first. */
    recent: z.array(listedTransaction),
  }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;

/** Movements of the balance as a statement sums them up. Each is what it does to it: below zero, it left. Gross and commission are the net amount. */
const moved = z.object({
  count: z.int(),
  grossCents: wireCents,
  commissionCents: wireCents,
  netCents: wireCents,
});

const period = z.object({
  /** The midnight in Turkey with which it begins. */
  from: moment,
  deposits: moved,
  /** What was set aside for withdrawals: it leaves the balance when they are authorised. */
  withdrawals: moved,
  /** Everything else: what came back, corrections, top-ups, payments to the partner and adjustments. */
  others: moved,
  /** The three together, which is what moved the balance. */
  changeCents: wireCents,
  /** Withdrawals that were paid in the period, also those set aside before it, and what players got. It comes out of what is reserved. */
  paid: z.object({ count: z.int(), amountCents: wireCents }),
});

/** The three amounts are those of GET /v1/balance. All of it is of one moment. */
export const getMoney = {
  method: 'GET',
  path: '/api/money',
  permission: 'read_money',
  stepUp: false,
  isPolled: true,
  response: z.object({
    currency,
    availableCents: wireCents,
    reservedCents: wireCents,
    openWithdrawalsCents: wireCents,
    today: period,
    month: period,
    readAt: moment,
  }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;

export const ENDPOINT_STATUSES = ['active', 'paused', 'disabled'] as const;

/** Whether events arrive, endpoint by endpoint. */
export const getWebhookHealth = {
  method: 'GET',
  path: '/api/webhook-health',
  permission: 'manage_webhooks',
  stepUp: false,
  isPolled: true,
  response: z.object({
    endpoints: z.array(
      z.object({
        id: rowId,
        url: z.string(),
        status: z.enum(ENDPOINT_STATUSES),
        /** When the oldest event happened that it has not taken. */
        waitingSince: moment.nullable(),
        /** Events that are not tried any more. */
        parked: z.int(),
        hasMoreParked: z.boolean(),
        /** When it last took an event, and how long it took for it. */
        lastTakenAt: moment.nullable(),
        lastTakenMs: z.int().nullable(),
      }),
    ),
    readAt: moment,
  }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;
