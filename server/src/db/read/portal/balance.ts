/** What a partner has with us. */
import type { Cents } from '@vezne/domain/money';
import type { PartnerScope } from '../../partner-scope.ts';
import { setAsideSql } from '../../set-aside-sql.ts';
import type { PartnerBalance } from '../ledger/balances.ts';

/**
 * The amounts of GET /v1/balance. How far a payout has come is ours to know, so what is not authorised yet is what waits without what is
 * reserved: an authorisation reserves the whole impact of a withdrawal, and nothing else reserves anything.
 */
const BALANCE_SQL = `
select available.balance_cents as "availableCents", reserved.balance_cents as "reservedCents",
  (coalesce((
    select -sum((select t.balance_impact_cents from transaction t where t.id = o.transaction_id))
    from open_transaction o where o.partner_id = $1 and o.type = 'withdrawal' and o.status = 'waiting_confirmation'
  ), 0) - reserved.balance_cents)::int8 as "openWithdrawalsCents"
from ledger_account available join ledger_account reserved on reserved.partner_id = available.partner_id
where available.partner_id = $1 and available.kind = 'partner_balance' and reserved.kind = 'partner_reserved'`;

export async function readBalance({ partnerId, query }: PartnerScope): Promise<PartnerBalance | undefined> {
  const [row] = await query<PartnerBalance & Record<string, Cents>>(BALANCE_SQL, [partnerId]);
  return row;
}

export interface Waiting {
  type: 'deposit' | 'withdrawal';
  status: 'waiting_payment' | 'waiting_confirmation';
  /** A payout that is authorised, and is being paid. */
  isSetAside: boolean;
  count: number;
  /** Since when we could decide the oldest; null of what waits for its player. */
  oldestSince: Date | null;
}

/** What waits for a decision of ours or for a player, by its type. */
export async function readWaiting({ partnerId, query }: PartnerScope): Promise<Waiting[]> {
  return await query<Waiting & object>(
    `select o.type, o.status, o.is_set_aside as "isSetAside", count(*)::int4 as count, min(o.waiting_since) as "oldestSince"
     from (
       select o.type, o.status, o.waiting_since, ${setAsideSql({ id: 'o.transaction_id', type: 'o.type', status: 'o.status' })} as is_set_aside
       from open_transaction o where o.partner_id = $1
     ) as o
     group by 1, 2, 3 order by 1, 2, 3`,
    [partnerId],
  );
}
