import type { ApiConfig } from '../config/api.ts';
import type { Context } from '../context.ts';
import type { ApiServices } from '../usecases/services.ts';
import type { SigningTeacher } from './partner/signing-mistakes/teacher.ts';
import type { RateLimiter } from './server/rate-limiter.ts';

/** What the routes of an api process share. */
export interface ApiDependencies extends Context {
  config: ApiConfig;
  services: ApiServices;
  partnerLimiter: RateLimiter;
  addressLimiter: RateLimiter;
  /** In development alone: whoever guesses must learn nothing from a refusal. */
  signingTeacher: SigningTeacher | undefined;
}
