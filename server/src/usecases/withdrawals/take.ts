import type { PayingAccount } from '../../db/read/decision-rows.ts';
import { edgeFrom, planOf } from '../decisions/edges.ts';
import type { DecisionBase, DecisionRequest } from '../decisions/request.ts';

/** An operator begins to work on a withdrawal and says which account will pay. A take doesn't expire. */
export function takeWithdrawal({
  bankAccountId,
  ...request
}: DecisionBase & { seen?: string | undefined; bankAccountId: string }): DecisionRequest {
  return {
    ...request,
    payingAccountOf: () => bankAccountId,
    plan(row, account) {
      const edge = edgeFrom(row, 'withdrawal', 'take');
      if (typeof edge === 'string') return edge;
      if (!canPay(account)) return 'account_unavailable';
      return { ...planOf(row, edge), bankAccountId, takenBy: request.actor.name };
    },
  };
}

export function canPay(account: PayingAccount | undefined): boolean {
  return account?.status === 'enabled' && !account.payoutsPaused;
}
