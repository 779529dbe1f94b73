import { RefusedError } from '../refusal.ts';
import type { DecisionResult } from './decision.ts';

export type Decided = Exclude<DecisionResult, { outcome: 'refused' }>;

/** For callers to whom a refusal is an error. */
export function orRefused(result: DecisionResult): Decided {
  if (result.outcome === 'refused') throw new RefusedError(result.refusal);
  return result;
}
