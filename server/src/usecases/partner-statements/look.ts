/** What people of a partner see of their statements. Each is one moment of the database, and knows no other partner. */
import type { Cents } from '@vezne/domain/money';
import { MOVEMENT_KINDS, reserveSums, totalOf } from '@vezne/domain/partner-statement';
import type { MovementKind, MovementSum, ReserveSum } from '@vezne/domain/partner-statement';
import { lastDayOf, nextMonth, spanOfMonth, turkishDay } from '@vezne/domain/turkish-calendar';
import type { PartnerScope } from '../../db/partner-scope.ts';
import { balanceAfter, findEntryTime, findReservedCut } from '../../db/read/ledger/partner-books.ts';
import { findBalanceBefore, listSums, sumDays } from '../../db/read/partners/partner-days.ts';
import type { SumAt } from '../../db/read/partners/partner-days.ts';
import {
  findClosedMonth,
  findLastMonthBefore,
  listClosedMonths,
} from '../../db/read/partners/partner-months.ts';
import type { ClosedMonth } from '../../db/read/partners/partner-months.ts';
import { findDays, findStatementFile, listStatementFiles } from '../../db/read/portal/statements.ts';
import type { StatementFile } from '../../db/read/portal/statements.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { look } from '../partner-people/screen-reads.ts';

export type { ClosedMonth, StatementFile };

/** Those of the last days; a list of more is of no use. */
const MOST_FILES = 100;

export interface StatementList {
  months: ClosedMonth[];
  files: StatementFile[];
  firstDay: string;
  today: string;
}

export async function listStatements(context: PortalSignIn, session: PortalSession): Promise<StatementList> {
  return await look(context, session, async (scope) => ({
    months: await listClosedMonths(scope.query, scope.partnerId),
    files: await listStatementFiles(scope, { limit: MOST_FILES }),
    ...(await findDays(scope)),
  }));
}

/** Undefined: the partner has none with that id. */
export async function getStatement(
  context: PortalSignIn,
  session: PortalSession,
  id: string,
): Promise<StatementFile | undefined> {
  return await look(context, session, async (scope) => await findStatementFile(scope, id));
}

/** A month on the screen. */
export interface ShownMonth {
  month: string;
  /** Null: it runs, or waits to be closed. */
  closed: { no: number; closedAt: Date } | null;
  movements: number;
  /** Of the balance: some movements are two. */
  entries: bigint;
  openingCents: Cents;
  closingCents: Cents;
  reservedOpeningCents: Cents;
  reservedClosingCents: Cents;
  sums: MovementSum[];
  reserveSums: ReserveSum[];
}

/** Undefined: it is to come, or was before the partner. */
export async function getMonth(
  context: PortalSignIn,
  session: PortalSession,
  month: string,
): Promise<ShownMonth | undefined> {
  return await look(context, session, async (scope) => {
    const { firstDay, today } = await findDays(scope);
    if (month < firstDay.slice(0, 'yyyy-mm'.length) || month > today.slice(0, 'yyyy-mm'.length))
      return undefined;
    const days = { from: `${month}-01`, to: lastDayOf(month) };
    const sums = inOrder(await sumDays(scope.query, scope.partnerId, days));
    const closed = await findClosedMonth(scope.query, scope.partnerId, month);
    const shown =
      closed === undefined ? await openMonth(scope, { month, sums }) : { ...closed, closed, sums };
    const reserved = { openingCents: shown.reservedOpeningCents, closingCents: shown.reservedClosingCents };
    // A month begins where the days before it end, closed or not.
    const begins = await findBalanceBefore(scope.query, scope.partnerId, days.from);
    const ends = await findBalanceBefore(scope.query, scope.partnerId, `${nextMonth(month)}-01`);
    return { ...shown, entries: ends.entryNo - begins.entryNo, reserveSums: reserveSums(sums, reserved) };
  });
}

/** As far as it is counted, which is at most some minutes ago. It costs the same on its last day as on its first. */
async function openMonth(
  { partnerId, query }: PartnerScope,
  { month, sums }: { month: string; sums: MovementSum[] },
): Promise<Omit<ShownMonth, 'reserveSums' | 'entries'>> {
  const { from, until } = spanOfMonth(month);
  const begins = await findBalanceBefore(query, partnerId, `${month}-01`);
  const ends = await findBalanceBefore(query, partnerId, `${nextMonth(month)}-01`);
  const last = await findLastMonthBefore(query, partnerId, month);
  const isAfterClosed = last !== undefined && nextMonth(last.month) === month;
  const above = isAfterClosed
    ? last.reservedLastEntryNo
    : await findReservedCut(query, partnerId, { before: from, balanceEntryNo: begins.entryNo });
  // What is set aside is shown as of the balance beside it: an entry that is not counted yet has moved both.
  const notCountedAt = await findEntryTime(query, { partnerId, book: 'partner_balance' }, ends.entryNo + 1n);
  const before = notCountedAt !== undefined && notCountedAt < until ? notCountedAt : until;
  const upTo = await findReservedCut(query, partnerId, { before, balanceEntryNo: ends.entryNo });
  const ofReserve = { partnerId, book: 'partner_reserved' } as const;
  return {
    month,
    closed: null,
    movements: totalOf(sums).count,
    openingCents: begins.cents,
    closingCents: ends.cents,
    reservedOpeningCents: await balanceAfter(query, ofReserve, above),
    reservedClosingCents: await balanceAfter(query, ofReserve, upTo),
    sums,
  };
}

function inOrder(sums: readonly MovementSum[]): MovementSum[] {
  return MOVEMENT_KINDS.flatMap((kind) => sums.find((sum) => sum.kind === kind) ?? []);
}

/** What was done on a day or in a month. */
export interface UsagePoint {
  at: string;
  deposits: Amounts;
  withdrawals: Amounts;
  commissionCents: Cents;
}

type Amounts = Omit<MovementSum, 'kind'>;

/** Every day of a month, up to today; or the last months, up to this one. */
export async function getUsage(
  context: PortalSignIn,
  session: PortalSession,
  asked: { by: 'day'; month: string } | { by: 'month'; months: number },
): Promise<UsagePoint[]> {
  return await look(context, session, async (scope) => {
    const { today } = await findDays(scope);
    const points = asked.by === 'day' ? daysOf(asked.month, today) : monthsUpTo(today, asked.months);
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return [];
    const days =
      asked.by === 'day' ? { from: first, to: last } : { from: `${first}-01`, to: lastDayOf(last) };
    const sums = await listSums(scope.query, scope.partnerId, { ...days, by: asked.by });
    return points.map((at) =>
      pointOf(
        at,
        sums.filter((sum) => sum.at === at),
      ),
    );
  });
}

function pointOf(at: string, sums: readonly SumAt[]): UsagePoint {
  const of = (kind: MovementKind): Amounts => totalOf(sums.filter((sum) => sum.kind === kind));
  // What the sums above a chart call so: what came back and corrections have lines of their own there.
  return {
    at,
    deposits: of('deposit'),
    withdrawals: of('withdrawal'),
    commissionCents: totalOf(sums).commissionCents,
  };
}

function daysOf(month: string, today: string): string[] {
  const { from, until } = spanOfMonth(month);
  const days: string[] = [];
  for (let time = from.getTime(); time < until.getTime(); time += 86_400_000) {
    const day = turkishDay(new Date(time));
    if (day <= today) days.push(day);
  }
  return days;
}

function monthsUpTo(today: string, count: number): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: count }, (_, index) => {
    const at = year * 12 + (month - 1) - (count - 1 - index);
    return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}
