/** Closes each partner's months when they are over, one after the other, and numbers them. */
import type pg from 'pg';
import { ZERO_CENTS } from '@vezne/domain/money';
import { lastDayOf, nextMonth, spanOfMonth } from '@vezne/domain/turkish-calendar';
import { isBroken, isTaken } from '../../db/constraint.ts';
import { queryOn } from '../../db/query.ts';
import type { Query } from '../../db/query.ts';
import { balanceAfter, findPartnerAccounts, findReservedCut } from '../../db/read/partner-books.ts';
import { findBalanceBefore, sumDays } from '../../db/read/partner-days.ts';
import { listDueMonths } from '../../db/read/partner-months.ts';
import type { DueMonth } from '../../db/read/partner-months.ts';
import { untilCommitIsSafe, withConnection } from '../../db/statement.ts';
import { insertClosedMonth } from '../../db/write/partner-months.ts';
import { countPartner } from './count-days.ts';
import { sumReserve } from './reserve.ts';

const OPTIONS = { timeoutMs: 30_000 };

/** What was begun in the last second of a month is written long before that. What is not belongs to the next month. */
const CLOSED_AFTER_SECONDS = 600;

/** So many are closed between two looks. */
const AT_ONCE = 100;

export interface ClosingResult {
  closed: number;
  /** Their days don't lead to what the books say. A person must look. */
  left: string[];
}

export async function closeMonths(
  pool: pg.Pool,
  { afterSeconds = CLOSED_AFTER_SECONDS }: { afterSeconds?: number } = {},
): Promise<ClosingResult> {
  const result: ClosingResult = { closed: 0, left: [] };
  for (;;) {
    const due = await withConnection(
      pool,
      async (client) => await listDueMonths(queryOn(client, OPTIONS), { afterSeconds, limit: AT_ONCE }),
    );
    const left: string[] = [];
    for (const month of due) {
      await countPartner(pool, month.partnerId);
      if (!(await close(pool, month))) left.push(`${month.month} of partner ${month.partnerId}`);
    }
    result.closed += due.length - left.length;
    // Each partner has its next month in the next look.
    if (due.length === left.length) return { ...result, left };
  }
}

/** False: the database doesn't believe it. */
async function close(pool: pg.Pool, due: DueMonth): Promise<boolean> {
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
    return true;
  } catch (error) {
    if (isBroken(error, 'partner_month_follows')) return false;
    // Another worker has closed it.
    if (isTaken(error, 'partner_month_pkey')) return true;
    throw error;
  }
}

async function closingOf(query: Query, { partnerId, partnerName, month, before }: DueMonth) {
  const accounts = await findPartnerAccounts(query, partnerId);
  const { entryNo: lastEntryNo, cents: closingCents } = await findBalanceBefore(
    query,
    partnerId,
    `${nextMonth(month)}-01`,
  );
  const reservedAbove = before?.reservedLastEntryNo ?? 0n;
  const reservedLastEntryNo = await findReservedCut(query, accounts, {
    before: spanOfMonth(month).until,
    balanceEntryNo: lastEntryNo,
  });
  const sums = await sumDays(query, partnerId, { from: `${month}-01`, to: lastDayOf(month) });
  const reserve = await sumReserve(query, accounts, { above: reservedAbove, upTo: reservedLastEntryNo });
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
    reservedClosingCents: await balanceAfter(query, accounts.reserved, reservedLastEntryNo),
    setAsideCents: reserve.set_aside,
    paidOutCents: reserve.paid_out,
    givenBackCents: reserve.given_back,
    reserveAdjustedCents: reserve.adjustment,
  };
}
