import { needsSecondPerson } from '@vezne/domain/authority';
import { negateCents } from '@vezne/domain/money';
import { edgeFrom, planOf } from '../decisions/edges.ts';
import type { DecisionBase, DecisionRequest } from '../decisions/request.ts';
import { isTaker } from '../decisions/taker.ts';
import { canPay } from './take.ts';

/**
 * From here on the money may be sent. Every control fires now: pauses, the account that pays, a second person above the
 * four-eyes amount, and the partner's credit, which is compared under the lock of its balance. Approval later asks for none
 * of them, since by then the money may have left.
 */
export function authoriseWithdrawal(request: DecisionBase & { seen: string }): DecisionRequest {
  return {
    ...request,
    payingAccountOf: (row) => row.bankAccountId,
    plan(row, account) {
      const edge = edgeFrom(row, 'withdrawal', 'authorise');
      if (typeof edge === 'string') return edge;
      if (row.partnerStatus !== 'active' || row.areWithdrawalsPaused) return 'payouts_paused';
      if (!canPay(account)) return 'account_unavailable';
      const isAlone = isTaker(row, request.actor);
      if (isAlone && needsSecondPerson(row.amountCents, row.fourEyesCents)) return 'second_person';
      return {
        ...planOf(row, edge),
        authorisedBy: request.actor.name,
        floorCents: negateCents(row.partnerCreditLineCents),
      };
    },
  };
}
