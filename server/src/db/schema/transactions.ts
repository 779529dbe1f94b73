/** Deposits and withdrawals, what became of them, and whose they are. */
import type { ColumnType, Generated } from 'kysely';
import type { ActorKind } from '@vezne/domain/actor';
import type { SettlementMode } from '@vezne/domain/commission';
import type { HoldReason } from '@vezne/domain/hold';
import type { Cents } from '@vezne/domain/money';
import type { ReceiptType } from '@vezne/domain/receipt-type';
import type {
  EventType,
  ReasonCode,
  StepTrigger,
  TransactionStatus,
  TransactionType,
  WithdrawalStage,
} from '@vezne/domain/transaction-state';
import type { Language } from '@vezne/domain/written';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

export interface TransactionTable {
  id: string;
  partner_id: string;
  type: TransactionType;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  external_reference: string;
  original_transaction_id: string | null;
  /** Late money: the rejected deposit whose money it is. Nobody changes it. */
  refused_transaction_id: ColumnType<string | null, string | null | undefined, never>;
  currency: string;
  amount_cents: Cents;
  actual_amount_cents: Cents | null;
  commission_cents: Cents;
  net_amount_cents: Cents | null;
  player_amount_cents: Cents;
  balance_impact_cents: Cents;
  commission_basis_points: number;
  commission_fixed_cents: Cents;
  settlement_mode: SettlementMode;
  customer_id: string;
  customer_username: string;
  customer_full_name: string;
  customer_email: string | null;
  bank_account_id: string | null;
  previous_bank_account_id: string | null;
  reference_code: string | null;
  /** The number that the code was made of. null: late money, withdrawals, and what is older than the numbers. */
  reference_number: ColumnType<bigint | null, bigint | null | undefined, never>;
  redirect_url: string | null;
  /** In which the page of a deposit opens. Nobody changes it. */
  language: ColumnType<Language | null, Language | null | undefined, never>;
  page_key_version: number | null;
  expires_at: NullableTimestamp;
  payout_bank_name: string | null;
  payout_holder_name: string | null;
  payout_iban: string | null;
  reason_code: ReasonCode | null;
  created_at: Timestamp;
  decided_at: NullableTimestamp;
  step_count: Generated<number>;
  taken_by: string | null;
  taken_by_id: string | null;
  authorised_by: string | null;
  authorised_by_id: string | null;
  corrected_at: NullableTimestamp;
  /** The sum of its payout_transfer rows; the database keeps it. */
  parts_sent_cents: ColumnType<Cents, never, never>;
  held_until: NullableTimestamp;
  hold_reason: HoldReason | null;
}

/** What is not decided yet. The database keeps it by its triggers; nobody else writes it. */
export interface OpenTransactionTable {
  transaction_id: ColumnType<string, never, never>;
  partner_id: ColumnType<string, never, never>;
  type: ColumnType<TransactionType, never, never>;
  status: ColumnType<TransactionStatus, never, never>;
  stage: ColumnType<WithdrawalStage | null, never, never>;
  original_transaction_id: ColumnType<string | null, never, never>;
  amount_cents: ColumnType<Cents, never, never>;
  bank_account_id: ColumnType<string | null, never, never>;
  expires_at: ColumnType<Date | null, never, never>;
  held_until: ColumnType<Date | null, never, never>;
  waiting_since: ColumnType<Date | null, never, never>;
}

export interface TransactionStepTable {
  transaction_id: string;
  step_no: number;
  trigger: StepTrigger;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  actor_kind: ActorKind;
  /** null for a partner, a player or a job: their name is their id. */
  actor_id: string | null;
  actor: string;
  /** Who asked, when the actor confirmed as the second person. */
  asked_by_id: string | null;
  asked_by: string | null;
  note: string | null;
  said: ColumnType<unknown, string | null, never>;
  at: Timestamp;
  decision_id: string | null;
  /** What a person pressed. */
  press_hash: Buffer | null;
}

export interface PayoutTransferTable {
  transaction_id: string;
  number: number;
  amount_cents: Cents;
  bank_reference: string;
  sent_by: string;
  sent_by_id: string;
  at: Timestamp;
}

export interface EventTable {
  id: string;
  partner_id: string;
  transaction_id: string;
  step_no: number;
  feed_no: bigint;
  type: EventType;
  status: TransactionStatus;
  external_reference: string;
  original_transaction_id: string | null;
  reference_code: string | null;
  currency: string;
  amount_cents: Cents;
  actual_amount_cents: Cents | null;
  commission_cents: Cents;
  net_amount_cents: Cents | null;
  player_amount_cents: Cents;
  balance_impact_cents: Cents;
  reason_code: ReasonCode | null;
  occurred_at: Timestamp;
}

export interface SenderDetailTable {
  transaction_id: string;
  sender_name: string | null;
  iban_last_four: string | null;
  sent_at: NullableTimestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ReceiptTable {
  id: string;
  transaction_id: string;
  receipt_no: number;
  content: Buffer;
  media_type: ReceiptType;
  sha256: Buffer;
  created_at: Timestamp;
}

export interface PlayerTable {
  partner_id: string;
  customer_id: string;
  /** Of the last deposit. */
  bank_account_id: string | null;
  first_seen_at: Timestamp;
}

export interface PlayerNameTable {
  partner_id: string;
  customer_id: string;
  username: string;
  full_name: string;
  /** As foldName writes it. */
  folded_username: string;
  folded_name: string;
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
  latest_transaction_id: string;
}
