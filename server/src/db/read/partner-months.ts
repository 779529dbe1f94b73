/** Months that are closed, and those that are over and wait for it. A partner's people read their own. */
import type { Cents } from '@vezne/domain/money';
import type { Query } from '../query.ts';

export interface ClosedMonth {
  month: string;
  no: number;
  partnerName: string;
  firstEntryNo: bigint;
  lastEntryNo: bigint;
  reservedFirstEntryNo: bigint;
  reservedLastEntryNo: bigint;
  movements: number;
  openingCents: Cents;
  closingCents: Cents;
  reservedOpeningCents: Cents;
  reservedClosingCents: Cents;
  setAsideCents: Cents;
  paidOutCents: Cents;
  givenBackCents: Cents;
  reserveAdjustedCents: Cents;
  closedAt: Date;
}

const MONTH_COLUMNS = `
  to_char(month, 'YYYY-MM') as month, no, partner_name as "partnerName", first_entry_no as "firstEntryNo",
  last_entry_no as "lastEntryNo", reserved_first_entry_no as "reservedFirstEntryNo", reserved_last_entry_no as "reservedLastEntryNo",
  movements, opening_cents as "openingCents", closing_cents as "closingCents", reserved_opening_cents as "reservedOpeningCents",
  reserved_closing_cents as "reservedClosingCents", set_aside_cents as "setAsideCents", paid_out_cents as "paidOutCents",
  given_back_cents as "givenBackCents", reserve_adjusted_cents as "reserveAdjustedCents", closed_at as "closedAt"`;

/** Newest first. */
export async function listClosedMonths(query: Query, partnerId: string): Promise<ClosedMonth[]> {
  return await query<ClosedMonth & object>(
    `select ${MONTH_COLUMNS} from partner_month where partner_id = $1 order by partner_month.month desc`,
    [partnerId],
  );
}

export async function findClosedMonth(
  query: Query,
  partnerId: string,
  month: string,
): Promise<ClosedMonth | undefined> {
  const [found] = await query<ClosedMonth & object>(
    `select ${MONTH_COLUMNS} from partner_month where partner_id = $1 and month = $2`,
    [partnerId, `${month}-01`],
  );
  return found;
}

/** The last one that was closed before a month, whether or not it is the one before it. */
export async function findLastMonthBefore(
  query: Query,
  partnerId: string,
  month: string,
): Promise<ClosedMonth | undefined> {
  const [found] = await query<ClosedMonth & object>(
    `select ${MONTH_COLUMNS} from partner_month where partner_id = $1 and month < $2 order by partner_month.month desc limit 1`,
    [partnerId, `${month}-01`],
  );
  return found;
}

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
where (next.month + interval '1 month') at time zone interval '3 hours' + make_interval(secs => $1) <= now()
order by next.month, p.id limit $2`;

export async function listDueMonths(
  query: Query,
  { afterSeconds, limit }: { afterSeconds: number; limit: number },
): Promise<DueMonth[]> {
  const rows = await query<DueMonth & NonNullable<DueMonth['before']> & { no: number | null }>(DUE_SQL, [
    afterSeconds,
    limit,
  ]);
  return rows.map(({ partnerId, partnerName, month, ...before }) => ({
    partnerId,
    partnerName,
    month,
    before: before.no === null ? null : before,
  }));
}
