/** When one person's word is not enough, and who counts as another person. */
import type { Cents } from './money.ts';
import { foldName } from './names.ts';

/** Above the four-eyes amount it takes two people to let money leave. */
export function needsSecondPerson(amountCents: Cents, fourEyesCents: Cents): boolean {
  return amountCents > fourEyesCents;
}

/** A name in other letters, with other marks or blanks, is still the same person: IŞIK is ışık. */
export function isSamePerson(one: string, other: string): boolean {
  return foldName(one) === foldName(other);
}
