/**
 * The code that a player types into the description of a bank transfer: seven characters and a check character. It does not
 * show how many deposits there are, and typing mistakes are noticed.
 */
import { invertBelow, permuteBelow } from './keyed-permutation.ts';
import type { RoundFunction } from './keyed-permutation.ts';

export type { RoundFunction } from './keyed-permutation.ts';

/**
 * No two of these look alike, in print or in handwriting. Their number is prime: because of that, one check character
 * detects every wrong character and every swap of neighbours.
 */
export const REFERENCE_CODE_ALPHABET = '23456789ACDEFHJKMNPRTWX';

const BASE = REFERENCE_CODE_ALPHABET.length;

const VALUE_OF: ReadonlyMap<string, number> = new Map(
  Array.from(REFERENCE_CODE_ALPHABET, (character, value) => [character, value]),
);

/**
 * A code is valid when the sum of its characters' values times these weights is 0 modulo 23. A wrong character changes the
 * sum by weight times difference, and a swap by difference of weights times difference of values. With distinct weights
 * other than 0, neither product is 0 modulo a prime. The check character comes last; with its weight of 1, its value is the
 * negated sum of the rest.
 */
const WEIGHTS: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 1];

const CODE_LENGTH = WEIGHTS.length;
const DATA_LENGTH = CODE_LENGTH - 1;

/** 23^7: 3,404,825,447 codes. */
export const REFERENCE_CODE_COUNT = BASE ** DATA_LENGTH;

/**
 * Characters outside the alphabet, each replaced by the one character that it is confused with: in print S for 5, Z for 2,
 * B for 8, G for 6, O and 0 for D; in handwriting 1 for 7 and q for 9. A wrong guess does no harm: it is a wrong character,
 * which the check character detects. I, L, U, V and Y resemble several characters or none, and are left to the suggestions.
 */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({ S: '5', Z: '2', B: '8', G: '6', O: 'D', '0': 'D', '1': '7', Q: '9' }),
);

/** White space, hyphens, dashes, the minus sign, dots and underscores: what people write between groups. */
const SEPARATORS = /[\s\p{Pd}\u2212._·]/gu;

/** Eight characters, one too many, and two separators around each: a longer text is not a code with a typo. */
const MAX_TYPED_LENGTH = 32;

/** The longest description in a statement is MT940's field 86, six lines of 65. Text beyond 1,000 is not searched. */
const MAX_DESCRIPTION_LENGTH = 1_000;

/** The code of the n-th deposit under the caller's key. Every number has a different code. */
export function referenceCodeAt(sequenceNumber: number, round: RoundFunction): string {
  let rest = permuteBelow(REFERENCE_CODE_COUNT, sequenceNumber, round);
  let data = '';
  for (let position = 0; position < DATA_LENGTH; position += 1) {
    data = REFERENCE_CODE_ALPHABET.charAt(rest % BASE) + data;
    rest = Math.floor(rest / BASE);
  }
  return data + REFERENCE_CODE_ALPHABET.charAt((BASE - weightedSum(data)) % BASE);
}

/** The number of a deposit with this code, which must be valid, under the caller's key. */
export function sequenceNumberOf(code: string, round: RoundFunction): number {
  if (!isReferenceCode(code)) throw new RangeError(`${code} is not a reference code.`);
  let image = 0;
  for (const character of code.slice(0, DATA_LENGTH)) image = image * BASE + (VALUE_OF.get(character) ?? 0);
  return invertBelow(REFERENCE_CODE_COUNT, image, round);
}

/** True for a code in its normalised form. Normalise what a person typed first. */
export function isReferenceCode(text: string): boolean {
  return text.length === CODE_LENGTH && weightedSum(text) === 0;
}

/** NaN, which equals nothing, when a character is not in the alphabet. */
function weightedSum(text: string): number {
  let sum = 0;
  for (const [position, weight] of WEIGHTS.slice(0, text.length).entries()) {
    sum += weight * (VALUE_OF.get(text.charAt(position)) ?? Number.NaN);
  }
  return sum % BASE;
}

/**
 * A person's text in the form of a code: upper case, without separators, look-alikes replaced. Only ASCII letters and the
 * Turkish dotless ı and dotted İ change case (both become I). Upper-casing others can change the length ("ß" to "SS"), and
 * they belong to no code.
 */
export function normalizeReferenceCode(text: string): string {
  return text
    .replace(SEPARATORS, '')
    .replace(/[ıİ]/g, 'I')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/[A-Z0-9]/g, (character) => LOOK_ALIKES.get(character) ?? character);
}

/**
 * The valid codes that a person may have meant: every code that differs from the normalised text by one wrong, missing or
 * extra character, or by a swap of neighbours. A valid code has only itself as a suggestion, because no other valid code is
 * one wrong character or swap away. At most 15, each once; the caller keeps those that exist.
 */
export function suggestReferenceCodes(text: string): string[] {
  if (text.length > MAX_TYPED_LENGTH) return [];
  // By code points, so an emoji counts as one wrong character.
  const typed = Array.from(normalizeReferenceCode(text));
  return [...new Set(oneStepFrom(typed))].filter(isReferenceCode);
}

function oneStepFrom(typed: readonly string[]): string[] {
  const positions = [...typed.keys()];
  switch (typed.length) {
    case CODE_LENGTH - 1:
      return [...positions, typed.length].flatMap((at) => withAnyCharacter(typed.toSpliced(at, 0, ''), at));
    case CODE_LENGTH:
      return [
        ...positions.map((at) => withSwapAt(typed, at)),
        ...positions.flatMap((at) => withAnyCharacter(typed, at)),
      ];
    case CODE_LENGTH + 1:
      return positions.map((at) => typed.toSpliced(at, 1).join(''));
    default:
      return [];
  }
}

function withSwapAt(characters: readonly string[], at: number): string {
  return characters.toSpliced(at, 2, ...characters.slice(at, at + 2).toReversed()).join('');
}

/** All 23 texts with the character at one position replaced; at most one of them is a valid code. */
function withAnyCharacter(characters: readonly string[], at: number): string[] {
  return Array.from(REFERENCE_CODE_ALPHABET, (character) => characters.with(at, character).join(''));
}

/**
 * The valid codes in a bank's description line, in order of appearance. They may be one word, a few neighbouring words
 * ("7K3F 9XMA"), or joined with other text, as when banks join fields. By chance, one in 23 texts of eight characters is
 * valid, so the caller keeps those that exist.
 */
export function findReferenceCodes(description: string): string[] {
  const words = description.slice(0, MAX_DESCRIPTION_LENGTH).match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = new Set<string>();
  for (const [start, word] of words.entries()) {
    const neighbours = words.slice(start, start + CODE_LENGTH);
    const joined = neighbours.map((_, count) => neighbours.slice(0, count + 1).join(''));
    const inside = Array.from({ length: Math.max(word.length - CODE_LENGTH, 0) + 1 }, (_, at) =>
      word.slice(at, at + CODE_LENGTH),
    );
    for (const text of [...joined, ...inside]) {
      const candidate = normalizeReferenceCode(text);
      if (isReferenceCode(candidate)) found.add(candidate);
    }
  }
  return [...found];
}
