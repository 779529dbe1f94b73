/** When a second person must agree, and who counts as another person. */
import type { Cents } from './money.ts';
import { foldName } from './names.ts';

/** Above the four-eyes amount, two people must agree before money leaves. */
export function needsSecondPerson(amountCents: Cents, fourEyesCents: Cents): boolean {
  return amountCents > fourEyesCents;
}

/** The same name in other letters, with other marks or spaces, is still the same person: IŞIK is ışık. */
export function isSamePerson(one: string, other: string): boolean {
  return foldName(one) === foldName(other);
}
