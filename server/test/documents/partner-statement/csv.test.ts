import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from '../../../src/documents/partner-statement/csv.ts';
import { parse } from '../../harness/csv-file.ts';
import { bytesOf, sampleStatement } from '../../harness/sample-statement.ts';

test('a line has both references, what moved, the commission and the balance after it', async () => {
  const { statement, inParts } = sampleStatement(9);
  const bytes = await bytesOf(csvOf(statement, inParts()));
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], 'spreadsheets know it for UTF-8');
  const [head, opening, first, second] = parse(bytes.toString('utf8').slice(1));
  assert.deepEqual(
    head?.join(' '),
    'record entry time_utc time_turkey kind description external_reference reference_code transaction_id operation_id count gross commission net balance reserved',
  );
  assert.deepEqual(opening?.slice(-2), ['1018625.40', '1250.00']);
  assert.deepEqual(first?.slice(0, 10), [
    'movement',
    '1',
    '2026-10-01T05:00:00.000Z',
    '2026-10-01 08:00',
    'deposit',
    'Yatırım',
    "'=cmd|'/C calc'!A0",
    'K7M39QXA',
    'txn_01990000000070008000000000000000',
    '',
  ]);
  assert.deepEqual(first.slice(10), ['', '100.00', '-3.00', '97.00', '1018722.40', '']);
  assert.deepEqual(second?.slice(11, 15), ['-179.19', '-3.00', '-182.19', '1018540.21']);
});

test('no cell of a stranger is a formula, in no spreadsheet', async () => {
  const { statement, inParts } = sampleStatement(90);
  const rows = parse((await bytesOf(csvOf(statement, inParts()))).toString('utf8').slice(1));
  const [head = []] = rows;
  for (const row of rows.slice(1))
    assert.doesNotMatch(row[head.indexOf('external_reference')] ?? '', /^[=+\-@]/);
});

test('the sums by kind are those of the lines, in both languages, and the same bytes each time', async () => {
  const { statement, inParts } = sampleStatement(90);
  const turkish = await bytesOf(csvOf(statement, inParts()));
  const english = await bytesOf(csvOf({ ...statement, language: 'en' }, inParts(11)));
  const codes = (bytes: Buffer): string[][] =>
    parse(bytes.toString('utf8').slice(1)).map((row) => row.filter((_, column) => column !== 5));
  assert.deepEqual(codes(turkish), codes(english), 'only the description is in a language');
  assert.ok(turkish.equals(await bytesOf(csvOf(statement, inParts(7)))));
  const rows = codes(turkish);
  for (const [, , , , kind, , , , , , gross] of rows.filter(([record]) => record === 'sum')) {
    const ofKind = rows.filter((row) => row[0] === 'movement' && row[4] === kind);
    const sum = ofKind.reduce((total, row) => total + BigInt((row[10] ?? '').replace('.', '')), 0n);
    assert.equal(sum, BigInt((gross ?? '').replace('.', '')), kind);
  }
});
