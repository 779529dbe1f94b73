import type pg from 'pg';
import type { ActorKind } from '@vezne/domain/actor';
import type { Cents } from '@vezne/domain/money';
import type { PostingKind } from '@vezne/domain/postings';
import type {
  EventType,
  StepTrigger,
  TransactionStatus,
  WithdrawalStage,
} from '@vezne/domain/transaction-state';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { labelSql } from '../ledger/labels.ts';
import type { LedgerAccountLabel } from '../ledger/labels.ts';

export interface HistoryStep {
  stepNo: number;
  at: Date;
  trigger: StepTrigger;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  actorKind: ActorKind;
  actor: string;
  note: string | null;
}

export interface HistoryTransfer {
  stepNo: number;
  kind: PostingKind;
  amountCents: Cents;
  debit: LedgerAccountLabel;
  credit: LedgerAccountLabel;
}

export interface HistoryEvent {
  id: string;
  stepNo: number;
  feedNo: bigint;
  type: EventType;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
  occurredAt: Date;
}

/** What happened to a transaction, what it posted to the books, and what its partner was told; each in order. */
export interface TransactionHistory {
  steps: HistoryStep[];
  transfers: HistoryTransfer[];
  events: HistoryEvent[];
}

const STEPS_SQL = `
select step_no as "stepNo", at, trigger, status, stage, actor_kind as "actorKind", actor, note
from transaction_step where transaction_id = $1 order by step_no`;

const TRANSFERS_SQL = `
select t.step_no as "stepNo", t.kind, t.amount_cents as "amountCents", ${labelSql('debit')} as debit, ${labelSql('credit')} as credit
from ledger_transfer t join ledger_account debit on debit.id = t.debit_account_id
  join ledger_account credit on credit.id = t.credit_account_id
where t.transaction_id = $1 order by t.step_no, t.position`;

const EVENTS_SQL = `
select id, step_no as "stepNo", feed_no as "feedNo", type, player_amount_cents as "playerAmountCents",
  balance_impact_cents as "balanceImpactCents", occurred_at as "occurredAt"
from event where transaction_id = $1 order by step_no`;

/** What happened to a transaction, in order. */
export async function findTransactionSteps(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<HistoryStep[]> {
  return await runRead<HistoryStep>(pool, { text: STEPS_SQL, values: [transactionId] }, options);
}

export async function findTransactionHistory(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<TransactionHistory> {
  const values = [transactionId];
  return {
    steps: await findTransactionSteps(pool, transactionId, options),
    transfers: await runRead<HistoryTransfer>(pool, { text: TRANSFERS_SQL, values }, options),
    events: await runRead<HistoryEvent>(pool, { text: EVENTS_SQL, values }, options),
  };
}
