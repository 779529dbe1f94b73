import { formatAmount, subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';

/** What an account holds by the books, and how far they may lag its bank. */
export interface Holdings {
  balanceCents: Cents;
  /** Authorised to leave, and not yet approved. */
  authorisedCents: Cents;
  toleranceCents: Cents;
}

export type CoverProblem = 'bank_balance_needed' | 'bank_balance_too_low' | 'shortfall_above_tolerance';

/**
 * An account pays what it holds. Books lag the bank, so where they show too little, the person types what the bank shows; how
 * much may be missing in the books has a limit all the same. What was typed is kept: it is how far the two differ.
 */
export function coverOf(
  { balanceCents, authorisedCents, toleranceCents }: Holdings,
  { amountCents, bankBalanceCents }: { amountCents: Cents; bankBalanceCents: Cents | undefined },
): { problem: CoverProblem } | { problem?: undefined; said: Record<string, unknown> } {
  const freeCents = subtractCents(balanceCents, authorisedCents);
  if (freeCents >= amountCents) return { said: {} };
  if (subtractCents(amountCents, freeCents) > toleranceCents) return { problem: 'shortfall_above_tolerance' };
  if (bankBalanceCents === undefined) return { problem: 'bank_balance_needed' };
  if (bankBalanceCents < amountCents) return { problem: 'bank_balance_too_low' };
  return { said: { bankBalance: formatAmount(bankBalanceCents), bookBalance: formatAmount(balanceCents) } };
}
