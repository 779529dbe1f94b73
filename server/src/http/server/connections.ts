/** How long requests may take on a connection, and when a connection may be closed. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify';

/** How long a request may take to arrive. What takes longer is an attack or a dead link, and its connection is closed. */
export interface RequestTimeLimits {
  headersWithinMs: number;
  /** Counted from the headers on; a route that says `bodyWithinMs` in its config has its own. */
  bodyWithinMs: number;
  lookEveryMs: number;
}

/** Bodies have at most 16 KiB, so ten seconds are long. Node would look every 30 s, and so cut at up to 40. */
export const REQUEST_TIME_LIMITS: RequestTimeLimits = {
  headersWithinMs: 10_000,
  bodyWithinMs: 10_000,
  lookEveryMs: 1_000,
};
/** For a route that takes a file from a phone: 2 MiB at 300 kbit/s, a weak mobile link, are 56 s. */
export const FILE_WITHIN_MS = 60_000;
/** Longer than the 60 s that load balancers keep a connection, so that they close it first and never meet a closed one. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/**
 * The 65 s are announced in every answer, and a client may send until they are over; some count them from when they have read
 * the answer. So a connection is kept for longer: Node's own second is less than a slow network or a busy machine takes.
 */
const KEEP_ALIVE_GRACE_MS = 10_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a body may take on this route; at most FILE_WITHIN_MS, where the server's own limit ends every request. */
    bodyWithinMs?: number;
  }
}

/**
 * Node has one limit for headers and one for whole requests, which must be the longer one: given the other way round it
 * swaps them without a word. So the whole request gets what the slowest route needs, and bodies are held to theirs below.
 * Neither runs between the requests of a connection.
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
 * Timers may run before arrivals are read: after a busy moment Node would close a connection with a request on it that came in
 * time, and its partner would not know what became of it. So what has arrived is read first.
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
    // Hooks run before the body is read, even if it came with the headers. When all that came has been read (at the next tick
    // it has not), a body that is whole needs no timer.
    if (hasBody(request)) setImmediate(cutIfLate, request, bodyWithinMs);
    done();
  });
}

/** A request that announces none has none: to read is to send no body, and costs nothing here. */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** The connection breaks instead of carrying a refusal, so that nothing that arrives later can contradict an answer. */
function cutIfLate(request: FastifyRequest, usualMs: number): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  const timer = setTimeout(() => {
    if (!raw.complete) raw.socket.destroy();
  }, request.routeOptions.config.bodyWithinMs ?? usualMs);
  raw.once('close', () => clearTimeout(timer));
}

/** Which connections carry a request that has arrived whole and has no answer yet. */
export interface UnansweredRequests {
  watch(server: Server): void;
  isOn(socket: Socket): boolean;
}

export function createUnansweredRequests(): UnansweredRequests {
  // More than one: a client may send the next request without waiting for the answer.
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
