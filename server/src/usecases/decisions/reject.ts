import type { Cents } from '@vezne/domain/money';
import { rejectionProblem } from '@vezne/domain/rejection';
import { changeBy, edgeFrom, rejectedAmounts } from '@vezne/domain/transaction-change';
import type { ReasonCode, TransactionType } from '@vezne/domain/transaction-state';
import { knowsWhereItGoes } from './decision.ts';
import type { Decision, DecisionInput } from './decision.ts';

export interface Rejection extends DecisionInput {
  fingerprint?: string | undefined;
  reasonCode: ReasonCode;
  /** Of a deposit. undefined: nothing is said, which most reasons don't allow. */
  moneySeen?: MoneySeen | undefined;
}

/** Money that a rejected deposit brought all the same: how much, and to which account. null: none was seen. */
export type MoneySeen = { amountCents: Cents; bankAccountId: string } | null;

/**
 * A person rejects a transaction, and what was reserved for it is given back. Once a withdrawal is authorised, whoever took or
 * authorised it may have sent the money, and a rejection also makes the partner refund the player. So another person must
 * reject it. Once a part of it is known to have left, nobody can: the player would have both.
 */
export function rejectTransaction(
  type: TransactionType,
  { reasonCode, moneySeen, ...input }: Rejection,
): Decision {
  const seen = moneySeen
    ? { bankAccountId: moneySeen.bankAccountId, moneySeenCents: moneySeen.amountCents }
    : {};
  return {
    ...input,
    change(row) {
      const edge = edgeFrom(row, type, 'reject');
      if (typeof edge === 'string') return edge;
      if (rejectionProblem(type, { reasonCode, note: input.note ?? null })) return 'reason_invalid';
      if (row.partsSentCents > 0n) return 'parts_sent';
      if (row.stage === 'authorised' && knowsWhereItGoes(row, input.actor)) return 'second_person_needed';
      return { ...changeBy(edge, { ...row, ...seen }, rejectedAmounts(type)), reasonCode };
    },
  };
}
