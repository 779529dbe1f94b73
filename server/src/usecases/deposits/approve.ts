import { depositAmounts, leavesSomething } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { edgeFrom, planOf } from '../decisions/edges.ts';
import type { DecisionBase, DecisionRequest } from '../decisions/request.ts';
import { termsOf } from './terms.ts';

export interface DepositApproval extends DecisionBase {
  seen: string;
  /** The gross amount that came, whatever was asked for. */
  actualCents: Cents;
  /** Where it came in; the account that the player was shown, unless given. */
  bankAccountId?: string | undefined;
}

/** The money of a deposit was seen. */
export function approveDeposit({ actualCents, bankAccountId, ...request }: DepositApproval): DecisionRequest {
  return {
    ...request,
    ...asksAfter(bankAccountId),
    plan(row, account) {
      const edge = edgeFrom(row, 'deposit', 'approve');
      if (typeof edge === 'string') return edge;
      // Both accounts were shown to its player, and the books of both would be wrong if we guessed.
      if (bankAccountId === undefined && row.previousBankAccountId !== null) return 'which_account';
      if (bankAccountId !== undefined && account === undefined) return 'account_unavailable';
      const amounts = depositAmounts({ requestedCents: row.amountCents, actualCents, terms: termsOf(row) });
      if (!leavesSomething(amounts)) return 'nothing_left';
      const paidTo = bankAccountId === undefined ? {} : { bankAccountId };
      return { ...planOf({ ...row, ...paidTo }, edge, amounts), ...paidTo, actualAmountCents: actualCents };
    },
  };
}

/** The same for a deposit whose player paid just what was asked for: what a bulk approval says of each. */
export function approveAsAsked(request: Omit<DepositApproval, 'actualCents'>): DecisionRequest {
  return {
    ...request,
    ...asksAfter(request.bankAccountId),
    plan: (row, account) => approveDeposit({ ...request, actualCents: row.amountCents }).plan(row, account),
  };
}

/** An account that somebody names has to exist; the one that the deposit has does. */
function asksAfter(bankAccountId: string | undefined): Pick<DecisionRequest, 'payingAccountOf'> {
  return bankAccountId === undefined ? {} : { payingAccountOf: () => bankAccountId };
}
