import type { SignInRoute, SurfaceRoute } from '@vezne/contract/sign-in/route';
import type { Environment } from '../../config/environment.ts';
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
  /** Throws if the person has pressed too often; absent: nobody presses too often. */
  limitPresses?(person: P): void;
  /** Whether the person may use a route that is not public. */
  isPermitted(person: P, route: Route): boolean;
  /** Whether the database must let nothing be written for this person here; absent: everybody writes what they may. */
  onlyReads?(person: P, route: Route): boolean;
  /** Who asked, for the log. */
  logFields(person: P): Readonly<Record<string, unknown>>;
}
