/** In whose hands a payout is, and who is shown where the money goes. */
import type { SignedInPerson, StoredPerson } from '@vezne/domain/actor';
import { can } from '@vezne/domain/permissions';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';

export function takerOf({ takenBy, takenById }: DecisionRow): StoredPerson | null {
  return takenBy === null ? null : { id: takenById, name: takenBy };
}

export function authoriserOf({ authorisedBy, authorisedById }: DecisionRow): StoredPerson | null {
  return authorisedBy === null ? null : { id: authorisedById, name: authorisedBy };
}

/** Before it is authorised nothing may be sent, and afterwards only by one of the two. Everybody else recognises the account by its end. */
export function seesWholeIban(row: DecisionRow, viewer: SignedInPerson): boolean {
  if (row.type !== 'withdrawal' || row.status !== 'waiting_confirmation' || row.stage !== 'authorised')
    return false;
  const hands = [takerOf(row), authoriserOf(row)];
  // By the id alone: a namesake counts as the same person where something is refused, and not where something is shown.
  return can(viewer, 'decide') && hands.some((person) => person?.id === viewer.id);
}
