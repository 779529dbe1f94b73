import type { SecondFactorMethod } from '@vezne/contract/sign-in/sign-in';
import type { PartnerRole } from '@vezne/domain/partner-permissions';
import { createContext, useContext } from 'react';
import type { ComponentType } from 'react';
import type { Session } from './any-session.ts';

interface SignedInStep {
  next: 'signed_in' | 'enrol';
}

/** Whom a one-use link is for. */
export interface LinkHolder {
  login: string;
  name: string;
  needsSecondFactor: boolean;
  /** To whose account it leads. Of ours there is only one. */
  invitedTo?: { partner: string; roles: readonly PartnerRole[] };
}

export interface DoorCalls {
  signIn: (typed: {
    login: string;
    password: string;
  }) => Promise<SignedInStep | { next: 'second_factor'; methods: readonly SecondFactorMethod[] }>;
  /** Reads only. */
  lookAtLink: (token: string) => Promise<LinkHolder>;
  /** Uses the link up. */
  acceptLink: (typed: { token: string; password: string }) => Promise<SignedInStep>;
}

/** What differs between the console and the portal before somebody is in. Everything else of the door is the same. */
export interface SignInPlace {
  /** What people type as their name: decides which keyboard a phone shows. */
  loginKind: 'handle' | 'email';
  readSession: (signal: AbortSignal) => Promise<Session>;
  /** Loaded with the door. */
  doorCalls: () => Promise<DoorCalls>;
  /** What the page of a one-use link says before it asks for a password. */
  LinkIntro: ComponentType<{ holder: LinkHolder }>;
}

export const SignInPlaceContext = createContext<SignInPlace | null>(null);

export function useSignInPlace(): SignInPlace {
  const place = useContext(SignInPlaceContext);
  if (place === null) throw new Error('There is no SignInPlaceContext above.');
  return place;
}
