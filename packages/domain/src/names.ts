/** Comparing people's names as banks and partner sites write them, with Turkish letters folded. */

/**
 * Letters that Unicode doesn't decompose. The dotless ı is the Turkish one; the others occur in
 * names from neighbouring countries and are printed this way by banks.
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
};

/**
 * A name as lower-case words with one space between them: İ, I, ı and i are all "i"; ş, ğ, ç, ö, ü and
 * other accented letters lose their marks, composed or not; apostrophes vanish ("O'Neil" is one word)
 * and other punctuation parts words. Letters of other scripts stay as they are: dropping them would make
 * any two names in such a script equal.
 *
 * Marks go before the case is lowered, since 'İ'.toLowerCase() is an i with a combining dot.
 */
export function foldName(text: string): string {
  return text
    .replace(/['’‘ʼ`´]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ıßæœøđłə]/g, (letter) => UNDECOMPOSED_LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export type NameComparison = 'same' | 'similar' | 'different';

/** One shared word is a family or a common given name; it takes two to point at a person. */
const MIN_SHARED_WORDS = 2;

/**
 * How alike two names are, once folded. Symmetric.
 *
 * - same: the same words, in any order (banks print the surname first as often as last).
 * - similar: either the same letters with other spaces ("Ayşenur Işık", "Ayşe Nur Işık"); or every
 *   word of the shorter name has a partner of its own in the longer one, where partners are equal or one is
 *   the other's initial, there are at least two such pairs, and at least one pair is an equal
 *   word of two letters or more. So a middle name may be missing and a given name shortened. Which
 *   word is the middle one isn't asked, because the order can't be trusted.
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
  // Equal words are paired first. What remains of one letter is initials on one side and words on the
  // other, so taking the first fitting partner never spoils a later pair.
  const allPaired = otherWords.every((word) =>
    takeFirst(unmatched, (candidate) => isInitial(word, candidate)),
  );
  return allPaired && equalWords.some((word) => word.length > 1);
}

function isInitial(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  return short.length === 1 && long.startsWith(short);
}

/** Removes the first word that fits; false when none does. */
function takeFirst(words: string[], fits: (word: string) => boolean): boolean {
  const index = words.findIndex(fits);
  if (index === -1) return false;
  words.splice(index, 1);
  return true;
}
