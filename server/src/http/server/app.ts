import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { processCounts } from '../../metrics/process-counts.ts';
import { answerMalformedHttp, answerUnreadablePath, installErrorHandler } from './error-handler.ts';
import type { SurfaceErrors } from './http-error.ts';
import { answerBefore } from './answer-first.ts';
import type { AnswerFirst } from './answer-first.ts';
import { clientNetwork } from './client-network.ts';
import { limitConnections } from './connection-limits.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { cutCrumbledBodies } from './crumbled-bodies.ts';
import { createCutLog } from './cut-log.ts';
import { cutLateBodies } from './late-bodies.ts';
import { readBeforeClosing } from './read-before-closing.ts';
import { REQUEST_TIME_LIMITS, timeLimitOptions } from './time-limits.ts';
import type { RequestTimeLimits } from './time-limits.ts';
import { createTrustedProxies } from './trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request was about, if known; for the log. */
    logFields: Readonly<Record<string, unknown>> | undefined;
  }
  interface FastifyReply {
    /** The error code of the answer, if it is an error; for the log. */
    errorCode: string | undefined;
  }
}

export interface AppOptions {
  log: Logger;
  /** The path before our own in the public address, without a trailing slash. */
  prefix: string;
  trustedProxies: readonly string[];
  bodyLimitBytes: number;
  errors: SurfaceErrors;
  connectionLimits: ConnectionLimits;
  timeLimits?: RequestTimeLimits | undefined;
  /** What memory knows, with no need of the framework. */
  answerFirst?: AnswerFirst;
}

/** A server without routes, with everything that all surfaces share: limits, time limits, errors, the log. */
export function createApp({
  log,
  prefix,
  trustedProxies,
  bodyLimitBytes,
  errors,
  connectionLimits,
  timeLimits = REQUEST_TIME_LIMITS,
  answerFirst,
}: AppOptions): FastifyInstance {
  // Fastify's own logger type. With pino's type, the instance would have a different type that no route function accepts.
  const loggerInstance: FastifyBaseLogger = log;
  const cutLog = createCutLog(log);
  const proxies = createTrustedProxies(trustedProxies);
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: proxies.requestId,
    // Making a logger for each request, and searching it for secrets, is wasted work: such lines are rare, and they name
    // the request themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    ...timeLimitOptions(timeLimits),
    trustProxy: trustedProxies.length > 0 && proxies.isTrusted,
    clientErrorHandler(error, socket) {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
        cutLog.count('late_headers', clientNetwork(socket.remoteAddress ?? ''));
      answerMalformedHttp(error, socket, { isServing: connections.isServing(socket), errors });
    },
    frameworkErrors: (_error, request, reply) => answerUnreadablePath(errors, request, reply),
    // The path itself is the bare address too, as people type it.
    rewriteUrl: ({ url = '/' }) =>
      prefix === '' || !(url === prefix || url.startsWith(`${prefix}/`))
        ? url
        : url.slice(prefix.length) || '/',
  });
  if (answerFirst) {
    const quick = answerBefore(app.server, (request, response) =>
      answerFirst(request, response, proxies.requestId),
    );
    // An app that closes says so in its answers, so that connections end.
    app.addHook('preClose', (done) => {
      quick.stop();
      done();
    });
  }
  const connections = limitConnections(app.server, {
    limits: connectionLimits,
    isTrustedPeer: proxies.isTrusted,
    cutLog,
  });
  cutCrumbledBodies(app.server, ({ socket }) =>
    cutLog.count('crumbled_body', clientNetwork(socket.remoteAddress ?? '')),
  );
  readBeforeClosing(app.server);
  app.decorateRequest('logFields', undefined);
  app.decorateReply('errorCode', undefined);
  // Bodies stay bytes until a route knows who sent them: a signature covers bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  installErrorHandler(app, errors);
  dropAfterCut(app);
  cutLateBodies(app, timeLimits, (reason, { ip }) => cutLog.count(reason, clientNetwork(ip)));
  logAnswers(app, log);
  return app;
}

/** Requests that came in one packet with those for which their connection was cut. Nothing is done for them. */
function dropAfterCut(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.destroyed) reply.hijack();
    else done();
  });
}

/** One line per answer. It names the route, not the address: a hosted page's address is a secret. */
function logAnswers(app: FastifyInstance, log: Logger): void {
  // These fields are all named here or by the routes, and none is secret. Searching them for secrets would take longer than
  // checking a signature: it was 14 % of the work of a read.
  const answers = log.child({}, { redact: [] });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? null;
    countAnswer({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime });
    if (reply.errorCode !== undefined) processCounts.errors.add(reply.errorCode);
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      code: reply.errorCode,
      ...request.logFields,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    answers.info(line, 'answered');
    done();
  });
}

/** One more answer for the metrics. What answers before the framework calls it by itself, with the route that it stands for. */
export function countAnswer({
  method,
  route,
  status,
  ms,
}: {
  method: string;
  /** Null: no route has this address. */
  route: string | null;
  status: number;
  ms: number;
}): void {
  processCounts.answers.count(method, route, status, ms);
}
