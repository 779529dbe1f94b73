import type { SignInRoute, SurfaceRoute } from '@vezne/contract/sign-in/route';
import type { Environment } from '../../config.ts';
import type { SignInContext, SignInPerson } from '../../usecases/sign-in/context.ts';
import type { RateLimiter } from '../server/rate-limiter.ts';
import type { TokenCookies } from './cookies.ts';

/** A place that people sign in to: the console for ours, the portal for those of partners. */
export interface Surface<P extends SignInPerson = SignInPerson, Route extends SurfaceRoute = SignInRoute> {
  signIn: SignInContext<P>;
  environment: Environment;
  /** Of its pages. Nothing else may ask it anything. */
  origin: string;
  cookies: TokenCookies;
  networkLimiter: RateLimiter;
  /** Whether the person's roles allow a route that asks for more than to be somebody. */
  isPermitted(person: P, route: Route): boolean;
  /** Who asked, for the log. */
  logFields(person: P): Readonly<Record<string, unknown>>;
}
