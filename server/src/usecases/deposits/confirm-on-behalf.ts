import { edgeFrom, planOf } from '../decisions/edges.ts';
import type { DecisionBase, DecisionRequest } from '../decisions/request.ts';

/** The player forgot the button, and the money is there: it is decided like any other from now on. */
export function confirmOnBehalf(request: DecisionBase & { seen?: string | undefined }): DecisionRequest {
  return {
    ...request,
    plan(row) {
      const edge = edgeFrom(row, 'deposit', 'confirm_on_behalf');
      return typeof edge === 'string' ? edge : planOf(row, edge);
    },
  };
}
