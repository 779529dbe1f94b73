/** Months that are closed. A partner's people read their own. */
import type { Cents } from '@vezne/domain/money';
import type { Query } from '../../query.ts';

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
  closedAt: Date;
}

const MONTH_COLUMNS = `
  to_char(month, 'YYYY-MM') as month, no, partner_name as "partnerName", first_entry_no as "firstEntryNo",
  last_entry_no as "lastEntryNo", reserved_first_entry_no as "reservedFirstEntryNo", reserved_last_entry_no as "reservedLastEntryNo",
  movements, opening_cents as "openingCents", closing_cents as "closingCents", reserved_opening_cents as "reservedOpeningCents",
  reserved_closing_cents as "reservedClosingCents", closed_at as "closedAt"`;

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
