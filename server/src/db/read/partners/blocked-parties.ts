import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema.ts';

/** Who is blocked: a player of one partner, or an IBAN for all partners. */
export type BlockedParty =
  | { kind: 'player'; partnerId: string; customerId: string }
  | { kind: 'iban'; iban: string };

export interface BlockRecord {
  id: string;
  kind: BlockedParty['kind'];
  /** The partner of a player; null for an IBAN. */
  partnerId: string | null;
  partnerName: string | null;
  customerId: string | null;
  iban: string | null;
  reason: string;
  /** null: for ever. */
  expiresAt: Date | null;
  blockedBy: string;
  blockedById: string;
  createdAt: Date;
  endedAt: Date | null;
  endedBy: string | null;
  /** Neither removed nor expired, by the database's clock. */
  isLive: boolean;
}

/** Those that hold, newest first. */
export async function listLiveBlocks(db: Kysely<Database>): Promise<BlockRecord[]> {
  return await selectBlocks(db)
    .where('ended_at', 'is', null)
    .where(({ eb }) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    // Ids of the console's presses tell nothing of time.
    .orderBy('blocked_party.created_at', 'desc')
    .orderBy('blocked_party.id', 'desc')
    .execute();
}

export async function findBlock(db: Kysely<Database>, id: string): Promise<BlockRecord | undefined> {
  return await selectBlocks(db).where('blocked_party.id', '=', id).executeTakeFirst();
}

/** The entry that was not removed; it may have expired. */
export async function findBlockOf(
  db: Kysely<Database>,
  party: BlockedParty,
): Promise<BlockRecord | undefined> {
  const entries = selectBlocks(db).where('kind', '=', party.kind).where('ended_at', 'is', null);
  const own =
    party.kind === 'iban'
      ? entries.where('iban', '=', party.iban)
      : entries.where('partner_id', '=', party.partnerId).where('customer_id', '=', party.customerId);
  return await own.executeTakeFirst();
}

function selectBlocks(db: Kysely<Database>) {
  return db
    .selectFrom('blocked_party')
    .leftJoin('partner', 'partner.id', 'blocked_party.partner_id')
    .select([
      'blocked_party.id',
      'kind',
      'partner_id as partnerId',
      'partner.name as partnerName',
      'customer_id as customerId',
      'iban',
      'reason',
      'expires_at as expiresAt',
      'blocked_by as blockedBy',
      'blocked_by_id as blockedById',
      'blocked_party.created_at as createdAt',
      'ended_at as endedAt',
      'ended_by as endedBy',
      sql<boolean>`ended_at is null and (expires_at is null or expires_at > now())`.as('isLive'),
    ]);
}
