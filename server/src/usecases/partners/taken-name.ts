import type { Transaction } from 'kysely';
import { personIdOf } from '@vezne/domain/actor';
import { isTaken } from '../../db/constraint.ts';
import { listPartners } from '../../db/read/partners/partners.ts';
import type { Database } from '../../db/schema.ts';
import { PARTNER_NAME_KEY } from '../../db/write/partners/partners.ts';
import { RefusedError, refusal, refused } from '../refusal.ts';

/**
 * Refuses a name that people would take for another partner's: the same letters in another case, with other spaces or accents. Whoever
 * confirms a request reads the name.
 */
export async function refuseNameLikeAnother(
  trx: Transaction<Database>,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const wanted = personIdOf(name);
  const others = (await listPartners(trx)).filter((partner) => partner.id !== id);
  if (others.some((other) => personIdOf(other.name) === wanted)) {
    throw refused('partner_name_taken', { name });
  }
}

/** Runs a write of a partner. Refused when another partner has the name, in any mix of upper and lower case. */
export async function refusingTakenName(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isTaken(error, PARTNER_NAME_KEY)) throw error;
    throw new RefusedError(refusal('partner_name_taken', { name }), { cause: error });
  }
}
