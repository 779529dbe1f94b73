import { randomInt } from 'node:crypto';
import { styleText } from 'node:util';
import { visibleText } from '@vezne/domain/text';

/** Our own colours carry it until they are printed. Nothing in the database can know it. */
const MARK = `${randomInt(1_000, 10_000)};${randomInt(1_000, 10_000)}`;
const OWN_COLOUR = new RegExp(String.raw`\x1b\[${MARK};(\d+)m`);

/** A text in a colour, which stays when the line is printed. */
export function coloured(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, visibleText(text)).replaceAll('\x1b[', `\x1b[${MARK};`);
}

/** A cell of a table as it will be printed, so that it can be measured. Our own colours stay marked. */
export function visibleCell(cell: string): string {
  return cell
    .split(OWN_COLOUR)
    .map((piece, index) => (index % 2 === 1 ? `\x1b[${MARK};${piece}m` : visibleText(piece)))
    .join('');
}

/**
 * A line as it may go to a terminal: only our own colours steer it. Names and texts come from a database that checks their length and no
 * more, and must not repaint the amount or the command that stands beside them, or begin a line of their own.
 */
export function printedLine(line: string): string {
  return line
    .split(OWN_COLOUR)
    .map((piece, index) => (index % 2 === 1 ? `\x1b[${piece}m` : visibleText(piece)))
    .join('');
}
