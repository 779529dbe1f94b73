/** Lines of CSV, for people who open it with a spreadsheet. */
import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';

/** Spreadsheets take a file for UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = '\u{feff}';

/**
 * What would make a spreadsheet compute. A semicolon or a tab parts cells where that is the custom, as in Turkey, quotes or not: so what
 * comes after one is made harmless too.
 */
const COMPUTES = /(^|[;\t\r\n|])([\s"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A cell of RFC 4180 that is text wherever it is opened. */
export function cell(text: string): string {
  // A cell that begins with a tab or a line break is read from the next character on.
  const begins = /^[\t\r\n]/.test(text) ? `'${text}` : text;
  const harmless = begins.replaceAll(COMPUTES, "$1$2'");
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Amounts are numbers of our own, also below zero, and are left as they are. */
export function line(cells: readonly (string | Amount)[]): string {
  const written = cells.map((one) => (typeof one === 'string' ? cell(one) : `"${formatAmount(one.cents)}"`));
  return `${written.join(',')}\r\n`;
}

interface Amount {
  cents: Cents;
}

/** The first line of a file. Its names are the same in every language, for programs read them too. */
export function headLine(names: readonly string[]): string {
  return BYTE_ORDER_MARK + line(names);
}
