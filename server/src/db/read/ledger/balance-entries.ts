/** The entries of a partner's balance with all that a statement says of them, in their order, which never changes. Only a worker reads them all. */
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type { PostingKind } from '@vezne/domain/postings';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Query } from '../../query.ts';

/** The ids of a partner's accounts, and how many entries its balance has. */
export interface PartnerAccounts {
  balance: bigint;
  reserved: bigint;
  commission: bigint;
  entryCount: bigint;
}

export async function findPartnerAccounts(query: Query, partnerId: string): Promise<PartnerAccounts> {
  const [found] = await query<PartnerAccounts & object>(
    `select max(id) filter (where kind = 'partner_balance') as balance, max(id) filter (where kind = 'partner_reserved') as reserved,
       max(id) filter (where kind = 'partner_commission') as commission,
       max(entry_count) filter (where kind = 'partner_balance') as "entryCount"
     from ledger_account where partner_id = $1 having count(*) = 3`,
    [partnerId],
  );
  if (found === undefined) throw new Error(`Partner ${partnerId} has no accounts in the books.`);
  return found;
}

/** One entry of `partner_balance`, with its cause and what is known of it. None of these columns ever changes. */
export interface BalanceEntry {
  entryNo: bigint;
  at: Date;
  kind: PostingKind;
  amountCents: Cents;
  balanceAfterCents: Cents;
  transactionId: string | null;
  stepNo: number | null;
  operationId: string | null;
  type: TransactionType | null;
  externalReference: string | null;
  referenceCode: string | null;
  requestedCents: Cents | null;
  basisPoints: number | null;
  fixedCents: Cents | null;
  settlementMode: SettlementMode | null;
  /** What its whole cause posted to `partner_commission`. */
  earnedCents: Cents;
}

const ENTRIES_SQL = `
select e.entry_no as "entryNo", t.at, t.kind, e.amount_cents as "amountCents", e.balance_after_cents as "balanceAfterCents",
  t.transaction_id as "transactionId", t.step_no as "stepNo", t.operation_id as "operationId", x.type,
  x.external_reference as "externalReference", x.reference_code as "referenceCode", x.amount_cents as "requestedCents",
  x.commission_basis_points as "basisPoints", x.commission_fixed_cents as "fixedCents", x.settlement_mode as "settlementMode",
  coalesce((
    select sum(c.amount_cents) from ledger_transfer s join ledger_entry c on c.transfer_id = s.id and c.account_id = $2
    where s.transaction_id = t.transaction_id and s.step_no = t.step_no
  ), (
    select sum(c.amount_cents) from ledger_transfer s join ledger_entry c on c.transfer_id = s.id and c.account_id = $2
    where s.operation_id = t.operation_id
  ), 0)::int8 as "earnedCents"
from ledger_entry e
join ledger_transfer t on t.id = e.transfer_id
left join transaction x on x.id = t.transaction_id
where e.account_id = $1 and e.entry_no > $3 and e.entry_no <= $4
order by e.entry_no limit $5`;

/** Entries above one number and up to another, the first of them first. */
export async function readBalanceEntries(
  query: Query,
  { balance, commission }: PartnerAccounts,
  { above, upTo, limit }: { above: bigint; upTo: bigint; limit: number },
): Promise<BalanceEntry[]> {
  return await query<BalanceEntry & object>(ENTRIES_SQL, [balance, commission, above, upTo, limit]);
}
