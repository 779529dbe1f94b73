/** Which entries the file of a statement has, decided once. */
import type pg from 'pg';
import { nextMonth, spanOfDays, turkishDay, turkishMonth } from '@vezne/domain/turkish-calendar';
import { queryOn } from '../../db/query.ts';
import type { Query } from '../../db/query.ts';
import { findPartnerAccounts, findReservedCut } from '../../db/read/partner-books.ts';
import type { PartnerAccounts } from '../../db/read/partner-books.ts';
import { findBalanceBefore } from '../../db/read/partner-days.ts';
import { findClosedMonth } from '../../db/read/partner-months.ts';
import { findPartnerName } from '../../db/read/partner-names.ts';
import { untilCommitIsSafe, withConnection } from '../../db/statement.ts';
import { fixStatement } from '../../db/write/statement-making.ts';
import type { FixedEntries, TakenStatement } from '../../db/write/statement-making.ts';
import { countPartner } from './count-days.ts';

const OPTIONS = { timeoutMs: 30_000 };

export async function fixEntries(pool: pg.Pool, statement: TakenStatement): Promise<FixedEntries> {
  // What was posted a moment ago is in it.
  if (statement.month === null) await countPartner(pool, statement.partnerId);
  return await withConnection(
    pool,
    async (client) =>
      await untilCommitIsSafe(client, OPTIONS.timeoutMs, async () => {
        const query = queryOn(client, OPTIONS);
        await query('begin');
        const fixed = await entriesOf(query, statement);
        await fixStatement(query, statement, fixed);
        await query('commit');
        return fixed;
      }),
  );
}

async function entriesOf(query: Query, statement: TakenStatement): Promise<FixedEntries> {
  const { partnerId, month, firstDay, lastDay } = statement;
  if (month !== null) {
    const closed = await findClosedMonth(query, partnerId, month);
    if (closed === undefined) throw new Error(`Month ${month} of partner ${partnerId} is not closed.`);
    return closed;
  }
  const accounts = await findPartnerAccounts(query, partnerId);
  const { from, until } = spanOfDays(firstDay, lastDay);
  const begins = await cutBefore(query, { partnerId, accounts, moment: from });
  const ends = await cutBefore(query, { partnerId, accounts, moment: until });
  return {
    partnerName: await findPartnerName(query, partnerId),
    firstEntryNo: begins.entryNo + 1n,
    lastEntryNo: ends.entryNo,
    reservedFirstEntryNo: begins.reservedEntryNo + 1n,
    reservedLastEntryNo: ends.reservedEntryNo,
  };
}

/** The last entries of both accounts before a midnight. Where a closed month ends it is the month's word that counts. */
async function cutBefore(
  query: Query,
  { partnerId, accounts, moment }: { partnerId: string; accounts: PartnerAccounts; moment: Date },
): Promise<{ entryNo: bigint; reservedEntryNo: bigint }> {
  const monthBefore = turkishMonth(new Date(moment.getTime() - 1));
  const isMonthsEnd = turkishMonth(moment) === nextMonth(monthBefore);
  const closed = isMonthsEnd ? await findClosedMonth(query, partnerId, monthBefore) : undefined;
  if (closed !== undefined)
    return { entryNo: closed.lastEntryNo, reservedEntryNo: closed.reservedLastEntryNo };
  const { entryNo } = await findBalanceBefore(query, partnerId, turkishDay(moment));
  return {
    entryNo,
    reservedEntryNo: await findReservedCut(query, accounts, { before: moment, balanceEntryNo: entryNo }),
  };
}
