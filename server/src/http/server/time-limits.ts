/** How long requests may take on a connection, and when a connection may be closed. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify';

/** How long a request may take to arrive. A slower one is an attack or a dead link, and its connection is closed. */
export interface RequestTimeLimits {
  headersWithinMs: number;
  /** Counted from the headers on. A route with `bodyWithinMs` in its config has its own limit. */
  bodyWithinMs: number;
  lookEveryMs: number;
}

/**
 * Bodies have at most 16 KiB, so ten seconds is long. By default Node checks every 30 s, and so would cut off only after up
 * to 40 s.
 */
export const REQUEST_TIME_LIMITS: RequestTimeLimits = {
  headersWithinMs: 10_000,
  bodyWithinMs: 10_000,
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a body may take on this route. At most FILE_WITHIN_MS, where the server's own limit ends every request. */
    bodyWithinMs?: number;
  }
}

/**
 * Node has one limit for headers and one for whole requests. The second must be longer: if not, Node silently swaps them.
 * So the whole request gets the time that the slowest route needs, and the limits for bodies are enforced below. Neither
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

/**
 * Timers may run before arrived data is read. After a busy moment, Node would close a connection with a request that came
 * in time, and its partner would not know the outcome. So arrived data is read first.
 */
export function readBeforeClosing(server: Server): void {
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
}

export function cutLateBodies(app: FastifyInstance, { bodyWithinMs }: RequestTimeLimits): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // Hooks run before the body is read, even if it came with the headers. So the timer starts only after all arrived data
    // has been read (at the next tick it has not been), and a complete body needs none.
    if (hasBody(request)) setImmediate(cutIfLate, request, bodyWithinMs);
    done();
  });
}

/** A request whose headers announce no body has none. So reads, which send no body, cost nothing here. */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Breaks the connection instead of sending a refusal, so data that arrives later cannot contradict an answer. */
function cutIfLate(request: FastifyRequest, usualMs: number): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  const timer = setTimeout(() => {
    if (!raw.complete) raw.socket.destroy();
  }, request.routeOptions.config.bodyWithinMs ?? usualMs);
  raw.once('close', () => clearTimeout(timer));
}

/** Which connections carry a request that has arrived completely and has no answer yet. */
export interface UnansweredRequests {
  watch(server: Server): void;
  isOn(socket: Socket): boolean;
}

export function createUnansweredRequests(): UnansweredRequests {
  // A set, because a client may send the next request without waiting for the answer.
  const bySocket = new WeakMap<Socket, Set<IncomingMessage>>();
  return {
    watch(server) {
      server.on('request', (request, response) => {
        const requests = bySocket.get(request.socket) ?? new Set();
        bySocket.set(request.socket, requests.add(request));
        response.once('close', () => requests.delete(request));
      });
    },
    isOn(socket) {
      return [...(bySocket.get(socket) ?? [])].some((request) => request.complete);
    },
  };
}
