import { OutcomeUnknownError, isKnownUndone } from '../../db/errors.ts';
import type { PersonKey, SignInPerson, SignInStore, SignInWrites } from '../../db/sign-in-store.ts';
import { RefusedError } from '../refusal.ts';

/** One transaction that is known to be done, known to be undone, or said to be unknown. It is not tried again: people do that. */
export async function transact<T>(
  { store }: { store: SignInStore<SignInPerson> },
  person: PersonKey | undefined,
  work: (writes: SignInWrites) => Promise<T>,
): Promise<T> {
  try {
    return await store.transact(person, work);
  } catch (error) {
    if (error instanceof RefusedError || isKnownUndone(error)) throw error;
    throw new OutcomeUnknownError('It is not known whether the database did it.', { cause: error });
  }
}
