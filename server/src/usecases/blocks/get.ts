import type { Kysely, Transaction } from 'kysely';
import { findBlock } from '../../db/read/partners/blocked-parties.ts';
import type { BlockRecord } from '../../db/read/partners/blocked-parties.ts';
import type { Database } from '../../db/schema.ts';
import { isUuid } from '../../db/uuid.ts';
import { lockBlocks } from '../../db/write/partners/blocked-parties.ts';
import { refused } from '../refusal.ts';

/** The block with this id, removed or not. */
export async function getBlock(db: Kysely<Database>, id: string): Promise<BlockRecord> {
  const block = isUuid(id) ? await findBlock(db, id) : undefined;
  if (block === undefined) throw refused('block_not_found', { blockId: id });
  return block;
}

/** The same; no other transaction changes blocks until this one ends. */
export async function getBlockForChange(trx: Transaction<Database>, id: string): Promise<BlockRecord> {
  await lockBlocks(trx);
  return await getBlock(trx, id);
}
