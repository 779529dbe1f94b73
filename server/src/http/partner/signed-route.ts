import type { PartnerRoute } from '@vezne/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OutcomeUnknownError } from '../../db/outcome.ts';
import type { ConfigurationView, Partner } from '../../usecases/configuration/model.ts';
import { Refusal } from '../../usecases/refusal.ts';
import { ApiError } from '../api-error.ts';
import type { HttpParts } from '../parts.ts';
import { authenticate, standingRefusal } from './authenticate.ts';

/** A request whose sender is known. */
export interface PartnerCall {
  request: FastifyRequest;
  reply: FastifyReply;
  partner: Partner;
  view: ConfigurationView;
  body: Buffer;
  /**
   * Why this partner may not be served now: disabled, from a wrong address, over its rate. A create looks its reference
   * up before it says so; every other route throws it at once.
   */
  refusal: Refusal | undefined;
}

const NO_BODY = Buffer.alloc(0);

/** Serves a route of the contract to whoever signed the request. */
export function signedRoute(
  app: FastifyInstance,
  parts: HttpParts,
  route: PartnerRoute,
  handle: (call: PartnerCall) => Promise<void>,
): void {
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      const path = request.raw.url ?? '';
      const [pathOnly] = path.split('?', 1);
      // The router decodes percent signs; what was signed, and is looked at here, are the bytes as sent.
      if (pathOnly !== route.path) throw new ApiError('not_found');

      const body = Buffer.isBuffer(request.body) ? request.body : NO_BODY;
      const view = await currentConfiguration(parts, route);
      const partner = authenticateOrCount(parts, request, { path, body, view });
      request.partnerId = partner.id;
      const rate = limitRate(parts, reply, partner);
      if (route.method === 'POST' && path !== pathOnly) throw new ApiError('query_not_allowed');
      await handle({
        request,
        reply,
        partner,
        view,
        body,
        refusal: standingRefusal(partner, request.ip) ?? rate,
      });
      return reply;
    },
  });
}

/**
 * Without fresh credentials nobody can be recognised, and without the database no reference can be looked up: a create is
 * then left unanswered, since "no" could be wrong.
 */
async function currentConfiguration(
  { services, log }: HttpParts,
  route: PartnerRoute,
): Promise<ConfigurationView> {
  try {
    return await services.configuration.current();
  } catch (error) {
    if (route.method === 'POST')
      throw new OutcomeUnknownError('The database cannot be reached.', { cause: error });
    log.warn({ err: error }, 'the configuration cannot be read');
    throw new ApiError('unavailable', { retryAfterSeconds: 2 });
  }
}

/**
 * Only failures count against an address. A request that is signed well may be the retry of a withdrawal that exists,
 * and must get through whatever somebody else does from the same address; checking a signature costs no more than
 * counting would.
 */
function authenticateOrCount(
  { clock, addressLimiter, config }: HttpParts,
  request: FastifyRequest,
  { path, body, view }: { path: string; body: Buffer; view: ConfigurationView },
): Partner {
  try {
    return authenticate({ raw: request.raw, path, body }, view.configuration, clock.nowMs());
  } catch (error) {
    const verdict = addressLimiter.take(request.ip, config.failedSignInsPerSecond);
    if (verdict.isAllowed) throw error;
    throw new ApiError('rate_limited', { retryAfterSeconds: verdict.resetSeconds });
  }
}

function limitRate(
  { partnerLimiter, config }: HttpParts,
  reply: FastifyReply,
  partner: Partner,
): Refusal | undefined {
  const verdict = partnerLimiter.take(partner.id, partner.requestsPerSecond ?? config.requestsPerSecond);
  reply.header('ratelimit-limit', String(verdict.limit));
  reply.header('ratelimit-remaining', String(verdict.remaining));
  reply.header('ratelimit-reset', String(verdict.resetSeconds));
  return verdict.isAllowed
    ? undefined
    : new Refusal('rate_limited', { retryAfterSeconds: verdict.resetSeconds });
}
