import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { turkishSecond } from '@vezne/domain/turkish-time';
import { foldedColumns } from './folded-columns.ts';
import { visibleCell } from './printed-line.ts';
import { heading, terminalWidth } from './terminal.ts';

const INDENT = 2;

/** What a terminal would obey takes other room than what is printed in its place. */
function visibleCells(row: readonly string[]): string[] {
  return row.map(visibleCell);
}

/** Rows of text in aligned columns, two spaces apart, that fit the terminal. */
export function columns(rows: readonly (readonly string[])[], indent = 0): string[] {
  return foldedColumns(rows.map(visibleCells), { width: terminalWidth() - indent }).flat();
}

/** A table with its headings. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  indent = 0,
): string[] {
  const shown = [headings.map((one) => one.toUpperCase()), ...rows.map(visibleCells)];
  const [first = [], ...others] = foldedColumns(shown, { width: terminalWidth() - indent, headings: 1 });
  return [...first.map(heading), ...others.flat()];
}

/** Labels and values under a heading. */
export function indented(rows: readonly (readonly string[])[]): string[] {
  return columns(rows, INDENT).map(standingIn);
}

/** Columns that a section will indent. */
export function columnsInside(rows: readonly (readonly string[])[]): string[] {
  return columns(rows, INDENT);
}

/** A table under a heading. */
export function indentedTable(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return table(headings, rows, INDENT).map(standingIn);
}

function standingIn(line: string): string {
  return ' '.repeat(INDENT) + line;
}

export function amountText(amountCents: Cents): string {
  return `${formatAmount(amountCents)} TRY`;
}

/** To the second, as the clocks in Turkey show it, with their zone: 2026-03-01 12:30:00 +03. JSON and logs are in UTC. */
export function timeText(time: Date): string {
  return `${turkishSecond(time).replace('T', ' ')} +03`;
}

export function pausedText(isPaused: boolean): string {
  return isPaused ? 'paused' : 'open';
}

export function count(quantity: number | bigint, noun: string, plural = `${noun}s`): string {
  return `${quantity} ${Number(quantity) === 1 ? noun : plural}`;
}
