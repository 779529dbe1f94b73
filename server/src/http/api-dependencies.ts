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
