import type { Terms } from '@vezne/domain/commission';
import { AdminError } from '../admin-error.ts';

/** All of the amount. More would be a commission that no amount can bear. */
const MAX_BASIS_POINTS = 10_000;

export function checkTerms({ basisPoints, fixedCents }: Terms): void {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > MAX_BASIS_POINTS) {
    throw new AdminError(`A commission rate must be 0 to ${MAX_BASIS_POINTS} basis points; 300 are 3 %.`);
  }
  if (fixedCents < 0n) throw new AdminError('A fixed commission must be 0.00 or more.');
}
