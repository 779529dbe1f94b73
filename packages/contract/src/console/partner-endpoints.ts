/** Where a partner is told what happened: its webhook endpoints, their secrets, and what was delivered. */
import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { changePress, changeRoute } from './administration.ts';
import { moment, rowId } from './fields.ts';
import { waitingChange } from './partners.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

const ENDPOINT_STATUSES = ['active', 'paused', 'disabled'] as const;

const partnerEndpoint = z.object({
  id: rowId,
  /** Without its query, which may hold a password of the receiver. */
  address: z.string(),
  eventTypes: z.array(z.enum(EVENT_TYPES)),
  status: z.enum(ENDPOINT_STATUSES),
  createdAt: moment,
  createdBy: z.string(),
  /** Those that sign now, the newest first; an older one has an end. */
  secrets: z.array(
    z.object({ id: rowId, createdAt: moment, createdBy: z.string(), expiresAt: moment.nullable() }),
  ),
  waitingSince: moment.nullable(),
  waiting: z.int(),
  hasMoreWaiting: z.boolean(),
  parked: z.int(),
  hasMoreParked: z.boolean(),
});
export type PartnerEndpoint = z.infer<typeof partnerEndpoint>;

/** The oldest first, with what is asked about any of them, new ones included. */
export const listPartnerEndpoints = {
  method: 'GET',
  path: '/api/partners/:id/endpoints',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  response: z.object({
    endpoints: z.array(partnerEndpoint),
    waiting: z.array(waitingChange.extend({ address: z.string() })),
    /** A developer's machine: private addresses and plain http are allowed, and one on this machine takes one person. */
    isDevelopment: z.boolean(),
  }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

const typedUrl = z.string().min(1).max(4_096);
const events = z.array(z.enum(EVENT_TYPES)).max(EVENT_TYPES.length);

/** The answers of what makes a secret: who does it alone, on a developer's machine, is told it here; otherwise whoever confirms is. */
const toldAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('done'),
    isChanged: z.boolean(),
    /** Null: of a repeated press, which tells it no more. */
    webhookSecret: z.string().nullable(),
  }),
  z.object({ outcome: z.literal('asked'), requestId: rowId }),
]);

export const addPartnerEndpoint = {
  ...changeRoute('webhook.add', {
    path: '/api/partners/:id/endpoints',
    request: changePress.extend({
      url: typedUrl,
      events,
      /** Also what has happened before. */
      sinceBeginning: z.boolean(),
    }),
  }),
  response: toldAnswer,
} as const satisfies ConsoleRoute;

/** What is left out stays as it is. */
export const setPartnerEndpoint = changeRoute('webhook.set', {
  path: '/api/endpoints/:id/set',
  request: changePress.extend({ url: typedUrl.exactOptional(), events: events.exactOptional() }),
});

/** Nothing is sent until it is resumed; events wait. */
export const pausePartnerEndpoint = changeRoute('webhook.pause', {
  path: '/api/endpoints/:id/pause',
  request: changePress,
});

export const resumePartnerEndpoint = changeRoute('webhook.resume', {
  path: '/api/endpoints/:id/resume',
  request: changePress,
});

export const disablePartnerEndpoint = changeRoute('webhook.disable', {
  path: '/api/endpoints/:id/disable',
  request: changePress,
});

export const enablePartnerEndpoint = changeRoute('webhook.enable', {
  path: '/api/endpoints/:id/enable',
  request: changePress,
});

/** A new secret; the one before also signs during the overlap. */
export const rotateEndpointSecret = {
  ...changeRoute('webhook.rotate', {
    path: '/api/endpoints/:id/rotate',
    request: changePress.extend({ overlapHours: z.int() }),
  }),
  response: toldAnswer,
} as const satisfies ConsoleRoute;

/** Older secrets end now, and only the newest signs. */
export const revokeOlderSecrets = changeRoute('webhook.revoke', {
  path: '/api/endpoints/:id/revoke-older',
  request: changePress,
});

const DELIVERY_STATES = ['pending', 'delivered', 'parked'] as const;

const endpointDelivery = z.object({
  eventId: rowId,
  eventType: z.enum(EVENT_TYPES),
  externalReference: z.string(),
  transactionId: rowId,
  occurredAt: moment,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  deliveredAt: moment.nullable(),
  nextAttemptAt: moment.nullable(),
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  lastDurationMs: z.int().nullable(),
});
export type EndpointDelivery = z.infer<typeof endpointDelivery>;

/** The latest events of an endpoint, delivered or not, the newest first. */
export const listEndpointDeliveries = {
  method: 'GET',
  path: '/api/endpoints/:id/deliveries',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  query: z.object({ state: z.enum(DELIVERY_STATES).optional() }),
  response: z.object({ deliveries: z.array(endpointDelivery) }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;

/** Asks a worker to send a test event, once. The id of the press is the id of the test. */
export const testEndpoint = changeRoute('webhook.test', {
  path: '/api/endpoints/:id/test',
  request: changePress,
});

/** How a test goes. Polled until it has ended. */
export const getEndpointTest = {
  method: 'GET',
  path: '/api/endpoint-tests/:id',
  permission: 'read_everything',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  response: z.object({
    /** `not_taken`: no worker took it in time, and now none will. */
    state: z.enum(['waiting', 'under_way', 'not_taken', 'ended']),
    /** What was found, as the command line calls it; null until it has ended. */
    finding: z.string().nullable(),
    status: z.int().nullable(),
    durationMs: z.int().nullable(),
    /** The first bytes of the answer. */
    answerStart: z.string().nullable(),
  }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;
export type EndpointTest = z.infer<typeof getEndpointTest.response>;
