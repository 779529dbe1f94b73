/**
 * Workbooks for Excel and its relatives, written row by row. Texts stand in their cells as texts, so that none is taken for a formula; amounts
 * and times are numbers, so that a person can add them up and sort by them.
 */
import type { Cents } from '@vezne/domain/money';
import { formatAmount } from '@vezne/domain/money';
import { turkishSecond } from '@vezne/domain/turkish-time';
import { zip } from './zip.ts';

/** A cell: a text, an amount, a whole number or a moment; null is empty. */
export type Cell =
  | { text: string; style?: TextStyle }
  | { cents: Cents; isBold?: boolean }
  | { count: number }
  | { time: Date }
  | null;

type TextStyle = 'plain' | 'head' | 'headRight' | 'title' | 'bold' | 'quiet';

export interface Sheet {
  name: string;
  /** In characters. */
  widths: readonly number[];
  /** The head of a table, in this row; it stays when one scrolls, and is printed on every page. */
  headRow?: number;
  /** Some at a time. */
  rows: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>;
}

/** In the order of `cellXfs` below. */
const STYLES = [
  'plain',
  'head',
  'headRight',
  'title',
  'bold',
  'quiet',
  'amount',
  'boldAmount',
  'count',
  'time',
] as const;
type Style = (typeof STYLES)[number];

/** The most rows that a sheet can have. */
export const SHEET_MOST_ROWS = 1_048_576;

export function xlsx(sheets: readonly Sheet[], { title }: { title: string }): AsyncGenerator<Buffer> {
  return zip([
    { name: '[Content_Types].xml', content: [contentTypes(sheets.length)] },
    { name: '_rels/.rels', content: [relationships([`${OFFICE}/officeDocument`, 'xl/workbook.xml'], CORE)] },
    { name: 'docProps/core.xml', content: [coreProperties(title)] },
    { name: 'xl/workbook.xml', content: [workbook(sheets)] },
    { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelationships(sheets.length)] },
    { name: 'xl/styles.xml', content: [styles()] },
    ...sheets.map((sheet, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: worksheet(sheet),
    })),
  ]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CORE = [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'] as const;

async function* worksheet({ widths, headRow, rows }: Sheet): AsyncGenerator<string> {
  const pane =
    headRow === undefined
      ? ''
      : `<pane ySplit="${headRow}" topLeftCell="A${headRow + 1}" activePane="bottomLeft" state="frozen"/>`;
  yield (
    `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` +
      `<sheetViews><sheetView showGridLines="0" workbookViewId="0">${pane}</sheetView></sheetViews>` +
      `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.map(column).join('')}</cols><sheetData>`
  );
  let number = 0;
  for await (const some of rows) {
    let text = '';
    for (const cells of some) text += row(cells, (number += 1));
    if (number > SHEET_MOST_ROWS) throw new RangeError(`A sheet has at most ${SHEET_MOST_ROWS} rows.`);
    if (text !== '') yield text;
  }
  yield (
    `</sheetData><pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>` +
      `<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>` +
      `<headerFooter><oddFooter>&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>`
  );
}

function column(width: number, index: number): string {
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
}

function row(cells: readonly Cell[], number: number): string {
  const written = cells.map((one, index) => (one === null ? '' : cell(one, `${letters(index)}${number}`)));
  return `<row r="${number}">${written.join('')}</row>`;
}

function cell(one: NonNullable<Cell>, address: string): string {
  if ('text' in one) {
    return `<c r="${address}"${style(one.style ?? 'plain')} t="inlineStr"><is><t xml:space="preserve">${cellText(one.text)}</t></is></c>`;
  }
  if ('cents' in one) {
    return `<c r="${address}"${style(one.isBold === true ? 'boldAmount' : 'amount')}><v>${formatAmount(one.cents)}</v></c>`;
  }
  if ('count' in one) return `<c r="${address}"${style('count')}><v>${one.count}</v></c>`;
  return `<c r="${address}"${style('time')}><v>${serial(one.time)}</v></c>`;
}

function style(name: Style): string {
  const index = STYLES.indexOf(name);
  return index === 0 ? '' : ` s="${index}"`;
}

/** A, B, … Z, AA. */
function letters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letters(Math.floor(index / 26) - 1) + letter;
}

