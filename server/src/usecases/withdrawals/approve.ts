import { edgeFrom, planOf } from '../decisions/edges.ts';
import type { DecisionBase, DecisionRequest } from '../decisions/request.ts';

/** The payout was sent. It was authorised before, so nothing can stand in the way of saying so. */
export function approveWithdrawal(request: DecisionBase & { seen: string }): DecisionRequest {
  return {
    ...request,
    plan(row) {
      const edge = edgeFrom(row, 'withdrawal', 'approve');
      return typeof edge === 'string' ? edge : planOf(row, edge);
    },
  };
}
