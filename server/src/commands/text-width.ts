import { stripVTControlCharacters } from 'node:util';

/** Marks that stand on the letter before them, and signs that nobody sees. */
const NO_COLUMN = /^[\p{M}\p{Cf}]$/u;
/** Chinese, Japanese and Korean letters and pictures take two columns of a terminal. */
const TWO_COLUMNS =
  /^(?:[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})$/u;
/** All that Turkish needs, and more. */
const LATIN = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f]*$/;

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  const plain = stripVTControlCharacters(text);
  if (LATIN.test(plain)) return plain.length;
  let width = 0;
  for (const letter of plain) {
    if (TWO_COLUMNS.test(letter)) width += 2;
    else if (!NO_COLUMN.test(letter)) width += 1;
  }
  return width;
}

/** What stays in one line although it has spaces: an IBAN, with what is written before it, a time, an amount, an age. */
const WORD =
  /\S*[A-Z]{2}\d{2}(?: \d{4}){5} \d{2}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+03|\d[\d.,]* TRY|\d+ (?:d|h|min|s)(?: \d+ (?:h|min|s))?(?: ago)?|\S+/g;

function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

export function longestWord(text: string): number {
  return Math.max(0, ...wordsOf(text).map(widthOf));
}

/** A text in lines. A word that is longer than a line stays whole: it may have to be copied. */
export function wrapped(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text)) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
