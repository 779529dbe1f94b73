import type { ApiConfig } from '../config.ts';
import type { Context } from '../context.ts';
import type { ApiServices } from '../usecases/services.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** What the routes of an api process share. */
export interface HttpParts extends Context {
  config: ApiConfig;
  services: ApiServices;
  partnerLimiter: RateLimiter;
  addressLimiter: RateLimiter;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the sender is known; for the log. */
    partnerId: string | undefined;
  }
  interface FastifyReply {
    /** The error code of the answer, if it is an error; for the log. */
    errorCode: string | undefined;
  }
}
