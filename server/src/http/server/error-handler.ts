import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OutcomeUnknownError } from '../../db/errors.ts';
import { newRequestId } from '../../ids.ts';
import type { HttpError, SurfaceErrors } from './http-error.ts';

/** An error is of its moment: no cache keeps it, and no browser takes it for anything but JSON. */
const ERROR_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Closed at once, a connection with bytes on their way is reset, and the answer may be lost. Never closed, it would be held for as
 * long as the other side likes: Node's time limits don't run on one whose parser has failed.
 */
const TIME_TO_READ_MS = 1_000;

/** The one place where an error becomes an answer. The surface gives the words. */
export function installErrorHandler(app: FastifyInstance, errors: SurfaceErrors): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof OutcomeUnknownError) hangUp(error, request, reply);
    else sendError(reply, toHttpError(errors, error, request));
  });
  app.setNotFoundHandler((request, reply) => {
    const { method, raw } = request;
    sendError(reply, errors.common('not_found', { method, url: raw.url ?? '' }));
  });
}

export function sendError(reply: FastifyReply, error: HttpError): void {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  const body = { error: error.message, code: error.code, requestId: reply.request.id, ...error.extras };
  reply.errorCode = error.code;
  reply.code(error.status).headers(ERROR_HEADERS).send(JSON.stringify(body));
}

/**
 * Ends the connection without an answer. A partner takes every answer but success as "nothing was created", and whether
 * that is true isn't known here; a connection that breaks is what partners look up or retry.
 */
function hangUp(error: OutcomeUnknownError, request: FastifyRequest, reply: FastifyReply): void {
  const { id: requestId, method, logFields } = request;
  const line = { err: error, requestId, method, route: request.routeOptions.url, ...logFields };
  request.log.error(line, 'the outcome is unknown; the connection is closed unanswered');
  reply.hijack();
  request.raw.socket.destroy();
}

function toHttpError(errors: SurfaceErrors, error: FastifyError, request: FastifyRequest): HttpError {
  const expected = errors.expected(error);
  if (expected) return expected;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return errors.common('body_too_large');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return errors.common('unsupported_media_type');
  if (typeof error.statusCode === 'number' && error.statusCode < 500) {
    return errors.common('unreadable_request');
  }
  request.log.error({ err: error, requestId: request.id }, 'an unexpected error');
  return errors.common('internal_error');
}

/** A path that cannot be decoded has no route, and so none of the hooks; Fastify's own answer would have another shape. */
export function answerUnreadablePath(
  errors: SurfaceErrors,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Without hooks nothing would end a body that never becomes whole.
  reply.headers({ 'x-request-id': request.id, connection: 'close' });
  sendError(reply, errors.common('not_found'));
}

/**
 * Bytes that are not HTTP never reach a route; they get the same kind of answer, by hand. A parser that has failed reads
 * nothing more of its connection, so that this "no" stays true. Not so with other errors: after a time-out the rest of a
 * request may still arrive, and would be served. Nor when the bytes follow a whole request that is still being served: the
 * partner would take this "no" for the answer to that one, and it may be creating a transaction. A connection that breaks
 * is what partners look up or retry.
 */
export function answerMalformedHttp(
  error: Error & { code?: string },
  socket: Socket,
  { isServing, errors }: { isServing: boolean; errors: SurfaceErrors },
): void {
  const hasParserFailed = error.code?.startsWith('HPE_') ?? false;
  if (!hasParserFailed || !socket.writable || isServing) {
    socket.destroy();
    return;
  }
  const requestId = newRequestId();
  const { message, code, status, extras } = errors.common('not_http');
  const body = JSON.stringify({ error: message, code, requestId, ...extras });
  const headers = Object.entries({
    ...ERROR_HEADERS,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), TIME_TO_READ_MS);
  socket.once('close', () => clearTimeout(timer));
}
