import { widthOf, wrapped } from './text-width.ts';

type Row = readonly string[];

interface Column {
  index: number;
  width: number;
  isNumber: boolean;
}

/** Between two columns. */
const GAP = 2;
/** How far the second line of a row stands in. */
const STEP_IN = 2;
/** A last column of text is worth beginning beside the others if it has this much room. */
const LEAST_ROOM = 24;

const NUMBER = /^[-+]?\d[\d.,]*( (TRY|ms|bytes|%))?$/;

/**
 * The lines of every row, in aligned columns; amounts and numbers end under each other. Where a row does not fit, its columns are
 * folded into several lines, the same ones for each row, and text is wrapped at its words. Nothing is left out: an id or an IBAN that
 * is cut can't be copied.
 */
export function foldedColumns(
  rows: readonly Row[],
  { width, headings = 0 }: { width: number; headings?: number },
): string[][] {
  const lines = linesOf(columnsOf(rows, headings), width);
  return rows.map((row) => {
    const written = lines.flatMap((columns, index) => writtenLines(row, columns, { index, width }));
    return written.length === 0 ? [''] : written;
  });
}

function columnsOf(rows: readonly Row[], headings: number): Column[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, index) => {
    const cells = rows.slice(headings).flatMap((row) => row[index] || []);
    return {
      index,
      width: Math.max(...rows.map((row) => widthOf(row[index] ?? ''))),
      isNumber: cells.length > 0 && cells.every((cell) => NUMBER.test(cell)),
    };
  });
}

/** Which columns stand in which line. */
function linesOf(columns: readonly Column[], width: number): Column[][] {
  const lines: Column[][] = [];
  let used = 0;
  for (const column of columns) {
    const room = width - used - GAP;
    const isText = column.index === columns.length - 1 && room >= LEAST_ROOM;
    const line = lines.at(-1);
    if (line !== undefined && (column.width <= room || isText)) {
      line.push(column);
      used += GAP + column.width;
    } else {
      used = (lines.length === 0 ? 0 : STEP_IN) + column.width;
      lines.push([column]);
    }
  }
  return lines;
}

/** One line of a row; several if its last text is wrapped, none if all of it is empty. */
function writtenLines(
  row: Row,
  columns: readonly Column[],
  { index: lineNo, width }: { index: number; width: number },
): string[] {
  if (columns.every(({ index }) => (row[index] ?? '') === '')) return [];
  let line = ' '.repeat(lineNo === 0 ? 0 : STEP_IN);
  for (const column of columns.slice(0, -1))
    line += padded(row[column.index] ?? '', column) + ' '.repeat(GAP);
  const last = columns.at(-1);
  if (last === undefined) return [];
  const start = widthOf(line);
  const cell = row[last.index] ?? '';
  if (start + widthOf(cell) <= width) return [(line + padded(cell, last)).trimEnd()];
  const [first = '', ...more] = wrapped(cell, Math.max(width - start, 1));
  return [line + first, ...more.map((text) => ' '.repeat(start) + text)];
}

function padded(cell: string, { width, isNumber }: Column): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(cell)));
  return isNumber ? space + cell : cell + space;
}
