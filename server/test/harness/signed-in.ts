import type { SignedInPerson } from '@vezne/domain/actor';
import { ROLES } from '@vezne/domain/permissions';

const FAR_AWAY = new Date('9999-01-01T00:00:00Z');

/** Somebody who has signed in and shown their second factor; unless a test says otherwise, with every role. */
export function signedIn(person: { id: string; name: string } & Partial<SignedInPerson>): SignedInPerson {
  return {
    kind: 'staff',
    roles: ROLES,
    session: { id: '01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708', address: '192.0.2.7' },
    stepUpUntil: FAR_AWAY,
    ...person,
  };
}
