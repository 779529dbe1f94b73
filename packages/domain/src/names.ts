/** Compares people's names as banks and partner sites write them, with Turkish letters folded. */

/**
 * Letters that Unicode does not decompose. The dotless ı is Turkish; the others occur in names from neighbouring countries,
 * and banks print them this way.
 */
const UNDECOMPOSED_LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ə: 'e',
  // A sigma at the end of a word. It is the same letter elsewhere.
  ς: 'σ',
};

/**
 * A name as lower-case words with single spaces between them. İ, I, ı and i all become "i". ş, ğ, ç, ö, ü and other
 * accented letters lose their marks, composed or not. Apostrophes disappear ("O'Neil" is one word), and other punctuation
 * separates words. Letters of other scripts stay: without them, any two names in such a script would be equal. What nobody sees,
 * such as a filler or a joiner, is no letter.
 *
 * Marks are removed before the case is lowered, because 'İ'.toLowerCase() is an i with a combining dot.
 */
export function foldName(text: string): string {
  return text
    .replace(/['’‘ʼ`´]/g, '')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}ʼ]/gu, '')
    .toLowerCase()
    .replace(/[ıßæœøđłəς]/g, (letter) => UNDECOMPOSED_LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export type NameComparison = 'same' | 'similar' | 'different';

/** One shared word is a family name or a common given name; two are needed to identify a person. */
const MIN_SHARED_WORDS = 2;

/**
 * How similar two names are, once folded. Symmetric.
 *
 * - same: the same words, in any order (banks print the surname first as often as last).
 * - similar: the same letters with other spaces ("Ayşenur Işık", "Ayşe Nur Işık"). Or every word of the shorter name has
 *   its own partner in the longer one: an equal word, or one is the other's initial. At least two such pairs are needed,
 *   and at least one pair of equal words with two letters or more. So a middle name may be missing and a given name
 *   shortened. It does not matter which word is the middle one, because the order cannot be trusted.
 * - different: everything else, and any name without letters.
 */
export function compareNames(a: string, b: string): NameComparison {
  const foldedA = foldName(a);
  const foldedB = foldName(b);
  if (foldedA === '' || foldedB === '') return 'different';

  const wordsA = foldedA.split(' ');
  const wordsB = foldedB.split(' ');
  if (wordsA.toSorted().join(' ') === wordsB.toSorted().join(' ')) return 'same';
  if (wordsA.join('') === wordsB.join('')) return 'similar';
  const [shorter, longer] = wordsA.length <= wordsB.length ? [wordsA, wordsB] : [wordsB, wordsA];
  return isShortened(shorter, longer) ? 'similar' : 'different';
}

function isShortened(shorter: readonly string[], longer: readonly string[]): boolean {
  if (shorter.length < MIN_SHARED_WORDS) return false;

  const unmatched = [...longer];
  const equalWords: string[] = [];
  const otherWords: string[] = [];
  for (const word of shorter) {
    (takeFirst(unmatched, (candidate) => candidate === word) ? equalWords : otherWords).push(word);
  }
  // Equal words are paired first. After that, one-letter words are initials on one side only, so taking the first matching
  // partner never blocks a later pair.
  const allPaired = otherWords.every((word) =>
    takeFirst(unmatched, (candidate) => isInitial(word, candidate)),
  );
  return allPaired && equalWords.some((word) => word.length > 1);
}

function isInitial(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  return short.length === 1 && long.startsWith(short);
}

/** Removes the first word that matches; false when none does. */
function takeFirst(words: string[], fits: (word: string) => boolean): boolean {
  const index = words.findIndex(fits);
  if (index === -1) return false;
  words.splice(index, 1);
  return true;
}
