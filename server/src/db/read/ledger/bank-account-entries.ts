import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { PostingKind } from '@vezne/domain/postings';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { numberAtSql } from './entry-number-at.ts';

/** One entry in the books of a bank account, with whom and what it is about. */
export interface BankAccountEntryRow {
  entryNo: bigint;
  at: Date;
  kind: PostingKind;
  amountCents: Cents;
  balanceAfterCents: Cents;
  /** Entries of one decision or one operation have the same. */
  cause: string;
  transaction: {
    id: string;
    type: 'deposit' | 'withdrawal';
    referenceCode: string | null;
    customerName: string;
  } | null;
  partner: string | null;
  note: string | null;
  by: string;
  confirmedBy: string | null;
}

const ENTRIES_SQL = `
select e.entry_no as "entryNo", t.at, t.kind, e.amount_cents as "amountCents", e.balance_after_cents as "balanceAfterCents",
  coalesce(t.operation_id::text, t.transaction_id || ' ' || t.step_no) as cause,
  (select json_build_object('id', x.id, 'type', x.type, 'referenceCode', x.reference_code, 'customerName', x.customer_full_name)
   from transaction x where x.id = t.transaction_id) as transaction,
  (select p.name from partner p where p.id = o.partner_id) as partner,
  o.note, coalesce(o.actor, (
    select s.actor from transaction_step s where s.transaction_id = t.transaction_id and s.step_no = t.step_no
  )) as by, o.confirmed_by as "confirmedBy"
from ledger_account a
join ledger_entry e on e.account_id = a.id
join ledger_transfer t on t.id = e.transfer_id
left join ledger_operation o on o.id = t.operation_id
where a.kind = 'bank' and a.bank_account_id = $1 and e.entry_no < $2 and e.entry_no > $3
  and ($4::timestamptz is null or t.at >= $4) and ($5::timestamptz is null or t.at < $5)
order by e.entry_no desc limit $6`;

/** Between two numbers of entries, and of a period. */
export interface EntryRange {
  above: bigint;
  below: bigint;
  from: Date | undefined;
  until: Date | undefined;
}

/** The newest of the range first. */
export async function listBankAccountEntries(
  pool: pg.Pool,
  { accountId, range, limit }: { accountId: string; range: EntryRange; limit: number },
  options: StatementOptions,
): Promise<BankAccountEntryRow[]> {
  const { above, below, from, until } = range;
  const values = [accountId, below, above, from ?? null, until ?? null, limit];
  return await runRead<BankAccountEntryRow>(pool, { text: ENTRIES_SQL, values }, options);
}

const OF_BANK_ACCOUNT = `kind = 'bank' and bank_account_id = $1`;

async function numberAt(
  pool: pg.Pool,
  accountId: string,
  at: Date,
  options: StatementOptions,
): Promise<bigint> {
  const [found] = await runRead<{ no: bigint }>(
    pool,
    { text: numberAtSql(OF_BANK_ACCOUNT), values: [accountId, at] },
    options,
  );
  if (found === undefined) throw new Error('The books of an account have no place for a time.');
  return found.no;
}

async function countEntries(pool: pg.Pool, accountId: string, options: StatementOptions): Promise<bigint> {
  const text = `select entry_count as count from ledger_account where kind = 'bank' and bank_account_id = $1`;
  const [account] = await runRead<{ count: bigint }>(pool, { text, values: [accountId] }, options);
  return account?.count ?? 0n;
}

/** Whoever begins first may write last, but nobody holds an account for that long. */
const OUT_OF_ORDER_MS = 3_600_000;

/** Finds the numbers between which a period is: nobody reads years to come to a day of long ago. */
export async function findEntryRange(
  pool: pg.Pool,
  accountId: string,
  { from, until }: Pick<EntryRange, 'from' | 'until'>,
  options: StatementOptions,
): Promise<EntryRange> {
  const [first, end] = [
    from && new Date(from.getTime() - OUT_OF_ORDER_MS),
    until && new Date(until.getTime() + OUT_OF_ORDER_MS),
  ];
  return {
    above: first === undefined ? 0n : (await numberAt(pool, accountId, first, options)) - 1n,
    below:
      end === undefined
        ? (await countEntries(pool, accountId, options)) + 1n
        : await numberAt(pool, accountId, end, options),
    from,
    until,
  };
}
