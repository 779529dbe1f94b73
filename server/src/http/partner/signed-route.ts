import type { IncomingMessage } from 'node:http';
import type { PartnerRoute } from '@vezne/contract/partner/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OutcomeUnknownError, UnconfirmedError, isDatabaseAway } from '../../db/errors.ts';
import type { ConfigurationView, Partner } from '../../usecases/configuration/model.ts';
import { refused } from '../../usecases/refusal.ts';
import type { RefusedError } from '../../usecases/refusal.ts';
import { ApiError } from './api-error.ts';
import { clientNetwork } from '../server/client-network.ts';
import { readJsonBody } from '../server/json-body.ts';
import type { RateVerdict } from '../server/rate-limiter.ts';
import type { ApiDependencies } from '../api-dependencies.ts';
import { authenticate, signerOf, standingRefusal } from './authenticate.ts';
import type { SignedCall } from './authenticate.ts';
import { claimedSender } from './claimed-sender.ts';

/** A request from a known partner. */
export interface PartnerCall {
  request: FastifyRequest;
  reply: FastifyReply;
  partner: Partner;
  view: ConfigurationView;
  body: Buffer;
  /** The value of {id} in the path; empty for routes without it. */
  id: string;
  /** The query string as sent, without its question mark. */
  query: string;
  /**
   * Why this partner is refused now: disabled, a wrong address, or over its rate. A create looks up its reference before it
   * refuses; every other route throws this at once.
   */
  refusal: RefusedError | undefined;
  /** How long the partner's connection is kept waiting, counted from its arrival. */
  deadlineMs: number;
}

const NO_BODY = Buffer.alloc(0);

/** Serves a route of the contract to a partner that may be served. */
export function partnerRoute(
  app: FastifyInstance,
  dependencies: ApiDependencies,
  route: PartnerRoute,
  handle: (call: PartnerCall) => Promise<void>,
): void {
  signedRoute(app, dependencies, route, async (call) => {
    if (call.refusal) throw call.refusal;
    await handle(call).catch((error: unknown) => {
      // Of a read that no standby has confirmed nothing is told.
      const isForLater = isDatabaseAway(error) || error instanceof UnconfirmedError;
      throw route.method === 'GET' && isForLater ? unservable(route, error) : error;
    });
  });
}

/** Serves a route to the partner that signed the request. The route decides when to refuse. */
export function signedRoute(
  app: FastifyInstance,
  dependencies: ApiDependencies,
  route: PartnerRoute,
  handle: (call: PartnerCall) => Promise<void>,
): void {
  // All fields of these lines are named by us. Searching them for secrets takes ten times as long as the line, and strangers cause them.
  const door = { ...dependencies, log: dependencies.log.child({}, { redact: [] }) };
  const exactPath = new RegExp(`^${route.path.replace('{id}', '([A-Za-z0-9_]{1,64})')}$`);
  app.route({
    method: route.method,
    url: route.path.replace('{id}', ':id'),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const path = request.raw.url ?? '';
      const queryAt = path.indexOf('?');
      // The router decodes percent signs. The signature, and this check, use the bytes as sent.
      const match = exactPath.exec(queryAt === -1 ? path : path.slice(0, queryAt));
      if (!match) throw new ApiError('not_found');

      const body = Buffer.isBuffer(request.body) ? request.body : NO_BODY;
      const deadlineMs = dependencies.services.retry.deadlineMs();
      const call = { raw: request.raw, path, body, arrivedAtMs: dependencies.clock.nowMs() };
      const rateOf = (partner: Partner): RateVerdict => takeRate(dependencies, partner);
      const { view, rateAtArrival } = await currentConfiguration(dependencies, {
        route,
        call,
        deadlineMs,
        rateOf,
      });
      const partner = authenticateOrCount(door, request, { route, call, view });
      const refusal = standingRefusal(partner, request.ip);
      request.logFields = {
        partnerId: partner.id,
        ...(refusal === undefined ? {} : { network: clientNetwork(request.ip) }),
      };
      const rate = tellRate(reply, rateAtArrival ?? rateOf(partner));
      if (queryAt !== -1 && !route.query) throw new ApiError('query_not_allowed');
      if (route.method === 'GET' && hasBody(request.raw)) throw new ApiError('body_not_allowed');
      await handle({
        request,
        reply,
        partner,
        view,
        body,
        id: match[1] ?? '',
        query: queryAt === -1 ? '' : path.slice(queryAt + 1),
        refusal: refusal ?? rate,
        deadlineMs,
      });
      return reply;
    },
  });
}

