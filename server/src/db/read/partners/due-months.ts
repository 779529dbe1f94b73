/** Months that are over and wait to be closed, of all partners. */
import type { Query } from '../../query.ts';
import type { ClosedMonth } from './partner-months.ts';

/** A month that is over. */
export interface DueMonth {
  partnerId: string;
  partnerName: string;
  month: string;
  /** Undefined: it is the first of its partner. */
  before: Pick<
    ClosedMonth,
    'no' | 'lastEntryNo' | 'closingCents' | 'reservedLastEntryNo' | 'reservedClosingCents'
  > | null;
}

/** The next one of each partner, if it ended so long ago that whatever was begun in it is written. */
const DUE_SQL = `
select p.id as "partnerId", p.name as "partnerName", to_char(next.month, 'YYYY-MM') as month, last.no, last.last_entry_no as "lastEntryNo",
  last.closing_cents as "closingCents", last.reserved_last_entry_no as "reservedLastEntryNo",
  last.reserved_closing_cents as "reservedClosingCents"
from partner p
left join lateral (
  select * from partner_month m where m.partner_id = p.id order by m.month desc limit 1
) as last on true
cross join lateral (
  select coalesce((last.month + interval '1 month')::date, date_trunc('month', p.created_at at time zone interval '3 hours')::date) as month
) as next
where (next.month + interval '1 month') at time zone interval '3 hours' + make_interval(secs => $1) <= now() and p.id <> all ($3)
order by next.month, p.id limit $2`;

export async function listDueMonths(
  query: Query,
  {
    afterSeconds,
    limit,
    without,
  }: {
    afterSeconds: number;
    limit: number;
    /** Partners whose months can't be closed: they must not stand in the way of others. */
    without: readonly string[];
  },
): Promise<DueMonth[]> {
  const rows = await query<DueMonth & NonNullable<DueMonth['before']> & { no: number | null }>(DUE_SQL, [
    afterSeconds,
    limit,
    without,
  ]);
  return rows.map(({ partnerId, partnerName, month, ...before }) => ({
    partnerId,
    partnerName,
    month,
    before: before.no === null ? null : before,
  }));
}
