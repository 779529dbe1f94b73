/** The filters of the queue, as they stand in the address. */
import type { WaitingDeposit } from '@vezne/contract/console/deposits';
import { COMMON_FILTER_NAMES, isRowId, isWithinCommon, readCommonFilters } from '../../desk/address.ts';
import type { CommonFilters } from '../../desk/address.ts';
import { wire } from '../../desk/wire.ts';

export const CLAIMED_BY = ['mine', 'others', 'nobody'] as const;
export type ClaimedBy = (typeof CLAIMED_BY)[number];

export interface QueueFilters extends CommonFilters {
  claimed?: ClaimedBy;
  /** In seconds. */
  olderThan?: number;
}

export const FILTER_NAMES = [...COMMON_FILTER_NAMES, 'claimed', 'olderThan'] as const;

/** What an address says; a value that is none is left out. */
export function readFilters(address: URLSearchParams): QueueFilters {
  const claimed = CLAIMED_BY.find((by) => by === address.get('claimed'));
  const seconds = Number(address.get('olderThan') ?? 0);
  return {
    ...readCommonFilters(address),
    ...(claimed !== undefined && { claimed }),
    ...(Number.isInteger(seconds) && seconds > 0 && { olderThan: seconds }),
  };
}

/** The chosen rows in an address. */
export function readSelected(address: URLSearchParams): string[] {
  return (address.get('selected') ?? '').split(',').filter(isRowId);
}

/** Whether a row that the live line named belongs into the list. */
export function isWithin(filters: QueueFilters, row: WaitingDeposit, nowMs: number): boolean {
  const { claimed, olderThan } = filters;
  const by: ClaimedBy = row.claim === null ? 'nobody' : row.claim.isMine ? 'mine' : 'others';
  return (
    isWithinCommon(filters, {
      partnerId: row.partner.id,
      accountId: row.bankAccount?.id,
      amountCents: wire(row.amountCents),
    }) &&
    (claimed === undefined || by === claimed) &&
    (olderThan === undefined || nowMs - Date.parse(row.waitingSince) >= olderThan * 1_000)
  );
}
