import type { SignedInPerson } from '@vezne/domain/actor';
import type { CurrentSession } from '../../usecases/sign-in/current-session.ts';

/** Whoever asks, as the use cases know people. */
export function personOf({ id, person, address, stepUpUntil }: CurrentSession): SignedInPerson {
  return {
    kind: 'staff',
    id: person.id,
    name: person.handle,
    roles: person.roles,
    session: { id, address },
    stepUpUntil,
  };
}
