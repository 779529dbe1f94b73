import { nextMonth, turkishMonth } from '@vezne/domain/turkish-calendar';
import type { Query } from '../../db/query.ts';
import { findBalanceCut, findReservedCut } from '../../db/read/ledger/partner-books.ts';
import { findClosedMonth } from '../../db/read/partners/partner-months.ts';

/** The last entries of both accounts before a moment. */
export interface Cut {
  entryNo: bigint;
  reservedEntryNo: bigint;
}

/** Where a closed month ends it is the month's word that counts. */
export async function cutBefore(query: Query, partnerId: string, moment: Date): Promise<Cut> {
  const monthBefore = turkishMonth(new Date(moment.getTime() - 1));
  const isMonthsEnd = turkishMonth(moment) === nextMonth(monthBefore);
  const closed = isMonthsEnd ? await findClosedMonth(query, partnerId, monthBefore) : undefined;
  if (closed !== undefined)
    return { entryNo: closed.lastEntryNo, reservedEntryNo: closed.reservedLastEntryNo };
  const entryNo = await findBalanceCut(query, partnerId, moment);
  return {
    entryNo,
    reservedEntryNo: await findReservedCut(query, partnerId, { before: moment, balanceEntryNo: entryNo }),
  };
}
