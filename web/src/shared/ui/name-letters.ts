/** Which letters of two names differ, once folded: for the eye of somebody who has to decide. */
import { foldName } from '@vezne/domain/names';

export interface Letters {
  text: string;
  differs: boolean;
}

/** Both names in capitals, cut where they begin or cease to differ. By the longest sequence of letters that they share. */
export function differingLetters(one: string, other: string): [Letters[], Letters[]] {
  const [a, b] = [capitals(one), capitals(other)];
  const [foldedA, foldedB] = [a.map(fold), b.map(fold)];
  const shared = sharedLengths(foldedA, foldedB);
  const inA = new Set<number>();
  const inB = new Set<number>();
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (foldedA[i] === foldedB[j]) {
      inA.add(i);
      inB.add(j);
      i += 1;
      j += 1;
    } else if ((shared[i + 1]?.[j] ?? 0) >= (shared[i]?.[j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return [runs(a, inA), runs(b, inB)];
}

function capitals(name: string): string[] {
  return Array.from(name.trim().toLocaleUpperCase('tr'));
}

function fold(letter: string): string {
  return letter.trim() === '' ? ' ' : foldName(letter);
}

/** lengths[i][j]: the longest sequence that a from i and b from j share. */
function sharedLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] ?? [];
      row[j] =
        a[i] === b[j]
          ? (lengths[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(lengths[i + 1]?.[j] ?? 0, lengths[i]?.[j + 1] ?? 0);
    }
  }
  return lengths;
}

function runs(letters: readonly string[], same: ReadonlySet<number>): Letters[] {
  const found: Letters[] = [];
  for (const [index, letter] of letters.entries()) {
    const differs = !same.has(index) && letter.trim() !== '';
    const last = found.at(-1);
    if (last?.differs === differs) last.text += letter;
    else found.push({ text: letter, differs });
  }
  return found;
}
