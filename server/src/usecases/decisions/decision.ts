import { personIdOf } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import type { TransactionStatus, WithdrawalStage } from '@vezne/domain/transaction-state';
import type { DecisionRow, PayingAccount } from '../../db/read/decision-rows.ts';
import type { DecisionRefusalCode, Refusal } from '../refusal.ts';

/** What every decision of a person says. */
export interface DecisionInput {
  transactionId: string;
  actor: Person;
  note?: string | null | undefined;
}

/** A person's decision on a transaction. */
export interface Decision extends DecisionInput {
  /** Of what the person saw. Without one the decision holds for whatever the transaction is now. */
  fingerprint?: string | undefined;
  /** The bank account that the decision asks about, if it does. */
  payingAccountOf?: (row: DecisionRow) => string | null;
  /** What it does to the transaction, or why it can't. */
  change(row: DecisionRow, account: PayingAccount | undefined): TransactionChange | DecisionRefusalCode;
}

/** Refused means that nothing of the decision was written. */
export type DecisionResult =
  | { outcome: 'made'; status: TransactionStatus; stage: WithdrawalStage | null }
  | { outcome: 'refused'; refusal: Refusal<DecisionRefusalCode> };

/** Whether somebody is the one who took a withdrawal. If it isn't known who did, everybody may be. */
export function isTaker({ takenBy }: Pick<DecisionRow, 'takenBy'>, { id }: Person): boolean {
  return takenBy === null || personIdOf(takenBy) === id;
}
