/** A deposit whose decision has to wait leaves the top of the queue. It can be decided at any time all the same. */
import { isHoldInRange } from '@vezne/domain/hold';
import type { Hold } from '@vezne/domain/hold';
import { changeBy, edgeFrom } from '@vezne/domain/transaction-change';
import type { Decision, DecisionInput } from '../decisions/decision.ts';

/** Holding a held deposit replaces its time and its reason. */
export function holdDeposit({
  until,
  reason,
  ...input
}: DecisionInput & Hold & { fingerprint?: string | undefined }): Decision {
  return {
    ...input,
    change(row) {
      const edge = edgeFrom(row, 'deposit', 'hold');
      if (typeof edge === 'string') return edge;
      if (!isHoldInRange(until, row.readAt)) return 'hold_out_of_range';
      return {
        ...changeBy(edge, row),
        hold: { until, reason },
        said: { heldUntil: until.toISOString(), holdReason: reason },
      };
    },
  };
}

export function unholdDeposit(input: DecisionInput & { fingerprint?: string | undefined }): Decision {
  return {
    ...input,
    change(row) {
      const edge = edgeFrom(row, 'deposit', 'unhold');
      if (typeof edge === 'string') return edge;
      return row.heldUntil === null ? 'not_held' : changeBy(edge, row);
    },
  };
}
