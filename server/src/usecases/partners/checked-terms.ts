import type { Terms } from '@vezne/domain/commission';
import { refused } from '../refusal.ts';

/** The whole amount. No amount can pay a higher commission. */
const MAX_BASIS_POINTS = 10_000;

export function checkTerms({ basisPoints, fixedCents }: Terms): void {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > MAX_BASIS_POINTS) {
    throw refused('commission_rate_out_of_range', { maxBasisPoints: MAX_BASIS_POINTS });
  }
  if (fixedCents < 0n) throw refused('fixed_commission_negative');
}
