/** What people of a partner see first. */
import { subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { spanOfDays, spanOfMonth, turkishDay, turkishMonth } from '@vezne/domain/turkish-calendar';
import type { PartnerBalance } from '../../db/read/ledger/balances.ts';
import { readBalance, readWaiting } from '../../db/read/portal/balance.ts';
import type { Waiting } from '../../db/read/portal/balance.ts';
import { sumDecided } from '../../db/read/portal/decided.ts';
import type { Decided, DecidedSums } from '../../db/read/portal/decided.ts';
import { readHealth } from '../../db/read/portal/deliveries.ts';
import type { EndpointHealth } from '../../db/read/portal/deliveries.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { look } from '../partner-people/screen-reads.ts';
import { stretchOf } from './stretch.ts';

export type { Decided, EndpointHealth, Waiting };

export async function readHome(context: PortalSignIn, session: PortalSession): Promise<Waiting[]> {
  return await look(context, session, readWaiting);
}

export interface Period extends DecidedSums {
  from: Date;
  changeCents: Cents;
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
  const [dayBegins, monthBegins] = [spanOfDays(today, today).from, spanOfMonth(month).from];
  return await look(context, session, async (scope) => {
    const balance = await readBalance(scope);
    if (balance === undefined) throw new Error(`Partner ${scope.partnerId} has no accounts in the books.`);
    const decided = await sumDecided(scope, { monthBegins: `${month}-01`, today });
    const changeSince = async (from: Date): Promise<Cents> => {
      const { openingCents, closingCents } = await stretchOf(scope, 'available', { from });
      return subtractCents(closingCents, openingCents);
    };
    return {
      balance,
      today: { from: dayBegins, ...decided.today, changeCents: await changeSince(dayBegins) },
      month: { from: monthBegins, ...decided.month, changeCents: await changeSince(monthBegins) },
      readAt,
    };
  });
}

export async function readWebhookHealth(
  context: PortalSignIn,
  session: PortalSession,
): Promise<EndpointHealth[]> {
  return await look(context, session, readHealth);
}