/** The body of a call as JSON. */
export function jsonOf({ request, body }: Pick<PartnerCall, 'request' | 'body'>): unknown {
  const read = readJsonBody(request.raw, body);
  if (read.ok) return read.value;
  throw new ApiError(read.code, read.detail === undefined ? {} : { text: read.detail });
}

/** The framework does not read the body of a GET. The headers show whether there is one. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * Without fresh credentials we can recognise no partner, and without the database we can look up no reference. A create
 * then waits for it, and gets no answer in the end, because "no" could be wrong.
 */
async function currentConfiguration(
  { services, log }: ApiDependencies,
  {
    route,
    call,
    deadlineMs,
    rateOf,
  }: { route: PartnerRoute; call: SignedCall; deadlineMs: number; rateOf: (partner: Partner) => RateVerdict },
): Promise<{ view: ConfigurationView; rateAtArrival?: RateVerdict }> {
  const { configuration } = services;
  let rateAtArrival: RateVerdict | undefined;
  // All who wait go on in the same moment. Counted then, those of six seconds would be over the rate of one.
  const mayWait = ({ configuration: last }: ConfigurationView): boolean => {
    const sender = signerOf(call, last);
    if (sender) rateAtArrival = rateOf(sender);
    return sender !== undefined;
  };
  try {
    if (route.method !== 'POST') return { view: await configuration.current() };
    const view = await configuration.currentBy(deadlineMs, mayWait);
    return rateAtArrival === undefined ? { view } : { view, rateAtArrival };
  } catch (error) {
    log.warn({ err: error }, 'the configuration cannot be read');
    throw unservable(route, error);
  }
}

/** "Not now" for a read. No answer for a request that may repeat an earlier one that had an effect. */
function unservable(route: PartnerRoute, cause: unknown): Error {
  return route.method === 'POST'
    ? new OutcomeUnknownError('The sender cannot be recognised at the moment.', { cause })
    : new ApiError('unavailable', { retryAfterSeconds: 2 });
}

/**
 * Only failures count against an address. A correctly signed request may be the retry of an existing withdrawal, and must
 * get through whatever others do from the same address. Checking a signature costs no more than counting.
 */
function authenticateOrCount(
  { clock, addressLimiter, config, log, services, signingTeacher }: ApiDependencies,
  request: FastifyRequest,
  { route, call, view }: { route: PartnerRoute; call: SignedCall; view: ConfigurationView },
): Partner {
  try {
    const { id, partner } = authenticate(call, view.configuration);
    services.keyUses.note(id, clock.nowMs());
    return partner;
  } catch (error) {
    const [apiKey = '', ...more] = request.raw.headersDistinct['x-api-key'] ?? [];
    if (more.length === 0 && view.configuration.unreadableApiKeys.has(apiKey)) throw unservable(route, error);
    const sender = claimedSender(request, error, view.configuration, call.arrivedAtMs);
    // For each request, because a partner asks about one. The warning is for whoever watches, and is counted if it repeats.
    request.logFields = { ...sender };
    log.warn({ ...sender, requestId: request.id }, 'the sender of a request was not recognised');
    const verdict = addressLimiter.take(clientNetwork(request.ip), config.failedSignInsPerSecond);
    if (verdict.isAllowed) throw signingTeacher?.explain(error, call, view.configuration) ?? error;
    throw new ApiError('rate_limited', { retryAfterSeconds: verdict.resetSeconds });
  }
}

function takeRate({ partnerLimiter, config }: ApiDependencies, partner: Partner): RateVerdict {
  return partnerLimiter.take(partner.id, partner.requestsPerSecond ?? config.requestsPerSecond);
}

function tellRate(reply: FastifyReply, verdict: RateVerdict): RefusedError | undefined {
  reply.header('ratelimit-limit', String(verdict.limit));
  reply.header('ratelimit-remaining', String(verdict.remaining));
  reply.header('ratelimit-reset', String(verdict.resetSeconds));
  return verdict.isAllowed ? undefined : refused('rate_limited', { retryAfterSeconds: verdict.resetSeconds });
}
