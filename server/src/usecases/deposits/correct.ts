import { REJECTED_DEPOSIT_AMOUNTS, depositAmounts, leavesSomething } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { depositCorrected } from '@vezne/domain/postings';
import { CORRECT } from '@vezne/domain/transaction-state';
import type { DecisionBase, DecisionRequest } from '../decisions/request.ts';
import { termsOf } from './terms.ts';

/**
 * A deposit was approved with the wrong amount; `actualCents` is the right one, 0n if no money came at all. The books are
 * moved by the difference, the partner is told, and the status stays. It takes two people: see usecases/second-person.
 */
export function correctDeposit({
  actualCents,
  ...request
}: DecisionBase & { seen: string; actualCents: Cents }): DecisionRequest {
  return {
    ...request,
    plan(row) {
      if (row.type !== 'deposit') return 'not_found';
      const { status, stage, bankAccountId, netAmountCents } = row;
      if (status !== 'approved' || bankAccountId === null || netAmountCents === null) return 'conflict';
      if (row.actualAmountCents === actualCents) return 'nothing_changed';
      const terms = termsOf(row);
      const amounts =
        actualCents === 0n
          ? REJECTED_DEPOSIT_AMOUNTS
          : depositAmounts({ requestedCents: row.amountCents, actualCents, terms });
      if (actualCents !== 0n && !leavesSomething(amounts)) return 'nothing_left';
      const before = { netAmountCents, commissionCents: row.commissionCents };
      const transfers = depositCorrected({ partnerId: row.partnerId, bankAccountId, before, after: amounts });
      return {
        from: { status, stage },
        trigger: CORRECT,
        to: { status, stage },
        event: 'deposit.corrected',
        amounts,
        actualAmountCents: actualCents,
        posting: { kind: 'deposit_corrected', transfers },
      };
    },
  };
}
