/** Where the partner is told what happened, whether it arrived, and how its receiver answered. */
import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { moment, rowId } from '../sign-in/fields.ts';
import { READ_ERRORS, WRITE_ERRORS } from '../sign-in/route.ts';
import { overlapHours } from './credentials.ts';
import type { PortalRoute } from './route.ts';

const ENDPOINT_STATUSES = ['active', 'paused', 'disabled'] as const;
const DELIVERY_STATES = ['pending', 'delivered', 'parked'] as const;

const endpoint = z.object({
  id: rowId,
  url: z.string(),
  eventTypes: z.array(z.enum(EVENT_TYPES)),
  status: z.enum(ENDPOINT_STATUSES),
  createdAt: moment,
  /** Those that sign now, the newest first; an older one has an end. */
  secrets: z.array(z.object({ id: rowId, createdAt: moment, expiresAt: moment.nullable() })),
  /** Events that it has not taken yet and that go on being tried; counted up to a thousand. */
  waiting: z.int(),
  /** Events that were tried for days and are kept until somebody sends them again; counted up to a thousand. */
  parked: z.int(),
});
export type Endpoint = z.infer<typeof endpoint>;

/** The oldest first. */
export const listEndpoints = {
  method: 'GET',
  path: '/api/webhooks',
  permission: 'manage_webhooks',
  stepUp: false,
  isPolled: true,
  response: z.object({ endpoints: z.array(endpoint), readAt: moment }),
  errors: READ_ERRORS,
} as const satisfies PortalRoute;

const press = {
  method: 'POST',
  permission: 'manage_webhooks',
  request: z.object({}).strict(),
  response: z.object({}),
} as const;

/** Nothing is sent until it is resumed; events wait. */
export const pauseEndpoint = {
  ...press,
  path: '/api/webhooks/:id/pause',
  stepUp: false,
  errors: [...WRITE_ERRORS, 'not_found', 'endpoint_disabled'],
} as const satisfies PortalRoute;

export const resumeEndpoint = {
  ...press,
  path: '/api/webhooks/:id/resume',
  stepUp: false,
  errors: [...WRITE_ERRORS, 'not_found', 'endpoint_disabled'],
} as const satisfies PortalRoute;

/** A new secret, told here and never again; the one before also signs during the overlap. */
export const rotateEndpointSecret = {
  ...press,
  path: '/api/webhooks/:id/rotate',
  stepUp: true,
  request: z.object({ overlapHours }),
  response: z.object({ secret: z.string(), olderUntil: moment.nullable() }),
  errors: [...WRITE_ERRORS, 'not_found', 'not_ready'],
} as const satisfies PortalRoute;

/** Asks a worker to send a test event, once. */
export const testEndpoint = {
  ...press,
  path: '/api/webhooks/:id/test',
  stepUp: false,
  response: z.object({ testId: rowId }),
  errors: [
    ...WRITE_ERRORS,
    'not_found',
    'endpoint_not_active',
    'webhook_test_open',
    'webhook_tests_too_often',
    'no_worker_alive',
  ],
} as const satisfies PortalRoute;

/** How a test goes. Polled until it has ended. */
export const getEndpointTest = {
  method: 'GET',
  path: '/api/webhook-tests/:id',
  permission: 'manage_webhooks',
  stepUp: false,
  isPolled: true,
  response: z.object({
    /** `not_taken`: no worker took it in time, and now none will. */
    state: z.enum(['waiting', 'under_way', 'not_taken', 'ended']),
    status: z.int().nullable(),
    error: z.string().nullable(),
    durationMs: z.int().nullable(),
    /** The first bytes of the answer. */
    answerStart: z.string().nullable(),
  }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies PortalRoute;
export type EndpointTest = z.infer<typeof getEndpointTest.response>;

const delivery = z.object({
  eventId: rowId,
  /** As the receiver reads it. */
  webhookId: z.string(),
  eventType: z.enum(EVENT_TYPES),
  externalReference: z.string(),
  transactionId: rowId,
  occurredAt: moment,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  deliveredAt: moment.nullable(),
  /** Null: it has ended, or waits for its first turn. */
  nextAttemptAt: moment.nullable(),
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  lastDurationMs: z.int().nullable(),
  /** When it was tried last. */
  lastTriedAt: moment.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** The latest events of an endpoint, the newest first. */
export const listDeliveries = {
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  permission: 'manage_webhooks',
  stepUp: false,
  isPolled: true,
  query: z.object({ state: z.enum(['pending', 'parked']).optional() }),
  response: z.object({ deliveries: z.array(delivery) }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies PortalRoute;

/** Every try to tell an endpoint of an event, the oldest first. */
export const listAttempts = {
  method: 'GET',
  path: '/api/webhooks/:id/attempts',
  permission: 'manage_webhooks',
  stepUp: false,
  query: z.object({ event: rowId }),
  response: z.object({
    attempts: z.array(
      z.object({
        attemptNo: z.int(),
        at: moment,
        durationMs: z.int(),
        status: z.int().nullable(),
        error: z.string().nullable(),
        answerStart: z.string().nullable(),
      }),
    ),
  }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies PortalRoute;
export type Attempt = z.infer<typeof listAttempts.response>['attempts'][number];

/** One event that the endpoint has had, or that was given up, under its old id. A worker sends it. */
export const resendEvent = {
  ...press,
  path: '/api/webhooks/:id/resend',
  stepUp: false,
  request: z.object({ event: rowId }),
  errors: [...WRITE_ERRORS, 'not_found', 'event_not_resendable'],
} as const satisfies PortalRoute;
