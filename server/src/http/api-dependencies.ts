import type { TransactionType } from '@vezne/domain/transaction-state';
import type { ApiConfig } from '../config.ts';
import type { Context } from '../context.ts';
import type { ApiServices } from '../usecases/services.ts';
import type { RateLimiter } from './server/rate-limiter.ts';

/** What the routes of an api process share. */
export interface ApiDependencies extends Context {
  config: ApiConfig;
  services: ApiServices;
  partnerLimiter: RateLimiter;
  addressLimiter: RateLimiter;
}

export interface RequestSubject {
  type: TransactionType;
  externalReference: string;
  transactionId?: string;
  isReplay?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the sender is known; for the log. */
    partnerId: string | undefined;
    /** What the request was about, as far as it is known; for the log. */
    subject: RequestSubject | undefined;
  }
  interface FastifyReply {
    /** The error code of the answer, if it is an error; for the log. */
    errorCode: string | undefined;
  }
}
