import type { Query } from '../../query.ts';
import type { ClosedMonth } from '../../read/partners/partner-months.ts';

/** Closes a month. The database holds that it follows the one before and says what the books say; nobody changes it any more. */
export async function insertClosedMonth(
  query: Query,
  partnerId: string,
  month: Omit<ClosedMonth, 'closedAt'>,
): Promise<void> {
  await query(
    `insert into partner_month (partner_id, month, no, partner_name, first_entry_no, last_entry_no, reserved_first_entry_no,
       reserved_last_entry_no, movements, opening_cents, closing_cents, reserved_opening_cents, reserved_closing_cents)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      partnerId,
      `${month.month}-01`,
      month.no,
      month.partnerName,
      month.firstEntryNo,
      month.lastEntryNo,
      month.reservedFirstEntryNo,
      month.reservedLastEntryNo,
      month.movements,
      month.openingCents,
      month.closingCents,
      month.reservedOpeningCents,
      month.reservedClosingCents,
    ],
  );
}
