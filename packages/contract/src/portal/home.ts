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
    waitingWithdrawals: waiting,
    /** Deposits whose players have not sent anything yet, as far as we know. */
    unpaidDeposits: z.int(),
    /** Newest first. */
    recent: z.array(listedTransaction),
  }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;

/** What was decided in a period, each as it was told when it was decided. */
const decided = z.object({
  count: z.int(),
  /** What came, or what players got. */
  amountCents: wireCents,
  commissionCents: wireCents,
  /** On the balance: below zero for withdrawals. */
  balanceImpactCents: wireCents,
});

const period = z.object({
  /** The midnight in Turkey with which it begins. */
  from: moment,
  deposits: decided,
  withdrawals: decided,
  /** What all entries since then did to what is available. */
  changeCents: wireCents,
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
