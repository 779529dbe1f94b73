import type { SignedInSession } from '@vezne/contract/console/session';
import { useAnySignedIn } from '../../../shared/session/session.ts';

/** Who of ours is signed in. */
export function useSignedIn(): SignedInSession {
  const session = useAnySignedIn();
  if ('partner' in session) throw new Error('The console is for our own people.');
  return session;
}
