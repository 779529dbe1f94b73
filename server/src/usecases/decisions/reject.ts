import { rejectionProblem } from '@vezne/domain/rejection';
import type { ReasonCode, TransactionType } from '@vezne/domain/transaction-state';
import { edgeFrom, planOf, rejectedAmounts } from './edges.ts';
import type { DecisionBase, DecisionRequest } from './request.ts';
import { isTaker } from './taker.ts';

export interface Rejection extends DecisionBase {
  seen?: string | undefined;
  reasonCode: ReasonCode;
}

/**
 * A person rejects a transaction; what was set aside for it is given back. Once a withdrawal was authorised, whoever took it
 * may have sent the money, and a rejection makes the partner refund the player as well: then it takes somebody else.
 */
export function rejectTransaction(
  type: TransactionType,
  { reasonCode, ...request }: Rejection,
): DecisionRequest {
  return {
    ...request,
    plan(row) {
      const edge = edgeFrom(row, type, 'reject');
      if (typeof edge === 'string') return edge;
      if (rejectionProblem(type, { reasonCode, note: request.note ?? null })) return 'bad_reason';
      if (row.stage === 'authorised' && isTaker(row, request.actor)) return 'second_person';
      return { ...planOf(row, edge, rejectedAmounts(type)), reasonCode };
    },
  };
}
