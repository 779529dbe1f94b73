import type { Cents } from '@vezne/domain/money';
import { rejectTransaction } from '../decisions/reject.ts';
import type { Rejection } from '../decisions/reject.ts';
import type { DecisionRequest } from '../decisions/request.ts';

/**
 * No money came, or money that can't be credited: `actualCents` says how much was seen, for the partner to know. It is not
 * in the books by this; it is there as unallocated money once the bank's statement shows it.
 */
export function rejectDeposit({
  actualCents,
  ...rejection
}: Rejection & { actualCents?: Cents | undefined }): DecisionRequest {
  const request = rejectTransaction('deposit', rejection);
  if (actualCents === undefined) return request;
  return {
    ...request,
    plan(row, account) {
      const plan = request.plan(row, account);
      return typeof plan === 'string' ? plan : { ...plan, actualAmountCents: actualCents };
    },
  };
}
