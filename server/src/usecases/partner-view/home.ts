/** What people of a partner see first. */
import type { Cents } from '@vezne/domain/money';
import { totalOf } from '@vezne/domain/partner-statement';
import type { MovementKind, MovementSum } from '@vezne/domain/partner-statement';
import { spanOfDays, spanOfMonth, turkishDay, turkishMonth } from '@vezne/domain/turkish-calendar';
import type { PartnerScope } from '../../db/partner-scope.ts';
import type { PartnerBalance } from '../../db/read/ledger/balances.ts';
import { findCountedUpTo, sumDays } from '../../db/read/partners/partner-days.ts';
import { readBalance, readWaiting } from '../../db/read/portal/balance.ts';
import type { Waiting } from '../../db/read/portal/balance.ts';
import { sumDecided } from '../../db/read/portal/decided.ts';
import type { Decided } from '../../db/read/portal/decided.ts';
import { readHealth } from '../../db/read/portal/deliveries.ts';
import type { EndpointHealth } from '../../db/read/portal/deliveries.ts';
import type { Stretch } from '../../db/read/portal/entries.ts';
import { MOST_UNCOUNTED, listUncounted } from '../../db/read/portal/uncounted.ts';
import type { StatementLine } from '../../documents/partner-statement/statement.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { look } from '../partner-people/screen-reads.ts';
import { linesBefore, linesOf } from '../partner-statements/lines.ts';
import { stretchOf } from './stretch.ts';

export type { Decided, EndpointHealth, Waiting };

export async function readHome(context: PortalSignIn, session: PortalSession): Promise<Waiting[]> {
  return await look(context, session, readWaiting);
}

/** Movements of some kinds together. Each amount is what it does to the balance. */
export type Amounts = Omit<MovementSum, 'kind'>;

export interface Period {
  from: Date;
  deposits: Amounts;
  /** What was set aside for payouts: it leaves the balance when it is authorised, as a statement says. */
  withdrawals: Amounts;
  /** Everything else that moved the balance. */
  others: Amounts;
  /** What all of them did to it. */
  changeCents: Cents;
  /** Payouts that were paid in it, whenever they were set aside. They leave what is reserved. */
  paid: Decided;
}

export interface Money {
  balance: PartnerBalance;
  today: Period;
  month: Period;
  readAt: Date;
}

export async function readMoney(context: PortalSignIn, session: PortalSession): Promise<Money> {
  const readAt = new Date(context.clock.nowMs());
  const [today, month] = [turkishDay(readAt), turkishMonth(readAt)];
  const monthBegins = `${month}-01`;
  return await look(context, session, async (scope) => {
    const balance = await readBalance(scope);
    if (balance === undefined) throw new Error(`Partner ${scope.partnerId} has no accounts in the books.`);
    const decided = await sumDecided(scope, { monthBegins, today });
    const ofMonth = await stretchOf(scope, 'available', { from: spanOfMonth(month).from });
    const ofToday = await stretchOf(scope, 'available', { from: spanOfDays(today, today).from });
    const counted = await findCountedUpTo(scope.query, scope.partnerId);
    const beforeMonth = ofMonth.firstNo - 1n;
    const lines = await uncountedLines(scope, counted.entryNo > beforeMonth ? counted.entryNo : beforeMonth);
    const periodOf = async (first: string, stretch: Stretch): Promise<Omit<Period, 'paid'>> => {
      const days = await sumDays(scope.query, scope.partnerId, { from: first, to: LAST_DAY });
      const since = lines.filter(({ entryNo }) => entryNo >= stretch.firstNo);
      const sums = [...days, ...since.map(({ movement }) => ({ ...movement, count: 1 }))];
      const of = (isOf: (kind: MovementKind) => boolean): Amounts =>
        totalOf(sums.filter(({ kind }) => isOf(kind)));
      return {
        from: spanOfDays(first, first).from,
        deposits: of((kind) => kind === 'deposit'),
        withdrawals: of((kind) => kind === 'withdrawal'),
        others: of((kind) => kind !== 'deposit' && kind !== 'withdrawal'),
        changeCents: totalOf(sums).netCents,
      };
    };
    return {
      balance,
      today: { ...(await periodOf(today, ofToday)), paid: decided.today.withdrawals },
      month: { ...(await periodOf(monthBegins, ofMonth)), paid: decided.month.withdrawals },
      readAt,
    };
  });
}

/** No day is after it. */
const LAST_DAY = '9999-12-31';

/** What is not counted yet. Of what a worker left for long it is the beginning, and whole causes. */
async function uncountedLines(scope: PartnerScope, above: bigint): Promise<StatementLine[]> {
  const entries = await listUncounted(scope, above);
  return entries.length < MOST_UNCOUNTED ? linesOf(entries) : linesBefore(entries).lines;
}

export async function readWebhookHealth(
  context: PortalSignIn,
  session: PortalSession,
): Promise<EndpointHealth[]> {
  return await look(context, session, readHealth);
}
