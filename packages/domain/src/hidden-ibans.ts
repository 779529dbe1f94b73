/** IBANs in what people write: notes, references, what a partner's server answered. Whoever may not see one whole must not read it there. */
import { maskIban, normalizeIban } from './iban.ts';

/** Nobody writes more between two digits of one number: blanks, dashes, dots. */
const MOST_BETWEEN = 2;
/** So many digits in a row are an account, or enough of one. Telephone numbers and dates are shorter. */
const ACCOUNT_DIGITS = 14;
const SHOWN_DIGITS = 4;
const SHORTEST_IBAN = 15;
const LONGEST_IBAN = 34;
/** Country and check digits stand before what names the account. */
const BODY_BEGINS = 4;

const LETTER_OR_DIGIT = /^[A-Z0-9]$/;
const LETTER = /[\p{L}]/u;
const IBAN_BEGINS = /^[A-Z]{2}[0-9]{2}/;
const TURKISH = /^TR[0-9]{24}(?![0-9])/;

interface Sign {
  /** A capital letter or a digit, however it was written. */
  readonly char: string;
  readonly from: number;
  readonly to: number;
}

interface Hidden {
  readonly from: number;
  readonly to: number;
  readonly as: string;
}

/** Letters and digits that stand together as one number would, whatever is between them. */
function runsOf(text: string): Sign[][] {
  const runs: Sign[][] = [];
  let run: Sign[] = [];
  let at = 0;
  let between = 0;
  for (const written of text) {
    const char = written.normalize('NFKC').toUpperCase();
    const from = at;
    at += written.length;
    if (LETTER_OR_DIGIT.test(char)) {
      if (between > MOST_BETWEEN && run.length > 0) {
        runs.push(run);
        run = [];
      }
      between = 0;
      run.push({ char, from, to: at });
      // A letter of no IBAN ends the number.
    } else between = LETTER.test(written) ? MOST_BETWEEN + 1 : between + 1;
  }
  return run.length === 0 ? runs : [...runs, run];
}

function ibanAt(run: readonly Sign[], start: number): Hidden | undefined {
  const chars = run
    .slice(start, start + LONGEST_IBAN)
    .map(({ char }) => char)
    .join('');
  if (!IBAN_BEGINS.test(chars)) return undefined;
  for (let length = chars.length; length >= SHORTEST_IBAN; length -= 1) {
    const iban = normalizeIban(chars.slice(0, length));
    if (iban !== undefined) return hiding(run.slice(start, start + length), maskIban(iban));
  }
  // A Turkish one with a wrong digit is as good as whole for whoever tries.
  return TURKISH.test(chars) ? hiding(run.slice(start, start + 26), maskIban(chars.slice(0, 26))) : undefined;
}

function bodyAt(run: readonly Sign[], start: number, body: string): Hidden | undefined {
  const signs = run.slice(start, start + body.length);
  if (signs.map(({ char }) => char).join('') !== body) return undefined;
  return hiding(signs, `${'*'.repeat(body.length - SHOWN_DIGITS)}${body.slice(-SHOWN_DIGITS)}`);
}

/** Digits with nothing but blanks and signs between them. */
function digitsAt(run: readonly Sign[], start: number): Hidden | undefined {
  const before = run[start - 1]?.char;
  if (before !== undefined && /[0-9]/.test(before)) return undefined;
  let end = start;
  while (end < run.length && /[0-9]/.test(run[end]?.char ?? '')) end += 1;
  if (end - start < ACCOUNT_DIGITS) return undefined;
  const signs = run.slice(start, end);
  const shown = signs.slice(-SHOWN_DIGITS).map(({ char }) => char);
  return hiding(signs, `${'*'.repeat(signs.length - SHOWN_DIGITS)}${shown.join('')}`);
}

function hiding(signs: readonly Sign[], as: string): Hidden {
  return { from: signs[0]?.from ?? 0, to: signs.at(-1)?.to ?? 0, as };
}

/**
 * The text with every IBAN in it masked, however it is written, and this account's own number too if one is given. With `numbers`, also every
 * number that is as long as an account's: for sentences, where nobody needs one.
 */
export function withHiddenIbans(
  text: string,
  { own, numbers = false }: { own?: string | undefined; numbers?: boolean } = {},
): string {
  const body = own === undefined || own.length < SHORTEST_IBAN ? undefined : own.slice(BODY_BEGINS);
  const hidden: Hidden[] = [];
  for (const run of runsOf(text)) {
    let at = 0;
    while (at < run.length) {
      const found =
        ibanAt(run, at) ??
        (body === undefined ? undefined : bodyAt(run, at, body)) ??
        (numbers ? digitsAt(run, at) : undefined);
      if (found === undefined) at += 1;
      else {
        hidden.push(found);
        while (at < run.length && (run[at]?.from ?? 0) < found.to) at += 1;
      }
    }
  }
  return hidden.reduceRight((shown, { from, to, as }) => shown.slice(0, from) + as + shown.slice(to), text);
}
