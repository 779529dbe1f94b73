import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xlsxOf } from '../../../src/documents/partner-statement/xlsx.ts';
import { bytesOf, sampleStatement } from '../../harness/sample-statement.ts';
import { sheetOf, unzip } from '../../harness/statement-files.ts';

test('amounts and times are numbers, and texts are texts', async () => {
  const { statement, inParts } = sampleStatement(9);
  const bytes = await bytesOf(xlsxOf(statement, inParts()));
  const sheet = sheetOf(bytes, 2);
  assert.deepEqual(
    ['A3', 'B3', 'C3', 'D3', 'E3', 'F3', 'G3', 'H3', 'I3', 'J3'].map((address) => sheet.get(address)),
    // 1 October 2026, 08:00 in Turkey, as spreadsheets count days.
    [
      '46296.33333333',
      'Yatırım',
      "=cmd|'/C calc'!A0",
      'K7M3 9QXA',
      'txn_01990000000070008000000000000000',
      '100.00',
      '-3.00',
      '97.00',
      '1018722.40',
      '1',
    ],
  );
  const xml = unzip(bytes).get('xl/worksheets/sheet2.xml')?.toString('utf8') ?? '';
  assert.match(xml, /<c r="F3" s="6"><v>100\.00<\/v><\/c>/);
  assert.match(xml, /<c r="C3" t="inlineStr"><is><t xml:space="preserve">=cmd/, 'never a formula');
  assert.doesNotMatch(xml, /<f>/);
  const summary = new Set(sheetOf(bytes, 1).values());
  for (const words of ['Mavi Oyun Şans İşletmeleri', 'VZ-2026-10-0007', 'Yatırımlar', 'Kapanış bakiyesi'])
    assert.ok(summary.has(words), words);
});

test('the same statement is the same bytes, and no file in it has a time', async () => {
  const { statement, inParts } = sampleStatement(500);
  const first = await bytesOf(xlsxOf(statement, inParts()));
  assert.ok(first.equals(await bytesOf(xlsxOf(statement, inParts(13)))));
  for (
    let at = first.indexOf('PK\x03\x04', 0, 'latin1');
    at >= 0;
    at = first.indexOf('PK\x03\x04', at + 4, 'latin1')
  )
    assert.deepEqual([first.readUInt16LE(at + 10), first.readUInt16LE(at + 12)], [0, 0x21]);
  assert.doesNotMatch(unzip(first).get('docProps/core.xml')?.toString('utf8') ?? '', /20\d\d-\d\d-\d\dT/);
});

test('what XML has no place for does not break the file', async () => {
  const { statement, lines } = sampleStatement(1);
  const [line] = lines;
  assert.ok(line?.transaction);
  const hostile = {
    ...line,
    transaction: { ...line.transaction, externalReference: '<a & "b">\u0000\u0008\ud800]]>' },
  };
  const bytes = await bytesOf(
    xlsxOf(
      { ...statement, partnerName: '<b>&"' },
      (async function* () {
        yield [hostile];
      })(),
    ),
  );
  assert.equal(sheetOf(bytes, 2).get('C3'), '<a & "b">\ufffd\ufffd\ufffd]]>');
  assert.equal(sheetOf(bytes, 1).get('A1'), '<b>&"');
});

test('a failure of the lines is a failure of the file', async () => {
  const { statement, inParts } = sampleStatement(50);
  const broken = async function* () {
    yield* inParts(10);
    throw new Error('The database went away.');
  };
  await assert.rejects(bytesOf(xlsxOf(statement, broken())), /The database went away/);
});
