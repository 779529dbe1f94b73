import { edgeFrom, planOf, rejectedAmounts } from '../decisions/edges.ts';
import type { DecisionBase, DecisionRequest } from '../decisions/request.ts';
import { isTaker } from '../decisions/taker.ts';

/**
 * The bank sent an approved payout back: all that it cost is given back, and the partner refunds the player. Whoever took it sent the
 * money, and somebody else looks at the bank to see it return.
 */
export function returnPayout(request: DecisionBase & { seen: string }): DecisionRequest {
  return {
    ...request,
    plan(row) {
      const edge = edgeFrom(row, 'withdrawal', 'payout_returned');
      if (typeof edge === 'string') return edge;
      if (isTaker(row, request.actor)) return 'second_person';
      return { ...planOf(row, edge, rejectedAmounts('withdrawal')), reasonCode: 'payout_returned' };
    },
  };
}
