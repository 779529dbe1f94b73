import type { BlockRecord } from '../../db/read/partners/blocked-parties.ts';
import { endBlock } from '../../db/write/partners/blocked-parties.ts';
import type { AdminContext } from '../admin-context.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { plainValues } from '../plain-values.ts';
import { refused } from '../refusal.ts';
import { getBlock, getBlockForChange } from './get.ts';

export const unblockAct: Act<{ blockId: string }, BlockRecord> = {
  action: 'block.remove',
  async plan(trx, { blockId }, { actor }) {
    const block = await getBlockForChange(trx, blockId);
    if (block.endedAt !== null) throw refused('block_ended_before', { blockId });
    const { kind, partnerName, customerId, iban, reason, expiresAt, blockedBy } = block;
    const before = plainValues({ kind, partnerName, customerId, iban, reason, expiresAt, blockedBy });
    return {
      subject: { type: 'block', id: block.id },
      change: { before, after: { blocked: false } },
      effect: 'widens',
      seen: before,
      async apply() {
        await endBlock(trx, block.id, actor);
        return await getBlock(trx, block.id);
      },
    };
  },
};

/**
 * Asks to end a block: within two seconds of the confirmation every process takes new transactions of the player, or payouts to
 * the IBAN, again.
 */
export async function unblock(context: AdminContext, blockId: string): Promise<Performed<BlockRecord>> {
  return await perform(context, unblockAct, { blockId });
}
