import { styleText } from 'node:util';
import { coloured } from './printed-line.ts';

/** Below this nothing can be laid out, and a terminal that says so is mistaken. */
const NARROWEST = 40;

/** How many columns there are. A file or another program has no end: nothing is folded for it. */
export function terminalWidth(): number {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? Math.max(columns, NARROWEST) : Infinity;
}

/**
 * Node leaves the colours out where nobody sees them: in a file, in a pipe, on a dumb terminal and with NO_COLOR. FORCE_COLOR brings
 * them back.
 */
export function heading(text: string): string {
  return coloured('bold', text);
}

export function good(text: string): string {
  return coloured('green', text);
}

export function bad(text: string): string {
  return coloured(['bold', 'red'], text);
}

const COMMAND = /^\s*vezne [a-z]/;

/** A line that is a command to copy stands out. It is never folded: it must stay one line to be pasted. */
export function painted(line: string): string {
  return COMMAND.test(line) ? styleText('cyan', line) : line;
}

/** Of standard error, which may go elsewhere than standard output. */
export function onErrors(format: 'red' | 'yellow', text: string): string {
  return styleText(format, text, { stream: process.stderr });
}
