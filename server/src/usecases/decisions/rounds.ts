import type { DecisionRow } from '../../db/read/decision-rows.ts';
import type { DecisionRequest, DecisionResult, Plan } from './request.ts';

/** A decision that somebody waits for. */
export interface Waiting {
  request: DecisionRequest;
  resolve: (result: DecisionResult) => void;
  reject: (reason: unknown) => void;
  /** How often it was planned anew because its locks took too long. */
  replans: number;
}

export type Planned = Waiting & { row: DecisionRow; plan: Plan };

/** Of the decisions on one transaction the first goes now: the others depend on what becomes of it. */
export function roundOf(waiting: readonly Waiting[]): { now: Waiting[]; later: Waiting[] } {
  const now = new Map<string, Waiting>();
  const later: Waiting[] = [];
  for (const one of waiting) {
    if (now.has(one.request.transactionId)) later.push(one);
    else now.set(one.request.transactionId, one);
  }
  return { now: [...now.values()], later };
}

/**
 * Of those who ask for one partner's credit the first goes now. Floors are compared with the balances before the statement, so
 * in the books those who ask for one come first.
 */
export function creditedOnce(planned: readonly Planned[]): { now: Planned[]; later: Planned[] } {
  const credited = new Map<string, Planned>();
  const others: Planned[] = [];
  const later: Planned[] = [];
  for (const one of planned) {
    if (one.plan.floorCents === undefined) others.push(one);
    else if (credited.has(one.row.partnerId)) later.push(one);
    else credited.set(one.row.partnerId, one);
  }
  return { now: [...credited.values(), ...others], later };
}
