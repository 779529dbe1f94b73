/** How long a request may take to arrive, and how long a connection may be idle. */
import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** How long a request may take to arrive. A slower one is an attack or a dead link, and its connection is closed. */
export interface RequestTimeLimits {
  headersWithinMs: number;
  /** Counted from the headers on. A route with `bodyWithinMs` in its config has its own limit. */
  bodyWithinMs: number;
  /** A body that may take longer is cut when it stalls for so long. */
  stalledWithinMs: number;
  lookEveryMs: number;
}

/**
 * Bodies have at most 16 KiB, so ten seconds is long. By default Node checks every 30 s, and so would cut off only after up
 * to 40 s.
 */
export const REQUEST_TIME_LIMITS: RequestTimeLimits = {
  headersWithinMs: 10_000,
  bodyWithinMs: 10_000,
  stalledWithinMs: 5_000,
  lookEveryMs: 1_000,
};
/** For a route that takes a file from a phone: 2 MiB at 300 kbit/s, a weak mobile link, take 56 s. */
export const FILE_WITHIN_MS = 60_000;
/** Longer than the 60 s that load balancers keep a connection. So they close it first, and never send on a closed one. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/**
 * Every answer announces the 65 s, and a client may send until they end. Some clients count from the moment they have read
 * the answer. So a connection is kept longer: Node's own margin of one second is shorter than a delay of a slow network or
 * a busy machine.
 */
const KEEP_ALIVE_GRACE_MS = 10_000;

/**
 * Node has one limit for headers and one for whole requests. The second must be longer: if not, Node silently swaps them.
 * So the whole request gets the time that the slowest route needs, and late-bodies enforces the limits for bodies. Neither
 * limit runs between the requests of a connection.
 */
export function timeLimitOptions({
  headersWithinMs,
  lookEveryMs,
}: RequestTimeLimits): Pick<FastifyHttpOptions<Server>, 'http' | 'requestTimeout' | 'keepAliveTimeout'> {
  return {
    http: {
      headersTimeout: headersWithinMs,
      connectionsCheckingInterval: lookEveryMs,
      keepAliveTimeoutBuffer: KEEP_ALIVE_GRACE_MS,
    },
    requestTimeout: headersWithinMs + FILE_WITHIN_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  };
}
