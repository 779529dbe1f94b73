import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionEndReason } from '@vezne/contract/sign-in/errors';
import { getSession } from '@vezne/contract/console/session';
import { signOut } from '@vezne/contract/sign-in/session';
import type { SignedInSession } from '@vezne/contract/console/session';
import { createContext, useContext } from 'react';
import { api } from '../../../shared/api/api.ts';
import type { ApiOutput } from '../../../shared/api/api.ts';

export const SESSION_KEY = ['session'] as const;
/** Why the last session ended, for the page that asks to sign in again. */
export const END_REASON_KEY = ['session-end-reason'] as const;

export type Session = ApiOutput<typeof getSession>;

export function useSessionQuery() {
  return useQuery({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }) => await api(getSession, {}, { signal }),
    staleTime: 60_000,
  });
}

/** The session of a page that only signed-in people see. */
export const SignedInContext = createContext<SignedInSession | null>(null);

export function useSignedIn(): SignedInSession {
  const session = useContext(SignedInContext);
  if (session === null) throw new Error('This page is for people who have signed in.');
  return session;
}

/** After a sign-in: everything that a stranger was told is forgotten. */
export function useSessionBegan(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    client.setQueryData(END_REASON_KEY, null);
    await client.resetQueries();
  };
}

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    // Signed out already is signed out.
    await api(signOut, {}).catch(() => undefined);
    client.clear();
    client.setQueryData<SessionEndReason | null>(END_REASON_KEY, 'signed_out');
    await client.invalidateQueries();
    location.assign('/sign-in');
  };
}
