/** What moved a partner's balance since its days were counted, which is a minute while a worker runs. */
import type { PartnerScope } from '../../partner-scope.ts';
import type { BalanceEntry } from '../ledger/balance-entries.ts';

/**
 * A worker that stood still for long leaves more; what is above is then left for it, so that whoever looks does not wait. Reading so many takes
 * less than a tenth of a second.
 */
export const MOST_UNCOUNTED = 5_000;

/** What a cause, a step of a transaction or an operation, posted to our commission. Every look-up is by a key. */
const earnedBy = (cause: string): string => `
  select sum(c.amount_cents) from ledger_transfer s cross join lateral (
    select c.amount_cents from ledger_entry c where c.transfer_id = s.id and c.account_id = a.commission_id offset 0
  ) as c
  where ${cause}`;

/** Above one number ($2), at most so many ($3). Numbers have no gap, so these are known before anything is read. */
export const UNCOUNTED_SQL = `
select e.entry_no as "entryNo", t.at, t.kind, e.amount_cents as "amountCents", e.balance_after_cents as "balanceAfterCents",
  t.transaction_id as "transactionId", t.step_no as "stepNo", t.operation_id as "operationId", x.type,
  x.external_reference as "externalReference", x.reference_code as "referenceCode", x.amount_cents as "requestedCents",
  x.commission_basis_points as "basisPoints", x.commission_fixed_cents as "fixedCents", x.settlement_mode as "settlementMode",
  coalesce(
    (${earnedBy('s.transaction_id = t.transaction_id and s.step_no = t.step_no')}),
    (${earnedBy('s.operation_id = t.operation_id')}),
    0
  )::int8 as "earnedCents"
from (
  select max(id) filter (where kind = 'partner_balance') as balance_id, max(id) filter (where kind = 'partner_commission') as commission_id
  from ledger_account where partner_id = $1
) as a
cross join lateral (
  select e.entry_no, e.transfer_id, e.amount_cents, e.balance_after_cents from ledger_entry e
  where e.account_id = a.balance_id and e.entry_no > $2 and e.entry_no <= $2::int8 + $3::int8 offset 0
) as e
cross join lateral (
  select t.at, t.kind, t.transaction_id, t.step_no, t.operation_id from ledger_transfer t where t.id = e.transfer_id offset 0
) as t
left join lateral (
  select x.type, x.external_reference, x.reference_code, x.amount_cents, x.commission_basis_points, x.commission_fixed_cents, x.settlement_mode
  from transaction x where x.partner_id = $1 and x.id = t.transaction_id offset 0
) as x on true
order by e.entry_no`;

/** In the order of the books. */
export async function listUncounted(
  { partnerId, query }: PartnerScope,
  above: bigint,
): Promise<BalanceEntry[]> {
  return await query<BalanceEntry & object>(UNCOUNTED_SQL, [partnerId, above, MOST_UNCOUNTED]);
}
