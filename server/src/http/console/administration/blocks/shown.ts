/** Blocks as the contract shows them: nobody reads a whole IBAN here. */
import type { BlockRow } from '@vezne/contract/console/blocks';
import { withHiddenIbans } from '@vezne/domain/hidden-ibans';
import { maskIban } from '@vezne/domain/iban';
import type { ListedBlock } from '../../../../db/read/partners/block-list.ts';
import { moment, momentOrNull } from '../../shown.ts';

export function shownBlock(block: ListedBlock): BlockRow {
  const { id, kind, partnerId, partnerName, customerId, iban, blockedBy, endedBy, state } = block;
  return {
    id,
    kind,
    partner: partnerId === null || partnerName === null ? null : { id: partnerId, name: partnerName },
    customerId,
    iban: iban === null ? null : maskIban(iban),
    // People write there where money was to go.
    reason: withHiddenIbans(block.reason, { numbers: true }),
    until: momentOrNull(block.expiresAt),
    blockedBy,
    blockedAt: moment(block.createdAt),
    endedBy,
    endedAt: momentOrNull(block.endedAt),
    state,
    isRemovalAsked: block.isRemovalAsked,
  };
}
