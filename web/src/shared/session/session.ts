import { useQuery, useQueryClient } from '@tanstack/react-query';
import { signOut } from '@vezne/contract/sign-in/session';
import { createContext, useContext } from 'react';
import { api } from '../api/api.ts';
import { askedAgain } from '../api/renewed-session.ts';
import type { AnySignedIn, Session } from './any-session.ts';
import { useSignInPlace } from './sign-in-place.ts';

export const SESSION_KEY = ['session'] as const;

export function useSessionQuery() {
  const { readSession } = useSignInPlace();
  const client = useQueryClient();
  return useQuery<Session>({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }) => {
      const wasSignedIn = client.getQueryData<Session>(SESSION_KEY)?.state === 'signed_in';
      return await askedAgain(
        async () => await readSession(signal),
        (session) => wasSignedIn && session.state === 'signed_out' && session.endReason === null,
      );
    },
    staleTime: 60_000,
  });
}

/** The session of a page that only signed-in people see. */
export const SignedInContext = createContext<AnySignedIn | null>(null);

/** For what both places share; each has a hook of its own beside this one, which knows more. */
export function useAnySignedIn(): AnySignedIn {
  const session = useContext(SignedInContext);
  if (session === null) throw new Error('This page is for people who have signed in.');
  return session;
}

/** After a sign-in: everything that a stranger was told is forgotten. */
export function useSessionBegan(): () => Promise<void> {
  const client = useQueryClient();
  return async () => await client.resetQueries();
}

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    // Signed out already is signed out.
    await api(signOut, {}).catch(() => undefined);
    client.clear();
    location.assign('/sign-in');
  };
}
