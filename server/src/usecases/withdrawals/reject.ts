import { rejectTransaction } from '../decisions/reject.ts';
import type { Rejection } from '../decisions/reject.ts';
import type { DecisionRequest } from '../decisions/request.ts';

/** The payout failed or isn't made: the partner is told to refund the player. Possible at every stage. */
export function rejectWithdrawal(rejection: Rejection): DecisionRequest {
  return rejectTransaction('withdrawal', rejection);
}
