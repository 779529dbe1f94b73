/** What people of a partner see first. */
import { ZERO_CENTS, addCents, subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { spanOfDays, spanOfMonth, turkishDay, turkishMonth } from '@vezne/domain/turkish-calendar';
import type { PartnerBalance } from '../../db/read/balances.ts';
import { readBalance, readWaiting } from '../../db/read/portal/balance.ts';
import type { Waiting } from '../../db/read/portal/balance.ts';
import { sumDecided } from '../../db/read/portal/decided.ts';
import type { DecidedSum } from '../../db/read/portal/decided.ts';
import { readHealth } from '../../db/read/portal/deliveries.ts';
import type { EndpointHealth } from '../../db/read/portal/deliveries.ts';
import { readStretch } from '../../db/read/portal/entries.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { look } from './look.ts';

export type { EndpointHealth, Waiting };

export async function readHome(context: PortalSignIn, session: PortalSession): Promise<Waiting[]> {
  return await look(context, session, readWaiting);
}

export type Decided = Pick<DecidedSum, 'count' | 'amountCents' | 'commissionCents' | 'balanceImpactCents'>;

export interface Period {
  from: Date;
  deposits: Decided;
  withdrawals: Decided;
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
  const day = turkishDay(readAt);
  const [today, month] = [spanOfDays(day, day).from, spanOfMonth(turkishMonth(readAt)).from];
  return await look(context, session, async (scope) => {
    const balance = await readBalance(scope);
    if (balance === undefined) throw new Error(`Partner ${scope.partnerId} has no accounts in the books.`);
    const sums = await sumDecided(scope, { month, today });
    const changeSince = async (from: Date): Promise<Cents> => {
      const stretch = await readStretch(scope, 'available', { from });
      return stretch === undefined ? ZERO_CENTS : subtractCents(stretch.closingCents, stretch.openingCents);
    };
    return {
      balance,
      today: {
        from: today,
        ...both(sums.filter(({ isToday }) => isToday)),
        changeCents: await changeSince(today),
      },
      month: { from: month, ...both(sums), changeCents: await changeSince(month) },
      readAt,
    };
  });
}

const NOTHING: Decided = {
  count: 0,
  amountCents: ZERO_CENTS,
  commissionCents: ZERO_CENTS,
  balanceImpactCents: ZERO_CENTS,
};

function both(sums: readonly DecidedSum[]): { deposits: Decided; withdrawals: Decided } {
  const of = (type: DecidedSum['type']): Decided =>
    sums.filter((sum) => sum.type === type).reduce(plus, NOTHING);
  return { deposits: of('deposit.approved'), withdrawals: of('withdrawal.approved') };
}

function plus(one: Decided, other: Decided): Decided {
  return {
    count: one.count + other.count,
    amountCents: addCents(one.amountCents, other.amountCents),
    commissionCents: addCents(one.commissionCents, other.commissionCents),
    balanceImpactCents: addCents(one.balanceImpactCents, other.balanceImpactCents),
  };
}

export async function readWebhookHealth(
  context: PortalSignIn,
  session: PortalSession,
): Promise<EndpointHealth[]> {
  return await look(context, session, readHealth);
}
