import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ApiConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { newRequestId } from '../ids.ts';
import type { ApiServices } from '../usecases/services.ts';
import { ARRIVAL_LIMITS, arrivalOptions, cutLateBodies, readBeforeClosing } from './arrival.ts';
import type { ArrivalLimits } from './arrival.ts';
import { docsRoutes } from './docs/routes.ts';
import { answerMalformedHttp, answerUnreadablePath, installErrorHandler } from './error-handler.ts';
import { healthRoutes } from './health.ts';
import { balanceRoutes } from './partner/balance.ts';
import { depositRoutes } from './partner/deposits.ts';
import { eventRoutes } from './partner/events.ts';
import { transactionRoutes } from './partner/transactions.ts';
import { withdrawalRoutes } from './partner/withdrawals.ts';
import type { HttpParts } from './parts.ts';
import { payRoutes } from './pay/routes.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createUnansweredRequests } from './unanswered-requests.ts';

const BODY_LIMIT_BYTES = 16 * 1024;

export function buildApiApp(
  context: Context,
  {
    arrivalLimits = ARRIVAL_LIMITS,
    ...parts
  }: { config: ApiConfig; services: ApiServices; arrivalLimits?: ArrivalLimits },
): FastifyInstance {
  const { config } = parts;
  const prefix = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  // Fastify's own logger type: with pino's, the instance would have a type of its own that no route function takes.
  const loggerInstance: FastifyBaseLogger = context.log;
  const unanswered = createUnansweredRequests();
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    // A logger for each request would be made, and looked through for secrets, on behalf of lines that are hardly ever
    // written; those few name the request themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    ...arrivalOptions(arrivalLimits),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    clientErrorHandler: (error, socket) =>
      answerMalformedHttp(error, socket, { isServing: unanswered.isOn(socket) }),
    frameworkErrors: answerUnreadablePath,
    // The signed path starts at /v1/ whatever stands before it in the public address.
    rewriteUrl: ({ url = '/' }) =>
      prefix !== '' && url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url,
  });
  unanswered.watch(app.server);
  readBeforeClosing(app.server);
  app.decorateRequest('partnerId', undefined);
  app.decorateRequest('subject', undefined);
  app.decorateReply('errorCode', undefined);
  // Bodies stay bytes until the signature over those bytes has been checked.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  installErrorHandler(app);
  cutLateBodies(app, arrivalLimits);
  logAnswers(app, context.log);

  const httpParts: HttpParts = {
    ...context,
    ...parts,
    partnerLimiter: createRateLimiter(context.clock),
    addressLimiter: createRateLimiter(context.clock),
  };
  depositRoutes(app, httpParts);
  withdrawalRoutes(app, httpParts);
  transactionRoutes(app, httpParts);
  eventRoutes(app, httpParts);
  balanceRoutes(app, httpParts);
  payRoutes(app, httpParts);
  docsRoutes(app, httpParts);
  healthRoutes(app, httpParts);
  return app;
}

/** One line an answer. It names the route, not the address: a hosted page's address is a secret. */
function logAnswers(app: FastifyInstance, log: Logger): void {
  // These fields are all named here or by the routes, and none is secret. To look for secrets in them would take longer than to check a
  // signature: it was 14 % of the work for a read.
  const answers = log.child({}, { redact: [] });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      code: reply.errorCode,
      partnerId: request.partnerId,
      ...request.subject,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    answers.info(line, 'answered');
    done();
  });
}
