import { edgeFrom, planOf } from '../decisions/edges.ts';
import type { DecisionBase, DecisionRequest } from '../decisions/request.ts';
import { isTaker } from '../decisions/taker.ts';

const BACK_IN_THE_QUEUE = { bankAccountId: null, takenBy: null, authorisedBy: null } as const;

/**
 * Puts a withdrawal back into the queue. Once it was authorised, whoever took it may have sent the money: then somebody
 * else has to say that it was not.
 */
export function releaseWithdrawal(request: DecisionBase & { seen?: string | undefined }): DecisionRequest {
  return {
    ...request,
    plan(row) {
      const isAuthorised = row.stage === 'authorised';
      const edge = edgeFrom(row, 'withdrawal', isAuthorised ? 'release_authorised' : 'release');
      if (typeof edge === 'string') return edge;
      if (isAuthorised && isTaker(row, request.actor)) return 'second_person';
      return { ...planOf(row, edge), ...BACK_IN_THE_QUEUE };
    },
  };
}
