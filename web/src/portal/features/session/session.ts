import type { SignedInSession } from '@vezne/contract/portal/session';
import type { PartnerPermission } from '@vezne/domain/partner-permissions';
import { useAnySignedIn } from '../../../shared/session/session.ts';

/** Who is signed in, and of which partner. */
export function useSignedIn(): SignedInSession {
  const session = useAnySignedIn();
  if (!('partner' in session)) throw new Error('The portal is for people of partners.');
  return session;
}

/** Whether the person's roles allow it. */
export function useMay(permission: PartnerPermission): boolean {
  return useSignedIn().permissions.includes(permission);
}
