import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { notYetReservedOf } from '../../open-transactions.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

export interface PartnerBalance {
  availableCents: Cents;
  /** Reserved for authorised payouts. */
  reservedCents: Cents;
  /** What waiting withdrawals that are not authorised yet will take. */
  openWithdrawalsCents: Cents;
}

/**
 * One statement, so all three amounts are from the same moment: money that an authorisation moves between them is never
 * missing and never counted twice.
 */
export const BALANCE_SQL = `
select available.balance_cents as "availableCents", reserved.balance_cents as "reservedCents", coalesce((
  ${notYetReservedOf('$1')}
), 0)::int8 as "openWithdrawalsCents"
from ledger_account available join ledger_account reserved on reserved.partner_id = available.partner_id
where available.kind = 'partner_balance' and available.partner_id = $1 and reserved.kind = 'partner_reserved'`;

export async function findBalance(
  pool: pg.Pool,
  partnerId: string,
  options: StatementOptions,
): Promise<PartnerBalance> {
  const query = { name: 'partner-balance', text: BALANCE_SQL, values: [partnerId] };
  const [found] = await runRead<PartnerBalance>(pool, query, options);
  if (!found) throw new Error(`Partner ${partnerId} has no accounts in the books.`);
  return found;
}
