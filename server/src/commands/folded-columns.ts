import { longestWord, widthOf, wrapped } from './text-width.ts';

type Row = readonly string[];

interface Column {
  index: number;
  width: number;
  /** How narrow it can be made by wrapping its texts. */
  least: number;
  isNumber: boolean;
}

/** Between two columns. */
const GAP = 2;
/** How far the second line of a row stands in. */
const STEP_IN = 2;
/** A last column of text is worth beginning beside the others if it has this much room. */
const LEAST_ROOM = 24;
/** Narrower text is no text any more. */
const NARROWEST_TEXT = 8;

const NUMBER = /^[-+]?\d[\d.,]*( (TRY|ms|bytes|%))?$/;

/**
 * The lines of every row, in aligned columns; amounts and numbers end under each other. Where a row does not fit, texts are wrapped at
 * their words, and if that is not enough its columns are folded into several lines, the same ones for each row. Nothing is left out:
 * an id or an IBAN that is cut can't be copied.
 */
export function foldedColumns(
  rows: readonly Row[],
  { width, headings = 0 }: { width: number; headings?: number },
): string[][] {
  const columns = columnsOf(rows, headings);
  const narrowed = narrowedTo(width, columns);
  if (narrowed !== undefined) return rows.map((row) => besideEachOther(row, narrowed));
  const lines = linesOf(columns, width);
  return rows.map((row) => lines.flatMap((line, index) => writtenLines(row, line, { index, width })));
}

function columnsOf(rows: readonly Row[], headings: number): Column[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    const values = cells.slice(headings).filter((cell) => cell !== '');
    const width = Math.max(...cells.map(widthOf));
    const least = Math.max(NARROWEST_TEXT, ...cells.map(longestWord));
    return {
      index,
      width,
      // The first column of a list without headings has its labels.
      least: headings === 0 && index === 0 ? width : Math.min(width, least),
      isNumber: values.length > 0 && values.every((cell) => NUMBER.test(cell)),
    };
  });
}

/** The columns, the roomiest ones narrowed until all fit beside each other; undefined if they can't. */
function narrowedTo(width: number, columns: readonly Column[]): Column[] | undefined {
  const narrowed = columns.map((column) => ({ ...column }));
  let tooMuch = sumOf(narrowed) - width;
  while (tooMuch > 0) {
    const roomiest = narrowed.reduce((best, one) => (slackOf(one) > slackOf(best) ? one : best));
    if (slackOf(roomiest) === 0) return undefined;
    roomiest.width -= 1;
    tooMuch -= 1;
  }
  return narrowed;
}

function sumOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width, Math.max(0, columns.length - 1) * GAP);
}

function slackOf({ width, least }: Column): number {
  return width - least;
}

function besideEachOther(row: Row, columns: readonly Column[]): string[] {
  const cells = columns.map(({ index, width }) => wrapped(row[index] ?? '', width));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) =>
    columns
      .map((column, place) => padded(cells[place]?.[at] ?? '', column))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
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
  const last = columns.at(-1);
  if (last === undefined || columns.every(({ index }) => (row[index] ?? '') === '')) return [];
  let line = ' '.repeat(lineNo === 0 ? 0 : STEP_IN);
  for (const column of columns.slice(0, -1))
    line += padded(row[column.index] ?? '', column) + ' '.repeat(GAP);
  const cell = row[last.index] ?? '';
  if (widthOf(line) + widthOf(cell) <= width) return [(line + padded(cell, last)).trimEnd()];
  // A long word, such as a fingerprint, has more room below.
  const isBelow = columns.length > 1 && longestWord(cell) > width - widthOf(line);
  const start = isBelow ? 2 * STEP_IN : widthOf(line);
  const [first = '', ...more] = wrapped(cell, Math.max(width - start, 1)).map(
    (text) => ' '.repeat(start) + text,
  );
  return isBelow ? [line.trimEnd(), first, ...more] : [line + first.trimStart(), ...more];
}

function padded(cell: string, { width, isNumber }: Column): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(cell)));
  return isNumber ? space + cell : cell + space;
}
