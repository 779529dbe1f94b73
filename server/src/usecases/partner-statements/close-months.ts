/** Closes each partner's months when they are over, one after the other, and numbers them. */
import type pg from 'pg';
import { ZERO_CENTS } from '@vezne/domain/money';
import { lastDayOf, nextMonth, spanOfMonth } from '@vezne/domain/turkish-calendar';
import { isTaken } from '../../db/constraint.ts';
import { queryOn } from '../../db/query.ts';
import type { Query } from '../../db/query.ts';
import { listDueMonths } from '../../db/read/partners/due-months.ts';
import type { DueMonth } from '../../db/read/partners/due-months.ts';
import { balanceAfter, findReservedCut } from '../../db/read/ledger/partner-books.ts';
import { findBalanceBefore, sumDays } from '../../db/read/partners/partner-days.ts';
import { untilCommitIsSafe, withConnection } from '../../db/statement.ts';
import { insertClosedMonth } from '../../db/write/partners/partner-months.ts';
import { countPartner } from './count-days.ts';
import { orLeave } from './each-partner.ts';
import type { LeftPartner } from './each-partner.ts';

const OPTIONS = { timeoutMs: 30_000 };

/** What was begun in the last second of a month is written long before that. What is not belongs to the next month. */
const CLOSED_AFTER_SECONDS = 600;

/** So many are closed between two looks. */
const AT_ONCE = 100;

export interface ClosingResult {
  closed: number;
  left: LeftPartner[];
}

export async function closeMonths(
  pool: pg.Pool,
  { afterSeconds = CLOSED_AFTER_SECONDS }: { afterSeconds?: number } = {},
): Promise<ClosingResult> {
  const result: ClosingResult = { closed: 0, left: [] };
  for (;;) {
    const without = result.left.map(({ partnerId }) => partnerId);
    const due = await withConnection(
      pool,
      async (client) =>
        await listDueMonths(queryOn(client, OPTIONS), { afterSeconds, limit: AT_ONCE, without }),
    );
    if (due.length === 0) return result;
    // Each partner has its next month in the next look.
    for (const month of due) {
      const left = await orLeave(month.partnerId, async () => {
        await countPartner(pool, month.partnerId);
        await close(pool, month);
      });
      if (left === undefined) result.closed += 1;
      else result.left.push(left);
    }
  }
}

async function close(pool: pg.Pool, due: DueMonth): Promise<void> {
  try {
    await withConnection(
      pool,
      async (client) =>
        await untilCommitIsSafe(client, OPTIONS.timeoutMs, async () => {
          const query = queryOn(client, OPTIONS);
          await query('begin isolation level repeatable read');
          await insertClosedMonth(query, due.partnerId, await closingOf(query, due));
          await query('commit');
        }),
    );
  } catch (error) {
    // Another worker has closed it.
    if (!isTaken(error, 'partner_month_pkey')) throw error;
  }
}

async function closingOf(query: Query, { partnerId, partnerName, month, before }: DueMonth) {
  const { entryNo: lastEntryNo, cents: closingCents } = await findBalanceBefore(
    query,
    partnerId,
    `${nextMonth(month)}-01`,
  );
  const reservedAbove = before?.reservedLastEntryNo ?? 0n;
  const reservedLastEntryNo = await findReservedCut(query, partnerId, {
    before: spanOfMonth(month).until,
    balanceEntryNo: lastEntryNo,
  });
  const sums = await sumDays(query, partnerId, { from: `${month}-01`, to: lastDayOf(month) });
  return {
    month,
    no: (before?.no ?? 0) + 1,
    partnerName,
    firstEntryNo: (before?.lastEntryNo ?? 0n) + 1n,
    lastEntryNo,
    reservedFirstEntryNo: reservedAbove + 1n,
    reservedLastEntryNo,
    movements: sums.reduce((count, sum) => count + sum.count, 0),
    openingCents: before?.closingCents ?? ZERO_CENTS,
    closingCents,
    reservedOpeningCents: before?.reservedClosingCents ?? ZERO_CENTS,
    reservedClosingCents: await balanceAfter(
      query,
      { partnerId, book: 'partner_reserved' },
      reservedLastEntryNo,
    ),
  };
}
