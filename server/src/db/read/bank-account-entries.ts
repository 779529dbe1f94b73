import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { PostingKind } from '@vezne/domain/postings';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

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
where a.kind = 'bank' and a.bank_account_id = $1 and e.entry_no < coalesce($2::int8, 9223372036854775807)
order by e.entry_no desc limit $3`;

/** The newest first, older than the entry with this number. */
export async function listBankAccountEntries(
  pool: pg.Pool,
  { accountId, before, limit }: { accountId: string; before: bigint | null; limit: number },
  options: StatementOptions,
): Promise<BankAccountEntryRow[]> {
  return await runRead<BankAccountEntryRow>(
    pool,
    { text: ENTRIES_SQL, values: [accountId, before, limit] },
    options,
  );
}
