/** The books. */
import type { ColumnType, Generated } from 'kysely';
import type { AccountKind } from '@vezne/domain/accounts';
import type { Cents } from '@vezne/domain/money';
import type { LedgerOperation, PostingKind } from '@vezne/domain/postings';
import type { Timestamp } from './column-types.ts';

export interface LedgerAccountTable {
  id: ColumnType<bigint, never, never>;
  kind: AccountKind;
  partner_id: string | null;
  bank_account_id: string | null;
  balance_cents: Generated<Cents>;
  entry_count: Generated<bigint>;
}

export interface LedgerOperationTable {
  id: string;
  kind: LedgerOperation['kind'];
  partner_id: string | null;
  bank_account_id: string | null;
  amount_cents: Cents;
  sent_operation_id: string | null;
  fee_cents: Cents | null;
  payout_id: string | null;
  refused_transaction_id: string | null;
  actor_id: string | null;
  actor: string;
  confirmed_by_id: string | null;
  confirmed_by: string | null;
  note: string;
  said: ColumnType<unknown, string | null, never>;
  at: Timestamp;
}

export interface LedgerTransferTable {
  id: bigint;
  kind: PostingKind;
  transaction_id: string | null;
  step_no: number | null;
  operation_id: string | null;
  position: number;
  debit_account_id: bigint;
  credit_account_id: bigint;
  amount_cents: Cents;
  refused_transaction_id: string | null;
  at: Timestamp;
}

export interface LedgerEntryTable {
  account_id: bigint;
  entry_no: bigint;
  transfer_id: bigint;
  amount_cents: Cents;
  balance_after_cents: Cents;
}

/** Written by the database alone, with the transfers that name the deposit. */
export interface RefusedMoneyTable {
  transaction_id: ColumnType<string, never, never>;
  bank_account_id: ColumnType<string, never, never>;
  amount_cents: ColumnType<Cents, never, never>;
  open_cents: ColumnType<Cents, never, never>;
  since: ColumnType<Date, never, never>;
}

export interface BankMovementTable {
  id: ColumnType<bigint, never, never>;
  bank_account_id: string;
  amount_cents: Cents;
  transaction_id: string | null;
  step_no: number | null;
  operation_id: string | null;
  statement_line_id: string | null;
  at: Timestamp;
}

/** The database itself keeps these sums. */
export interface MisdirectedPayoutTable {
  payout_id: ColumnType<string, never, never>;
  sent_cents: ColumnType<Cents, never, never>;
  recovered_cents: ColumnType<Cents, never, never>;
  written_off_cents: ColumnType<Cents, never, never>;
  since: ColumnType<Date, never, never>;
}
