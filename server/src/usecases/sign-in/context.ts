import type { PasskeyPlace } from '../../keys/passkeys.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';
import type { ThrottleRules } from '@vezne/domain/sign-in-throttle';
import type { Context } from '../../context.ts';
import type { SignInPerson, SignInStore } from '../../db/sign-in-store.ts';
import type { Passwords } from './passwords.ts';

export type { SignInPerson };

/** What signing in needs, built once for a process: people of ours sign in to the console, those of partners to the portal. */
export interface SignInContext<P extends SignInPerson = SignInPerson> extends Context {
  store: SignInStore<P>;
  /** What an authenticator app calls the place. */
  totpIssuer: string;
  passwords: Passwords;
  sealedSecrets: SealedSecrets;
  passkeyPlace: PasskeyPlace;
  throttleRules: ThrottleRules;
  /** Without it, as in development, a password alone suffices for somebody who has no second factor. */
  isSecondFactorRequired: boolean;
}

/** Where a request comes from. */
export interface Caller {
  /** An IP address. */
  address: string;
  /** What is counted as one place: see http/server/client-network. */
  network: string;
  userAgent: string;
}

export function nowOf({ clock }: Pick<Context, 'clock'>): Date {
  return new Date(clock.nowMs());
}
