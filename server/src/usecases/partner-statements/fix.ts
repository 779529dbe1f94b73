/** Which entries the file of a statement has, decided once. */
import type pg from 'pg';
import { spanOfDays } from '@vezne/domain/turkish-calendar';
import { queryOn } from '../../db/query.ts';
import type { Query } from '../../db/query.ts';
import { findClosedMonth } from '../../db/read/partners/partner-months.ts';
import { findPartnerName } from '../../db/read/partners/partner-names.ts';
import { untilCommitIsSafe, withConnection } from '../../db/statement.ts';
import { fixStatement } from '../../db/write/partners/statement-making.ts';
import type { FixedEntries, TakenStatement } from '../../db/write/partners/statement-making.ts';
import { countPartner } from './count-days.ts';
import { cutBefore } from './cut.ts';

const OPTIONS = { timeoutMs: 30_000 };

export async function fixEntries(pool: pg.Pool, statement: TakenStatement): Promise<FixedEntries> {
  // What was posted a moment ago is in it.
  if (statement.month === null) await countPartner(pool, statement.partnerId);
  return await withConnection(
    pool,
    async (client) =>
      await untilCommitIsSafe(client, OPTIONS.timeoutMs, async () => {
        const query = queryOn(client, OPTIONS);
        // Both accounts as of one moment: what is set aside between two looks would be in one of them alone.
        await query('begin isolation level repeatable read, read only');
        const fixed = await entriesOf(query, statement);
        await query('commit');
        // In a transaction of its own: the row is touched meanwhile, each time that its worker says that it lives.
        await query('begin');
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
  const { from, until } = spanOfDays(firstDay, lastDay);
  const begins = await cutBefore(query, partnerId, from);
  const ends = await cutBefore(query, partnerId, until);
  return {
    partnerName: await findPartnerName(query, partnerId),
    firstEntryNo: begins.entryNo + 1n,
    lastEntryNo: ends.entryNo,
    reservedFirstEntryNo: begins.reservedEntryNo + 1n,
    reservedLastEntryNo: ends.reservedEntryNo,
  };
}
