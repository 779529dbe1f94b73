import { auditPerson, removePerson as writeRemoval } from '../../db/write/partner-people.ts';
import { refused } from '../refusal.ts';
import { nowOf } from '../sign-in/context.ts';
import type { Caller } from '../sign-in/context.ts';
import { placeOf } from './signed-in.ts';
import type { PortalSession, PortalSignIn } from './signed-in.ts';
import { writeFor } from './write.ts';

/** Somebody may not come in any more, at once. An owner may go too, as long as another stays. */
export async function removePerson(
  context: PortalSignIn,
  session: PortalSession,
  { id, caller }: { id: string; caller: Caller },
): Promise<void> {
  const { person } = session;
  const { partnerId } = person;
  const now = nowOf(context);
  const outcome = await writeFor(context, session, async (client) => {
    const removed = await writeRemoval(client, { partnerId, id, removedById: person.id, now });
    if (removed.outcome !== 'removed') return removed.outcome;
    await auditPerson(client, {
      personId: person.id,
      action: 'partner_person.remove',
      subjectId: id,
      details: { partner: partnerId, email: removed.email, ...placeOf(session, caller) },
    });
    return removed.outcome;
  });
  // Said after the transaction: a refusal inside would cost its connection.
  if (outcome === 'last_owner') throw refused('last_owner');
  if (outcome === 'not_found') throw refused('person_not_found');
}
