import type { SignedInPerson } from '@vezne/domain/actor';
import type { StaffSession } from '../../usecases/staff/signed-in.ts';

/** Whoever asks, as the use cases know people. */
export function personOf({ id, person, address, stepUpUntil }: StaffSession): SignedInPerson {
  return {
    kind: 'staff',
    id: person.id,
    name: person.handle,
    roles: person.roles,
    session: { id, address },
    stepUpUntil,
  };
}
