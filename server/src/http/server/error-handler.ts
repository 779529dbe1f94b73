import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OutcomeUnknownError } from '../../db/errors.ts';
import { newRequestId } from '../../ids.ts';
import { processCounts } from '../../metrics/process-counts.ts';
import type { HttpError, SurfaceErrors } from './http-error.ts';

/** An error is true only at its moment, so no cache keeps it. No browser may read it as anything but JSON. */
const ERROR_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * If a connection is closed while bytes are on their way, it is reset, and the answer may be lost. If it is never closed,
 * the other side can hold it for ever: Node's time limits don't run after its parser has failed.
 */
const TIME_TO_READ_MS = 1_000;

/** The one place where an error becomes an answer. The surface provides the text. */
export function installErrorHandler(app: FastifyInstance, errors: SurfaceErrors): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof OutcomeUnknownError) answerUnknown(errors, error, request, reply);
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

/** A person is told that we don't know, and looks. A partner's program would read any answer as a no. */
function answerUnknown(
  errors: SurfaceErrors,
  error: OutcomeUnknownError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const answer = errors.outcomeUnknown?.();
  if (answer === undefined) {
    hangUp(error, request, reply);
    return;
  }
  request.log.error(
    { alarm: 'outcome_unknown', err: error, requestId: request.id },
    'the outcome is unknown; the person is told',
  );
  sendError(reply, answer);
}

/**
 * Ends the connection without an answer. A partner reads every answer except success as "nothing was created", and here we
 * don't know whether that is true. After a broken connection, partners look up or retry.
 */
function hangUp(error: OutcomeUnknownError, request: FastifyRequest, reply: FastifyReply): void {
  const { id: requestId, method, logFields } = request;
  const line = { requestId, method, route: request.routeOptions.url, ...logFields };
  // One for each request, as `answered` is: the error is only counted while it repeats.
  request.log.info(line, 'left unanswered');
  request.log.error(
    { alarm: 'outcome_unknown', err: error, ...line },
    'the outcome is unknown; the connection is closed unanswered',
  );
  // No hook runs for an answer that is not sent.
  processCounts.errors.add('outcome_unknown');
  processCounts.answers.count(request.method, request.routeOptions.url, 'unanswered', reply.elapsedTime);
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

/** A path that cannot be decoded has no route, so no hook runs. Fastify's own answer would have another shape. */
export function answerUnreadablePath(
  errors: SurfaceErrors,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // Without hooks, nothing would end a body that never becomes complete.
  reply.headers({ 'x-request-id': request.id, connection: 'close' });
  sendError(reply, errors.common('not_found'));
}

/**
 * Bytes that are not HTTP never reach a route. They get the same kind of answer, written by hand. A failed parser reads
 * nothing more from its connection, so this "no" stays true. There are two exceptions, in which the connection breaks
 * without an answer. After a time-out, the rest of a request may still arrive and would be served. And if the bytes follow
 * a complete request that is still being served, the partner would read this "no" as the answer to that request, which may
 * be creating a transaction. After a broken connection, partners look up or retry.
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
