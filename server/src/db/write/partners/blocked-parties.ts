import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Person } from '@vezne/domain/actor';
import type { BlockedParty } from '../../read/partners/blocked-parties.ts';
import type { Database } from '../../schema.ts';
import { takeWorkLock } from '../installation/locks.ts';

/** The constraint that refuses a block that would end before it begins. */
export const BLOCK_ENDS_LATER = 'blocked_party_expires_at';

/** A party that is not blocked has no row to lock. So all changes of blocks, which are rare, take turns. */
export async function lockBlocks(trx: Transaction<Database>): Promise<void> {
  await takeWorkLock(trx, 'blocks');
}

export async function insertBlock(
  trx: Transaction<Database>,
  {
    id,
    party,
    reason,
    expiresAt,
    actor,
  }: { id: string; party: BlockedParty; reason: string; expiresAt: Date | null; actor: Person },
): Promise<void> {
  await trx
    .insertInto('blocked_party')
    .values({
      id,
      kind: party.kind,
      partner_id: party.kind === 'player' ? party.partnerId : null,
      customer_id: party.kind === 'player' ? party.customerId : null,
      iban: party.kind === 'iban' ? party.iban : null,
      reason,
      expires_at: expiresAt,
      blocked_by: actor.name,
      blocked_by_id: actor.id,
    })
    .execute();
}

/** By the time of now, not of the transaction's start: the block may have been made since then. */
export async function endBlock(trx: Transaction<Database>, id: string, actor: Person): Promise<void> {
  await trx
    .updateTable('blocked_party')
    .set({ ended_at: sql<Date>`clock_timestamp()`, ended_by: actor.name })
    .where('id', '=', id)
    .execute();
}
