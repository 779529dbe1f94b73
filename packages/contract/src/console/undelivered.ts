/** Events that partners have not taken: endpoints that are behind, and events that were tried to the end of the schedule. */
import { EVENT_TYPES, TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import { z } from 'zod';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS, WRITE_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

export const PARKED_PAGE = 50;
/** So many of one press. The next press takes the next ones. */
export const REPLAY_LIMIT = 10_000;

/** What became of a try. The answer is the text of a stranger's server: to be shown as text, and never as anything else. */
export const deliveryAttempt = z.object({
  at: moment,
  durationMs: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  answerStart: z.string().max(1_024).nullable(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

const endpointName = z.object({
  id: rowId,
  /** Without what follows a question mark: some partners keep a secret there. */
  address: z.string(),
  status: z.enum(['active', 'paused', 'disabled']),
  partner: z.object({ id: rowId, name: z.string() }),
});

export const endpointBehind = endpointName.extend({
  /** When the oldest event that waits happened; null: none does. */
  waitingSince: moment.nullable(),
  waiting: z.int(),
  /** There are more than were counted. */
  hasMoreWaiting: z.boolean(),
  parked: z.int(),
  hasMoreParked: z.boolean(),
  /** Null: nothing waits for a try of its own. */
  nextTryAt: moment.nullable(),
  lastFailure: deliveryAttempt.nullable(),
});
export type EndpointBehind = z.infer<typeof endpointBehind>;

export const undeliveredEvent = z.object({
  eventId: rowId,
  eventType: z.enum(EVENT_TYPES),
  state: z.enum(['pending', 'parked']),
  occurredAt: moment,
  /** Of a parked one: when it was given up; else when it is tried again. */
  at: moment,
  /** What a press names, so that it replays once. */
  attempts: z.int(),
  transaction: z.object({
    id: rowId,
    type: z.enum(TRANSACTION_TYPES),
    externalReference: z.string(),
  }),
  endpoint: endpointName,
  lastAttempt: deliveryAttempt.nullable(),
});
export type UndeliveredEvent = z.infer<typeof undeliveredEvent>;

/** Endpoints with an event that has waited for five minutes, the oldest first; those that a person disabled come last. */
export const listEndpointsBehind = {
  method: 'GET',
  path: '/api/undelivered/endpoints',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  response: z.object({ endpoints: z.array(endpointBehind) }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** What was given up, the longest ago first. */
export const listParkedEvents = {
  method: 'GET',
  path: '/api/undelivered/parked',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  isPolled: true,
  query: z.object({ after: z.string().max(200).optional() }),
  response: z.object({
    events: z.array(undeliveredEvent),
    /** For `after`; null on the last page. */
    next: z.string().nullable(),
  }),
  errors: READ_ERRORS,
} as const satisfies ConsoleRoute;

/** One endpoint, behind or not, with the oldest of what it has not taken. */
export const getEndpointDeliveries = {
  method: 'GET',
  path: '/api/undelivered/endpoints/:id',
  permission: 'read_queues',
  isMaskable: true,
  stepUp: false,
  response: z.object({
    endpoint: endpointBehind,
    events: z.array(undeliveredEvent),
    /** By the database's clock: a press that replays all says by it when the person looked. */
    readAt: moment,
  }),
  errors: [...READ_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;
export type EndpointDeliveries = z.infer<typeof getEndpointDeliveries.response>;

/**
 * Sends again what an endpoint has not taken: one event, or all, with a new schedule of retries. A press that comes twice replays once: it
 * names how often the event had been tried, or when the person looked. What was tried since is left alone.
 */
export const replayUndelivered = {
  method: 'POST',
  path: '/api/undelivered/endpoints/:id/replay',
  permission: 'ask_change',
  stepUp: false,
  request: z.union([
    z.strictObject({ eventId: rowId, attempts: z.int().min(0).max(2_147_483_647) }),
    z.strictObject({ seenAt: moment, since: moment.optional() }),
  ]),
  response: z.object({
    /** How many go out again. None: they did already. */
    events: z.int(),
    hasMore: z.boolean(),
  }),
  errors: [...WRITE_ERRORS, 'not_found'],
} as const satisfies ConsoleRoute;
