import type pg from 'pg';
import { ACCOUNT_KINDS } from '@vezne/domain/accounts';
import type { Cents } from '@vezne/domain/money';
import type { PostingKind } from '@vezne/domain/postings';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { labelSql } from './labels.ts';
import type { LedgerAccountLabel } from './labels.ts';

export interface LedgerBalance {
  account: LedgerAccountLabel;
  balanceCents: Cents;
  entries: bigint;
}

/**
 * In the order of the chart; $1 lists its kinds. Accounts that were never used are left out, unless a partner's accounts
 * are requested.
 */
const BALANCES_SQL = `
select ${labelSql('a')} as account, a.balance_cents as "balanceCents", a.entry_count as entries
from ledger_account a
where case when $2::uuid is null then a.entry_count > 0 else a.partner_id = $2 end
order by array_position($1::text[], a.kind), (${labelSql('a')})::text`;

/** The accounts of a partner, or all accounts that were ever used. */
export async function listLedgerBalances(
  pool: pg.Pool,
  { partnerId = null }: { partnerId?: string | null | undefined },
  options: StatementOptions,
): Promise<LedgerBalance[]> {
  const values = [Object.keys(ACCOUNT_KINDS), partnerId];
  return await runRead<LedgerBalance>(pool, { text: BALANCES_SQL, values }, options);
}

export interface BookedEntry {
  entryNo: bigint;
  at: Date;
  /** In the account's normal sign. */
  amountCents: Cents;
  balanceAfterCents: Cents;
  kind: PostingKind;
  transactionId: string | null;
  operationId: string | null;
  note: string | null;
}

const ENTRIES_SQL = `
select e.entry_no as "entryNo", t.at, e.amount_cents as "amountCents", e.balance_after_cents as "balanceAfterCents", t.kind,
  t.transaction_id as "transactionId", t.operation_id as "operationId", o.note
from ledger_entry e join ledger_transfer t on t.id = e.transfer_id left join ledger_operation o on o.id = t.operation_id
where e.account_id = $1 order by e.entry_no desc limit $2`;

/** The entries of an account, newest first. */
export async function listEntries(
  pool: pg.Pool,
  { accountId, limit }: { accountId: bigint; limit: number },
  options: StatementOptions,
): Promise<BookedEntry[]> {
  return await runRead<BookedEntry>(pool, { text: ENTRIES_SQL, values: [accountId, limit] }, options);
}
