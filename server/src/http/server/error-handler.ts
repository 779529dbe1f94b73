import type { Socket } from 'node:net';
import { API_ERRORS } from '@vezne/contract/partner/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OutcomeUnknownError } from '../../db/errors.ts';
import { newRequestId } from '../../ids.ts';
import { Refusal } from '../../usecases/refusal.ts';
import { ApiError, toApiError } from '../partner/api-error.ts';
import { nearestRoutes } from '../partner/known-routes.ts';

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

/** The one place where an error becomes an answer. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof OutcomeUnknownError) {
      hangUp(error, request, reply);
      return;
    }
    sendError(reply, toKnownError(error, request));
  });
  app.setNotFoundHandler((request, reply) => sendError(reply, notFound(request)));
}

function notFound({ method, raw }: FastifyRequest): ApiError {
  const hint = nearestRoutes(method, raw.url ?? '');
  const text = hint === undefined ? {} : { text: `${API_ERRORS.not_found.error} ${hint}` };
  return new ApiError('not_found', text);
}

export function sendError(reply: FastifyReply, error: ApiError): void {
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
  const { id: requestId, partnerId, subject, method } = request;
  const line = { err: error, requestId, method, route: request.routeOptions.url, partnerId, ...subject };
  request.log.error(line, 'the outcome is unknown; the connection is closed unanswered');
  reply.hijack();
  request.raw.socket.destroy();
}

function toKnownError(error: FastifyError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Refusal) return toApiError(error);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('body_too_large');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ApiError('unsupported_media_type');
  if (typeof error.statusCode === 'number' && error.statusCode < 500) {
    return new ApiError('invalid_request', {
      extras: { fields: [] },
      text: 'The request could not be read.',
    });
  }
  request.log.error({ err: error, requestId: request.id }, 'an unexpected error');
  return new ApiError('internal_error');
}

/** A path that cannot be decoded has no route, and so none of the hooks; Fastify's own answer would have another shape. */
export function answerUnreadablePath(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Without hooks nothing would end a body that never becomes whole.
  reply.headers({ 'x-request-id': request.id, connection: 'close' });
  sendError(reply, new ApiError('not_found'));
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
  { isServing }: { isServing: boolean },
): void {
  const hasParserFailed = error.code?.startsWith('HPE_') ?? false;
  if (!hasParserFailed || !socket.writable || isServing) {
    socket.destroy();
    return;
  }
  const requestId = newRequestId();
  const body = JSON.stringify({
    error: 'The request is not valid HTTP.',
    code: 'invalid_request',
    requestId,
    fields: [],
  });
  const headers = Object.entries({
    ...ERROR_HEADERS,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${headers.join('')}\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), TIME_TO_READ_MS);
  socket.once('close', () => clearTimeout(timer));
}
