import type { Environment } from '../../config.ts';
import type { SignInContext } from '../../usecases/sign-in/context.ts';
import type { RateLimiter } from '../server/rate-limiter.ts';

/** What the routes of a console process share. */
export interface ConsoleDependencies {
  signIn: SignInContext;
  environment: Environment;
  consoleUrl: string;
  networkLimiter: RateLimiter;
}
