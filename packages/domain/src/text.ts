/** Which text the service accepts from outside: NFC, visible, and the same on every machine. */

export type TextProblem =
  | 'lone_surrogate'
  | 'control_character'
  | 'format_character'
  | 'private_use_character'
  | 'not_nfc';

/**
 * One code point stands for at most four, such as ᾂ for α and three marks, and a code point has at most two UTF-16 units. So
 * a text with more units than this has more code points than allowed in any form.
 */
const UNITS_PER_CODE_POINT = 4 * 2;

/**
 * Text in Unicode's composed form, so two spellings of "Işık" become one. Composing can lengthen and shorten a text, so lengths
 * are checked on the result, in code points. This does not refuse anything; `textProblem` does.
 *
 * A text that is too long in any form stays as it is, and its length refuses it. Composing sorts the marks on a letter one by
 * one: 16 KB of them took 135 ms, two megabytes 49 s.
 */
export function normalizeText(text: string, maxLength: number): string {
  return text.length > maxLength * UNITS_PER_CODE_POINT ? text : text.normalize('NFC');
}

/** Cc, and the two separators (Zl, Zp) that break a line in a log or a statement like a control character. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Cf: bidi controls, zero-width joiners, the byte order mark, soft hyphens, tags. They hide or reorder what a person reads.
 */
const FORMAT = /\p{Cf}/u;

/** Private-use characters have no agreed appearance, and noncharacters never will; both look different on each machine. */
const PRIVATE_USE = /[\p{Co}\p{Noncharacter_Code_Point}]/u;

/** All of these, and halves of a surrogate pair. */
const UNSAFE = new RegExp(
  [CONTROL, FORMAT, PRIVATE_USE, /\p{Cs}/u].map(({ source }) => source).join('|'),
  'gu',
);

/** Text that nobody has checked, for a screen or a log: what would steer a terminal, or hide or reorder text, becomes a space. */
export function visibleText(text: string): string {
  return text.replaceAll(UNSAFE, ' ');
}

/**
 * Why a text is refused; undefined when it is fine. Unassigned code points are accepted: which ones are unassigned depends
 * on the runtime's Unicode version, and two releases must not answer the same request differently.
 */
export function textProblem(text: string): TextProblem | undefined {
  if (!text.isWellFormed()) return 'lone_surrogate';
  if (CONTROL.test(text)) return 'control_character';
  if (FORMAT.test(text)) return 'format_character';
  if (PRIVATE_USE.test(text)) return 'private_use_character';
  return text.normalize('NFC') === text ? undefined : 'not_nfc';
}

/** One or more characters from 0x20 to 0x7e, with no space at either end: the form of an external reference. */
export function isPrintableAscii(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text) && !text.startsWith(' ') && !text.endsWith(' ');
}
