import type { Terms } from '@vezne/domain/commission';
import type { DecisionRow } from '../../db/read/decision-rows.ts';

/** The terms that held when a transaction was created, and hold for it ever after. */
export function termsOf({ basisPoints, fixedCents, settlementMode }: DecisionRow): Terms {
  return { basisPoints, fixedCents, mode: settlementMode };
}