const DAY_SECONDS = 86_400;
/** Days from the first day of spreadsheets to that of computers. */
const DAYS_TO_1970 = 25_569;

/** A moment as spreadsheets count: days, as clocks in Turkey show it. Eight digits are a thousandth of a second. */
function serial(time: Date): string {
  const seconds = Date.parse(`${turkishSecond(time)}Z`) / 1_000;
  return (DAYS_TO_1970 + seconds / DAY_SECONDS).toFixed(8);
}

const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** In a cell `_x0041_` is a letter by its number (ECMA-376, ST_Xstring). What only looks like that has its underscore by its number. */
function cellText(text: string): string {
  return escaped(text).replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

/** XML has no place for control characters, not even by number. */
function escaped(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
      .replaceAll(/[&<>"]/g, (character) => XML_ENTITIES[character] ?? character)
  );
}

function contentTypes(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
    '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>' +
    numbers(sheets)
      .map((no) => `<Override PartName="/xl/worksheets/sheet${no}.xml" ContentType="${type}.worksheet+xml"/>`)
      .join('') +
    '</Types>'
  );
}

function relationships(...targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

function workbookRelationships(sheets: number): string {
  return relationships(
    ...numbers(sheets).map((no) => [`${OFFICE}/worksheet`, `worksheets/sheet${no}.xml`] as const),
    [`${OFFICE}/styles`, 'styles.xml'],
  );
}

function coreProperties(title: string): string {
  return (
    `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
    `<dc:title>${escaped(title)}</dc:title><dc:creator>Vezne</dc:creator></cp:coreProperties>`
  );
}

function workbook(sheets: readonly Sheet[]): string {
  const list = sheets.map(
    ({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const titles = sheets.map(({ name, headRow }, index) =>
    headRow === undefined
      ? ''
      : `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${escaped(name)}'!$1:$${headRow}</definedName>`,
  );
  return (
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets>` +
    `${titles.join('') === '' ? '' : `<definedNames>${titles.join('')}</definedNames>`}</workbook>`
  );
}

/** One `xf` for each of STYLES. Formats 3 and 4 are every spreadsheet's own: whole numbers, and two digits after the point. */
function styles(): string {
  const font = (more: string, colour = 'FF1A2422', size = 10): string =>
    `<font>${more}<sz val="${size}"/><color rgb="${colour}"/><name val="Calibri"/></font>`;
  const xf = (attributes: string, inside = ''): string =>
    inside === '' ? `<xf ${attributes} xfId="0"/>` : `<xf ${attributes} xfId="0">${inside}</xf>`;
  const right = '<alignment horizontal="right"/>';
  return (
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm:ss"/></numFmts>` +
    `<fonts count="5">${font('')}${font('<b/>')}${font('<b/>', 'FF0B5D57', 16)}${font('', 'FF55605C')}${font('<b/>', 'FFFFFFFF')}</fonts>` +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    '<fill><patternFill patternType="solid"><fgColor rgb="FF0B5D57"/></patternFill></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${STYLES.length}">` +
    xf('numFmtId="0" fontId="0" fillId="0" borderId="0"') +
    xf('numFmtId="0" fontId="4" fillId="2" borderId="0" applyFont="1" applyFill="1"') +
    xf(
      'numFmtId="0" fontId="4" fillId="2" borderId="0" applyFont="1" applyFill="1" applyAlignment="1"',
      right,
    ) +
    xf('numFmtId="0" fontId="2" fillId="0" borderId="0" applyFont="1"') +
    xf('numFmtId="0" fontId="1" fillId="0" borderId="0" applyFont="1"') +
    xf('numFmtId="0" fontId="3" fillId="0" borderId="0" applyFont="1"') +
    xf('numFmtId="4" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"') +
    xf('numFmtId="4" fontId="1" fillId="0" borderId="0" applyNumberFormat="1" applyFont="1"') +
    xf('numFmtId="3" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"') +
    xf('numFmtId="164" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"') +
    '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
