/** A partner's books with us. Entries of an account are numbered without a gap, and each has the balance after it. */
import type { Cents } from '@vezne/domain/money';
import type { PostingKind } from '@vezne/domain/postings';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { PartnerScope } from '../../partner-scope.ts';

/** What is available, and what is set aside for payouts. */
export type Book = 'available' | 'reserved';

export const BOOK_ACCOUNTS: Readonly<Record<Book, 'partner_balance' | 'partner_reserved'>> = {
  available: 'partner_balance',
  reserved: 'partner_reserved',
};

const accountOf = (book: Book): string => `
  select a.id, a.entry_count from ledger_account a where a.partner_id = $1 and a.kind = '${BOOK_ACCOUNTS[book]}'`;

/** When an entry of account `a` was made. */
const at = (entryNo: string): string => `
  select t.at from ledger_entry e cross join lateral (
    select t.at from ledger_transfer t where t.id = e.transfer_id offset 0
  ) as t
  where e.account_id = a.id and e.entry_no = ${entryNo}`;

export interface Stretch {
  /** The first entry, and the one after the last. */
  firstNo: bigint;
  endNo: bigint;
  openingCents: Cents;
  closingCents: Cents;
}

const balanceAfter = (entryNo: string): string =>
  `coalesce((select e.balance_after_cents from ledger_entry e where e.account_id = a.id and e.entry_no = ${entryNo}), 0)::int8`;

const stretchSql = (book: Book): string => `
select $2::int8 + 1 as "firstNo", a.last_no + 1 as "endNo", ${balanceAfter('$2::int8')} as "openingCents",
  ${balanceAfter('a.last_no')} as "closingCents"
from (select a.id, coalesce($3::int8, a.entry_count) as last_no from (${accountOf(book)}) as a offset 0) as a`;

/** Entries above one number and up to another, or to the last, with the balance at both ends. */
export async function readStretch(
  { partnerId, query }: PartnerScope,
  book: Book,
  { above, upTo }: { above: bigint; upTo: bigint | null },
): Promise<Stretch | undefined> {
  const [found] = await query<Stretch & object>(stretchSql(book), [partnerId, above, upTo]);
  return found;
}

export interface ListedEntry {
  entryNo: bigint;
  kind: PostingKind;
  /** Its transfer goes to our commission, or comes from it. */
  isCommission: boolean;
  amountCents: Cents;
  balanceAfterCents: Cents;
  at: Date;
  transactionId: string | null;
  type: TransactionType | null;
  externalReference: string | null;
  referenceCode: string | null;
  customerUsername: string | null;
}

/**
 * Whether the other side of a transfer is the partner's commission account. Looked up for each entry that is shown: an `exists` would be
 * answered from a table of all commission that there ever was.
 */
const isCommission = (transferId: string): string => `coalesce((
    select true from ledger_entry c where c.transfer_id = ${transferId} and c.account_id = (
      select a.id from ledger_account a where a.partner_id = $1 and a.kind = 'partner_commission'
    ) limit 1
  ), false)`;

/** Of a kind that is rare so many entries are looked at, which takes less than a tenth of a second. */
export const MOST_ENTRIES_WALKED = 5_000;

/**
 * $2 and $3 bound the numbers, $4 is how many are wanted. Every look-up is by a key: as joins they could become walks through whole tables.
 * What an entry is about is looked up for the page alone, for of a kind that is common there are thousands to choose it from.
 */
const entriesSql = (book: Book, kinds: readonly PostingKind[] | undefined): string => `
select page.entry_no as "entryNo", page.kind, ${isCommission('page.transfer_id')} as "isCommission", page.amount_cents as "amountCents", page.balance_after_cents as "balanceAfterCents", page.at,
  page.transaction_id as "transactionId", about.type, about.external_reference as "externalReference",
  about.reference_code as "referenceCode", about.customer_username as "customerUsername"
from (
  select e.entry_no, e.transfer_id, e.amount_cents, e.balance_after_cents, t.kind, t.at, t.transaction_id
  from (${accountOf(book)}) as a
  cross join lateral (
    select e.entry_no, e.transfer_id, e.amount_cents, e.balance_after_cents from ledger_entry e
    where e.account_id = a.id and e.entry_no >= $2 and e.entry_no < $3 offset 0
  ) as e
  cross join lateral (
    select t.kind, t.at, t.transaction_id from ledger_transfer t where t.id = e.transfer_id
      ${kinds === undefined ? '' : `and t.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`} offset 0
  ) as t
  order by e.entry_no desc limit $4
) as page
left join lateral (
  select t2.type, t2.external_reference, t2.reference_code, t2.customer_username from transaction t2
  where t2.partner_id = $1 and t2.id = page.transaction_id offset 0
) as about on true
order by page.entry_no desc`;

export interface EntryRange {
  fromNo: bigint;
  belowNo: bigint;
  kinds?: readonly PostingKind[] | undefined;
  limit: number;
}

/**
 * Numbers have no gap, so the page is known by its numbers. A limit in its place would be planned without knowing how many entries there
 * are, and then all of a partner's are read and sorted for one page.
 */
export function entriesStatement(
  partnerId: string,
  book: Book,
  { fromNo, belowNo, kinds, limit }: EntryRange,
): { text: string; values: unknown[] } {
  const lowest = belowNo - BigInt(kinds === undefined ? limit : MOST_ENTRIES_WALKED);
  return {
    text: entriesSql(book, kinds),
    values: [partnerId, lowest > fromNo ? lowest : fromNo, belowNo, limit],
  };
}

/** Numbers from one on and below another, newest first; of a kind, as far as so many entries are walked. */
export async function listEntries(
  { partnerId, query }: PartnerScope,
  book: Book,
  range: EntryRange,
): Promise<ListedEntry[]> {
  const { text, values } = entriesStatement(partnerId, book, range);
  return await query<ListedEntry & object>(text, values);
}

/** When an entry was made. */
export async function timeOfEntry(
  { partnerId, query }: PartnerScope,
  book: Book,
  entryNo: bigint,
): Promise<Date | undefined> {
  const [found] = await query<{ at: Date }>(`select (${at('$2')}) as at from (${accountOf(book)}) as a`, [
    partnerId,
    entryNo,
  ]);
  return found?.at;
}

export interface TransactionEntry extends Pick<
  ListedEntry,
  'entryNo' | 'kind' | 'isCommission' | 'amountCents' | 'balanceAfterCents' | 'at'
> {
  book: Book;
}

/** What a transaction did to both books, in the order in which it did. */
export async function listEntriesOf(
  { partnerId, query }: PartnerScope,
  transactionId: string,
): Promise<TransactionEntry[]> {
  return await query<TransactionEntry & object>(
    `select case a.kind when '${BOOK_ACCOUNTS.available}' then 'available' else 'reserved' end as book, e.entry_no as "entryNo", t.kind,
       ${isCommission('t.id')} as "isCommission", e.amount_cents as "amountCents", e.balance_after_cents as "balanceAfterCents", t.at
     from ledger_transfer t
     cross join (
       select a.id, a.kind from ledger_account a
       where a.partner_id = $1 and a.kind in ('${BOOK_ACCOUNTS.available}', '${BOOK_ACCOUNTS.reserved}') offset 0
     ) as a
     cross join lateral (
       select e.entry_no, e.amount_cents, e.balance_after_cents from ledger_entry e
       where e.transfer_id = t.id and e.account_id = a.id offset 0
     ) as e
     where t.transaction_id = $2
     order by t.id, a.kind`,
    [partnerId, transactionId],
  );
}
