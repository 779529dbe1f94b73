/** When one person's word is not enough. */
import type { Cents } from './money.ts';

/** Above the four-eyes amount, two people must agree before money leaves. */
export function needsSecondPerson(amountCents: Cents, fourEyesCents: Cents): boolean {
  return amountCents > fourEyesCents;
}
