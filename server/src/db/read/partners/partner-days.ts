/** What moved a partner's balance, by day and by month. A partner's people read it too, of their own. */
import type { Cents } from '@vezne/domain/money';
import type { MovementKind, MovementSum } from '@vezne/domain/partner-statement';
import type { Query } from '../../query.ts';

/** How far a partner's entries are counted. */
export interface CountedUpTo {
  /** Null: there is no day yet. */
  day: string | null;
  closingCents: Cents;
  entryNo: bigint;
  /** No entry counts for a day before this one: its month is closed. */
  firstOpenDay: string | null;
}

export async function findCountedUpTo(query: Query, partnerId: string): Promise<CountedUpTo> {
  const [found] = await query<CountedUpTo & object>(
    `select last.day::text as day, coalesce(last.closing_cents, 0)::int8 as "closingCents",
       coalesce(last.last_entry_no, 0)::int8 as "entryNo",
       (select (max(m.month) + interval '1 month')::date::text from partner_month m where m.partner_id = $1) as "firstOpenDay"
     from (values (true)) as always
     left join lateral (
       select * from partner_day d where d.partner_id = $1 order by d.day desc limit 1
     ) as last on true`,
    [partnerId],
  );
  if (found === undefined) throw new Error('There is always one row.');
  return found;
}

/** Where the balance was when a day began: the last entry before it, and its balance. */
export async function findBalanceBefore(
  query: Query,
  partnerId: string,
  day: string,
): Promise<{ entryNo: bigint; cents: Cents }> {
  const [found] = await query<{ entryNo: bigint; cents: Cents }>(
    `select last_entry_no as "entryNo", closing_cents as cents from partner_day
     where partner_id = $1 and day < $2 order by day desc limit 1`,
    [partnerId, day],
  );
  return found ?? { entryNo: 0n, cents: 0n as Cents };
}

/** From one day to another, both of them too. */
interface Days {
  from: string;
  to: string;
}

export async function sumDays(query: Query, partnerId: string, { from, to }: Days): Promise<MovementSum[]> {
  return await query<MovementSum & object>(
    `select kind, sum(movements)::int4 as count, sum(gross_cents)::int8 as "grossCents",
       sum(commission_cents)::int8 as "commissionCents", sum(net_cents)::int8 as "netCents"
     from partner_day_sum where partner_id = $1 and day between $2 and $3 group by kind`,
    [partnerId, from, to],
  );
}

export interface SumAt extends MovementSum {
  /** "2026-10-31" or "2026-10". */
  at: string;
  kind: MovementKind;
}

export async function listSums(
  query: Query,
  partnerId: string,
  { from, to, by }: Days & { by: 'day' | 'month' },
): Promise<SumAt[]> {
  const at = by === 'day' ? `day::text` : `to_char(day, 'YYYY-MM')`;
  return await query<SumAt & object>(
    `select ${at} as at, kind, sum(movements)::int4 as count, sum(gross_cents)::int8 as "grossCents",
       sum(commission_cents)::int8 as "commissionCents", sum(net_cents)::int8 as "netCents"
     from partner_day_sum where partner_id = $1 and day between $2 and $3 group by 1, kind order by 1, kind`,
    [partnerId, from, to],
  );
}
