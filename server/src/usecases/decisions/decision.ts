import { mayBeNamed } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import type { TransactionStatus, WithdrawalStage } from '@vezne/domain/transaction-state';
import type { DecisionRow, PayingAccount } from '../../db/read/decision-rows.ts';
import type { DecisionRefusalCode, Refusal } from '../refusal.ts';

/** What every decision by a person contains. */
export interface DecisionInput {
  transactionId: string;
  actor: Person;
  note?: string | null | undefined;
}

/** A person's decision on a transaction. */
export interface Decision extends DecisionInput {
  /**
   * The fingerprint of what the person saw. Without one, the decision applies to the transaction in any state it has now.
   */
  fingerprint?: string | undefined;
  /** The bank account that the decision needs to check, if any. */
  payingAccountOf?: (row: DecisionRow) => string | null;
  /** What the decision does to the transaction, or why it is impossible. */
  change(row: DecisionRow, account: PayingAccount | undefined): TransactionChange | DecisionRefusalCode;
}

/** Refused means that nothing of the decision was written. */
export type DecisionResult =
  | { outcome: 'made'; status: TransactionStatus; stage: WithdrawalStage | null }
  | { outcome: 'refused'; refusal: Refusal<DecisionRefusalCode> };

/** Whether this person took the withdrawal. If we don't know who took it, it may have been anyone. */
export function isTaker({ takenBy }: Pick<DecisionRow, 'takenBy'>, person: Person): boolean {
  return takenBy === null || mayBeNamed(person, takenBy);
}
