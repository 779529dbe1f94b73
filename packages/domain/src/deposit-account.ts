/** Which bank account the player of a new deposit pays into. */
import { addCents } from './money.ts';
import type { Cents } from './money.ts';

/** An enabled, unpaused deposit account, as in the last snapshot. */
export interface DepositAccountCandidate {
  readonly id: string;
  readonly currency: string;
  /** null: no cap. */
  readonly dailyCapCents: Cents | null;
  /** What today's deposits brought to this account, or may still bring. */
  readonly usedTodayCents: Cents;
}

export interface DepositToPlace {
  readonly currency: string;
  readonly amountCents: Cents;
}

/**
 * The id of the account for a player who has none yet: the least used account with room. Among equals the smallest id wins,
 * so every process chooses the same. Undefined when no account has room. Caps are soft: the snapshot may be a second old,
 * and deposits created within that second can exceed a cap.
 */
export function chooseDepositAccount(
  candidates: readonly DepositAccountCandidate[],
  deposit: DepositToPlace,
): string | undefined {
  return candidates.filter((candidate) => isEligible(candidate, deposit)).toSorted(byLeastUsedThenId)[0]?.id;
}

function isEligible(candidate: DepositAccountCandidate, deposit: DepositToPlace): boolean {
  if (candidate.currency !== deposit.currency) return false;
  if (candidate.dailyCapCents === null) return true;
  return addCents(candidate.usedTodayCents, deposit.amountCents) <= candidate.dailyCapCents;
}

function byLeastUsedThenId(left: DepositAccountCandidate, right: DepositAccountCandidate): number {
  if (left.usedTodayCents !== right.usedTodayCents) {
    return left.usedTodayCents < right.usedTodayCents ? -1 : 1;
  }
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}
