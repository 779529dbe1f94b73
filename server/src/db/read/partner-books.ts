/** The accounts of a partner in the books, as a statement reads them: in the order of the entries, which never change. */
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type { PostingKind } from '@vezne/domain/postings';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Query } from '../query.ts';
import { numberAtSql } from './entry-number-at.ts';

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

/** The balance after an entry; nothing was before the first. */
export async function balanceAfter(query: Query, accountId: bigint, entryNo: bigint): Promise<Cents> {
  if (entryNo === 0n) return 0n as Cents;
  const [found] = await query<{ cents: Cents }>(
    'select balance_after_cents as cents from ledger_entry where account_id = $1 and entry_no = $2',
    [accountId, entryNo],
  );
  if (found === undefined) throw new Error(`The books have no entry ${entryNo} of account ${accountId}.`);
  return found.cents;
}

/** What postings did to an account between two entries, by kind. */
export async function sumPostings(
  query: Query,
  accountId: bigint,
  { above, upTo }: { above: bigint; upTo: bigint },
): Promise<{ kind: PostingKind; amountCents: Cents }[]> {
  return await query<{ kind: PostingKind; amountCents: Cents }>(
    `select t.kind, sum(e.amount_cents)::int8 as "amountCents"
     from ledger_entry e join ledger_transfer t on t.id = e.transfer_id
     where e.account_id = $1 and e.entry_no > $2 and e.entry_no <= $3 group by t.kind`,
    [accountId, above, upTo],
  );
}

/** Whoever begins first may write last, but nobody holds an account for that long. */
const OUT_OF_ORDER_MS = 3_600_000;

const OF_ACCOUNT = 'id = $1::int8';

/**
 * By its time, unless an authorisation stands on the other side of the balance: what leaves one of the two accounts comes to the other within
 * the same period. Both have these transfers in the same order, for whoever posts them locks both.
 */
const RESERVED_CUT_SQL = `
with near as materialized (
  select r.entry_no, t.at, (
    select b.entry_no from ledger_entry b where b.transfer_id = r.transfer_id and b.account_id = $2
  ) as balance_no
  from ledger_entry r join ledger_transfer t on t.id = r.transfer_id
  where r.account_id = $1 and r.entry_no >= $3 and r.entry_no < $4
)
select least(
  greatest(
    coalesce(min(entry_no) filter (where at >= $5), $4::int8) - 1,
    coalesce(max(entry_no) filter (where balance_no <= $6), 0)
  ),
  coalesce(min(entry_no) filter (where balance_no > $6), $4::int8) - 1
) as no from near`;

/** The last entry of `partner_reserved` before a moment, beside the last one of `partner_balance`. */
export async function findReservedCut(
  query: Query,
  { balance, reserved }: PartnerAccounts,
  { before, balanceEntryNo }: { before: Date; balanceEntryNo: bigint },
): Promise<bigint> {
  const from = await entryNumberAt(query, reserved, new Date(before.getTime() - OUT_OF_ORDER_MS));
  const until = await entryNumberAt(query, reserved, new Date(before.getTime() + OUT_OF_ORDER_MS));
  const [cut] = await query<{ no: bigint }>(RESERVED_CUT_SQL, [
    reserved,
    balance,
    from,
    until,
    before,
    balanceEntryNo,
  ]);
  if (cut === undefined) throw new Error('A sum over entries has one row.');
  return cut.no;
}

async function entryNumberAt(query: Query, accountId: bigint, at: Date): Promise<bigint> {
  const [found] = await query<{ no: bigint }>(numberAtSql(OF_ACCOUNT), [accountId, at]);
  if (found === undefined) throw new Error('The books of an account have no place for a time.');
  return found.no;
}
