import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';

/** Rows of text in aligned columns, two spaces apart. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** A table with its headings. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return columns([headings.map((heading) => heading.toUpperCase()), ...rows]);
}

/** Labels and values under a heading. */
export function indented(rows: readonly (readonly string[])[]): string[] {
  return columns(rows).map((line) => `  ${line}`);
}

/** Code points, not UTF-16 units: Turkish names are composed, so each code point is one column wide. */
function widthOf(text: string): number {
  return Array.from(text).length;
}

export function amountText(amountCents: Cents): string {
  return `${formatAmount(amountCents)} TRY`;
}

/** To the second, in UTC, as in logs: 2026-03-01 09:30:00 UTC. */
export function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export function pausedText(isPaused: boolean): string {
  return isPaused ? 'paused' : 'open';
}

export function count(quantity: number | bigint, noun: string, plural = `${noun}s`): string {
  return `${quantity} ${Number(quantity) === 1 ? noun : plural}`;
}
