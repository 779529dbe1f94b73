/**
 * What somebody may mean by the one text of a search. A text can be several things: "4711" is an amount, a partner's reference, and the id or
 * the user name of a player. Each is looked up where it is cheap to find, so nothing is asked twice and nothing is guessed from the text alone.
 */
import { normalizeIban } from './iban.ts';
import { cents } from './money.ts';
import type { Cents } from './money.ts';
import { foldName } from './names.ts';
import { isReferenceCode, normalizeReferenceCode, suggestReferenceCodes } from './reference-code.ts';
import { ROW_ID } from './row-id.ts';
import { isPrintableAscii, textProblem } from './text.ts';

/** In the order in which they are shown. */
export const SEARCH_KINDS = [
  'id',
  'code',
  'iban',
  'amount',
  'reference',
  'player_id',
  'user_name',
  'name',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** One thing that a text may be, in the form in which it is looked up. */
export type SearchAim =
  | { kind: 'id'; id: string }
  /** A code, or codes that differ from what was typed by one mistake: at most 15. A valid code has none of them. */
  | { kind: 'code'; code: string | null; meant: string[] }
  | { kind: 'iban'; iban: string }
  /** Two if Turkish and English read it differently. */
  | { kind: 'amount'; amounts: Cents[] }
  | { kind: 'reference'; reference: string }
  | { kind: 'player_id'; customerId: string }
  | { kind: 'user_name'; folded: string }
  | { kind: 'name'; words: string[] };

/** Longer than any id, code or reference of a partner. */
export const SEARCH_MAX_LENGTH = 128;

/** As long as a partner may make them. */
const PLAYER_ID_MAX_LENGTH = 64;

/** With fewer letters in a row, an index of three letters at a time finds nothing, and half of all players have them. */
export const NAME_MIN_LETTERS = 3;

/** Nobody has more names. */
const MOST_WORDS = 8;

/** Everything that the text can be, in the order of SEARCH_KINDS; nothing for a text that nobody can mean. */
export function searchAims(typed: string): SearchAim[] {
  if (typed.length > SEARCH_MAX_LENGTH * 2) return [];
  // A copied text may have a no-break space in it, or a space of another width.
  const text = typed
    .replace(/\p{Zs}/gu, ' ')
    .trim()
    .normalize('NFC');
  if (text === '' || Array.from(text).length > SEARCH_MAX_LENGTH || textProblem(text) !== undefined)
    return [];
  const id = idOf(text);
  const iban = normalizeIban(text);
  const reference = referenceAim(text);
  // Nothing else looks like these, but a partner may name its transactions as it likes.
  if (id !== undefined) return [{ kind: 'id', id }, ...reference];
  if (iban !== undefined) return [{ kind: 'iban', iban }, ...reference];
  return [...codeAim(text), ...amountAim(text), ...reference, ...playerAims(text)];
}

/** `txn_` and 32 digits as partners are told, or a row's id, in letters of any size. */
function idOf(text: string): string | undefined {
  const small = text.toLowerCase();
  if (ROW_ID.test(small)) return small;
  const [, a, b, c, d, e] =
    /^(?:txn_)?([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(small) ?? [];
  return a === undefined ? undefined : `${a}-${b}-${c}-${d}-${e}`;
}

function codeAim(text: string): SearchAim[] {
  const code = normalizeReferenceCode(text);
  if (isReferenceCode(code)) return [{ kind: 'code', code, meant: [] }];
  const meant = suggestReferenceCodes(text);
  return meant.length === 0 ? [] : [{ kind: 'code', code: null, meant }];
}

function amountAim(text: string): SearchAim[] {
  const amounts = typedAmounts(text);
  return amounts.length === 0 ? [] : [{ kind: 'amount', amounts }];
}

function referenceAim(text: string): SearchAim[] {
  return isPrintableAscii(text) ? [{ kind: 'reference', reference: text }] : [];
}

function playerAims(text: string): SearchAim[] {
  const isShort = Array.from(text).length <= PLAYER_ID_MAX_LENGTH;
  const folded = foldName(text);
  const words = folded === '' ? [] : folded.split(' ');
  const isName =
    words.length <= MOST_WORDS &&
    /\p{L}/u.test(folded) &&
    words.some((word) => Array.from(word).length >= NAME_MIN_LETTERS);
  const aims: SearchAim[] = [];
  if (isShort) aims.push({ kind: 'player_id', customerId: text });
  if (isShort && folded !== '') aims.push({ kind: 'user_name', folded });
  if (isName) aims.push({ kind: 'name', words: [...new Set(words)] });
  return aims;
}

/** The largest that the database takes. */
const LARGEST_CENTS = 999_999_999_999n;

/** A sign, as statements have it, and the currency on either side. */
const AROUND_AMOUNT = /^[+\-−]?\s*(?:₺|TL|TRY)?\s*|\s*(?:₺|TL|TRY)$/giu;

/**
 * The amounts that a text can be: "950", "950,00", "950.5", "1.000,00", "1,000.00", "1 000,00". A point or a comma before three digits at
 * the end separates thousands, and is read as a decimal sign too, for some programs write three decimals.
 */
export function typedAmounts(text: string): Cents[] {
  const figure = text.replace(AROUND_AMOUNT, '');
  const read = [
    grouped(figure, '.', ','),
    grouped(figure, ',', '.'),
    grouped(figure, ' ', ','),
    grouped(figure, ' ', '.'),
  ];
  const amounts = read.filter((one) => one !== undefined && one > 0n && one <= LARGEST_CENTS);
  return [...new Set(amounts as bigint[])].toSorted((one, other) => (one > other ? -1 : 1)).map(cents);
}

/** With this sign between thousands and that one before decimals; undefined if it is not written so. */
function grouped(figure: string, thousands: '.' | ',' | ' ', decimal: '.' | ','): bigint | undefined {
  const [, whole, fraction = ''] = FIGURES[`${thousands}${decimal}`]?.exec(figure) ?? [];
  if (whole === undefined) return undefined;
  return BigInt(whole.replaceAll(thousands, '')) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'));
}

/** A third decimal is a nought: there is no tenth of a kuruş. */
const FIGURES: Readonly<Record<string, RegExp>> = {
  '.,': /^(\d{1,12}|\d{1,3}(?:\.\d{3}){1,3})(?:,(\d{1,2}0?))?$/,
  ',.': /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}0?))?$/,
  ' ,': /^(\d{1,3}(?: \d{3}){1,3})(?:,(\d{1,2}0?))?$/,
  ' .': /^(\d{1,3}(?: \d{3}){1,3})(?:\.(\d{1,2}0?))?$/,
};
