import { removePerson as writeRemoval } from '../../db/write/partners/partner-people.ts';
import { refused } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';
import { writeAsOwner } from './owners-hand.ts';
import type { PortalSession, PortalSignIn } from './signed-in.ts';

/** Somebody may not come in any more, at once. An owner may go too, as long as another stays. */
export async function removePerson(
  context: PortalSignIn,
  session: PortalSession,
  { id, caller }: { id: string; caller: Caller },
): Promise<void> {
  const outcome = await writeAsOwner(
    context,
    session,
    caller,
    async (client, hand) => await writeRemoval(client, hand, id),
  );
  // Said after the transaction: a refusal inside would cost its connection.
  if (outcome === 'last_owner') throw refused('last_owner');
  if (outcome === 'not_found') throw refused('person_not_found');
}
