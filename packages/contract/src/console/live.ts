/** What changes while somebody looks, as a stream of server-sent events (`text/event-stream`) at GET /api/live. */
import { z } from 'zod';
import { moment, rowId } from './fields.ts';
import { READ_ERRORS } from './route.ts';
import type { ConsoleRoute } from './route.ts';

/** Read once a second in a process, for everybody who looks. */
export const liveCounts = z.object({
  deposits: z.object({ waiting: z.int(), held: z.int(), oldestSince: moment.nullable() }),
  withdrawals: z.object({ waiting: z.int(), oldestSince: moment.nullable() }),
  openRequests: z.int(),
  /** Another text when a request has come, ended or expired. */
  requestsMark: z.string(),
  /** Endpoints that are behind and not disabled, and what was given up; each as far as it is counted. */
  undelivered: z.object({ endpoints: z.int(), parked: z.int() }),
});
export type LiveCounts = z.infer<typeof liveCounts>;

/** `event: counts`. Sent at the beginning and when something differs. */
export const countsMessage = liveCounts;

/** `event: changed`. Transactions that were pressed, claimed, held or decided; `all`: too many to name, so look again. */
export const changedMessage = z.object({ ids: z.array(rowId).max(100), all: z.boolean() });
export type ChangedMessage = z.infer<typeof changedMessage>;

/** `event: ended`. The session is over; the stream ends. */
export const endedMessage = z.object({});

/** A comment comes so often, so that a dead line is noticed. */
export const LIVE_HEARTBEAT_MS = 15_000;
export const LIVE_PATH = '/api/live';

/** The stream itself. It is no sign that a person is there, so it doesn't keep a session alive. */
export const streamLive = {
  method: 'GET',
  path: LIVE_PATH,
  permission: 'signed_in',
  stepUp: false,
  isPolled: true,
  /** The data of each message. */
  response: z.union([countsMessage, changedMessage, endedMessage]),
  errors: [...READ_ERRORS, 'overloaded'],
} as const satisfies ConsoleRoute;
