/** What was decided for a partner in a period. */
import type { Cents } from '@vezne/domain/money';
import type { PartnerScope } from '../../partner-scope.ts';

export interface DecidedSum {
  type: 'deposit.approved' | 'withdrawal.approved';
  isToday: boolean;
  count: number;
  amountCents: Cents;
  commissionCents: Cents;
  balanceImpactCents: Cents;
}

/**
 * Events come with the decision and never change, and a partner's are numbered without a gap. The number with which a period begins is
 * found by halving; ten minutes earlier, for a number comes with the commit and the time is that of the beginning. $2 is the beginning of the month, $3 that of the day.
 */
export const DECIDED_SQL = `
with recursive newest as materialized (
  select coalesce((select e.feed_no from event e where e.partner_id = $1 order by e.partner_id desc, e.feed_no desc limit 1), 0) as no
), halves (low, high) as (
  select 1::int8, no + 1 from newest
  union all
  select case when middle.at < $2::timestamptz - interval '10 minutes' then middle.no + 1 else low end,
    case when middle.at < $2::timestamptz - interval '10 minutes' then high else middle.no end
  from halves cross join lateral (
    select (low + high) / 2 as no,
      (select e.occurred_at from event e where e.partner_id = $1 and e.feed_no = (low + high) / 2) as at
  ) as middle
  where low < high
)
select e.type, e.occurred_at >= $3 as "isToday", count(*)::int4 as count,
  sum(case e.type when 'deposit.approved' then coalesce(e.actual_amount_cents, e.amount_cents) else e.player_amount_cents end)::int8
    as "amountCents",
  sum(e.commission_cents)::int8 as "commissionCents", sum(e.balance_impact_cents)::int8 as "balanceImpactCents"
from event e
where e.partner_id = $1 and e.feed_no >= (select low from halves where low >= high limit 1) and e.occurred_at >= $2
  and e.type in ('deposit.approved', 'withdrawal.approved')
group by 1, 2`;

/** Deposits that were approved and withdrawals that were paid since a month began, today and before. */
export async function sumDecided(
  { partnerId, query }: PartnerScope,
  { month, today }: { month: Date; today: Date },
): Promise<DecidedSum[]> {
  return await query<DecidedSum & object>(DECIDED_SQL, [partnerId, month, today]);
}
