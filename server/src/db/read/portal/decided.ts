/** What was decided for a partner in a period. */
import type { Cents } from '@vezne/domain/money';
import { DECIDED_SUMS } from '../../decided-sql.ts';
import type { PartnerScope } from '../../partner-scope.ts';

/** Deposits that were approved, or withdrawals that were paid. */
export interface Decided {
  count: number;
  /** What came, or what players got. */
  amountCents: Cents;
  commissionCents: Cents;
  balanceImpactCents: Cents;
}

export interface DecidedSums {
  deposits: Decided;
  withdrawals: Decided;
}

const sumOf = (isOf: string): string =>
  DECIDED_SUMS.map(
    ([column]) =>
      `coalesce(sum(${column}) filter (where ${isOf}), 0)::${column.endsWith('_cents') ? 'int8' : 'int4'}`,
  ).join(', ');

/**
 * Days that are over are counted; events are read since the last of them, which is one day at most while a worker runs. An event that was
 * written after its day was counted belongs to the next. $2 is the first day of the month, $3 is today. The number of the last event is computed
 * where it is read: behind row-level security no index is asked with a `coalesce`.
 */
export const DECIDED_SQL = `
with last as materialized (
  select d.day, d.last_feed_no from partner_decided_day d where d.partner_id = $1 order by d.day desc limit 1
), since as (
  select greatest((e.occurred_at at time zone interval '3 hours')::date, (select day + 1 from last)) as day,
    ${DECIDED_SUMS.map(([column, sum]) => `${sum} as ${column}`).join(', ')}
  from event e where e.partner_id = $1 and e.feed_no > (select coalesce(max(last_feed_no), 0) from last)
  group by 1
), counted as (
  select day, ${DECIDED_SUMS.map(([column]) => column).join(', ')} from since
  union all
  select d.day, ${DECIDED_SUMS.map(([column]) => `d.${column}`).join(', ')} from partner_decided_day d
  where d.partner_id = $1 and d.day >= $2::date
)
select array[${sumOf('day >= $2::date')}]::int8[] as month, array[${sumOf('day >= $3::date')}]::int8[] as today from counted`;

/** Since a month began, and today. */
export async function sumDecided(
  { partnerId, query }: PartnerScope,
  days: { monthBegins: string; today: string },
): Promise<{ month: DecidedSums; today: DecidedSums }> {
  const [found] = await query<{ month: bigint[]; today: bigint[] }>(DECIDED_SQL, [
    partnerId,
    days.monthBegins,
    days.today,
  ]);
  if (found === undefined) throw new Error('A sum has one row.');
  return { month: sumsOf(found.month), today: sumsOf(found.today) };
}

/** In the order of DECIDED_SUMS. */
function sumsOf(sums: readonly bigint[]): DecidedSums {
  return { deposits: decidedOf(sums.slice(0, 4)), withdrawals: decidedOf(sums.slice(4)) };
}

function decidedOf([count = 0n, amount = 0n, commission = 0n, impact = 0n]: readonly bigint[]): Decided {
  return {
    count: Number(count),
    amountCents: amount as Cents,
    commissionCents: commission as Cents,
    balanceImpactCents: impact as Cents,
  };
}
