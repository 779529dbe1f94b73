import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldedColumns } from '../../src/commands/folded-columns.ts';
import { timeText } from '../../src/commands/layout.ts';
import { widthOf, wrapped } from '../../src/commands/text-width.ts';

const HEADINGS = ['ID', 'SEEN', 'CREATED', 'ASKED FOR', 'CODE', 'PLAYER', 'PAID TO', 'PARTNER', 'LOOK AT'];
const FIRST = [
  'txn_01a1e060cd72757cb97d257400f230cf',
  '33ec4d57d2ad',
  '2026-11-15 21:03:22 +03',
  '1000.00 TRY',
  '39W8WP9K',
  'Çağla Iğdır Öztürk',
  'TR33 0006 1005 1978 6457 8413 26',
  'Demo Shop',
  '',
];
const SECOND = [
  'txn_01a1e060cdf4737bab8886ccf0d68a2d',
  '1330ef7eccee',
  '2026-11-15 21:03:23 +03',
  '150000.00 TRY',
  'MF4H3HER',
  'Can Öz',
  'TR68 0006 2000 0999 9901 2345 67',
  'Demo Shop',
  'same_amount_again another_sender held until 2026-11-16 09:00:00 +03 (bank_down)',
];
const ROWS = [HEADINGS, FIRST, SECOND];

for (const width of [80, 120, 200]) {
  test(`a table fits ${width} columns, and every cell of it is there, whole`, () => {
    const rows = foldedColumns(ROWS, { width, headings: 1 });
    for (const line of rows.flat()) assert.ok(widthOf(line) <= width, line);
    for (const [index, row] of [FIRST, SECOND].entries()) {
      const text = rows[index + 1]?.join('\n') ?? '';
      for (const cell of row.slice(0, -1)) assert.ok(text.includes(cell), `${cell} in ${text}`);
    }
    for (const word of ['same_amount_again', '2026-11-16 09:00:00 +03', '(bank_down)'])
      assert.ok(rows[2]?.join('\n').includes(word), word);
  });
}

test('where nothing has to fit, a row is one line', () => {
  for (const row of foldedColumns(ROWS, { width: Infinity, headings: 1 })) assert.equal(row.length, 1);
});

test('a folded row stands in below its first line, the columns stay under each other, and empty lines are left out', () => {
  const rows = foldedColumns(
    [
      ['ID', 'AMOUNT', 'NAME'],
      ['a'.repeat(30), '1.00 TRY', 'Ada'],
      ['b'.repeat(30), '10.00 TRY', ''],
      ['c'.repeat(30), '', ''],
    ],
    { width: 40, headings: 1 },
  );
  assert.deepEqual(rows, [
    ['ID', '     AMOUNT  NAME'],
    ['a'.repeat(30), '   1.00 TRY  Ada'],
    ['b'.repeat(30), '  10.00 TRY'],
    ['c'.repeat(30)],
  ]);
});

test('amounts and numbers end under each other with their heading, and texts begin under each other', () => {
  const rows = [
    ['AMOUNT', 'TOOK', 'PENDING', 'NAME'],
    ['-5.00 TRY', '12 ms', '3', 'x'],
    ['20000.00 TRY', '', 'at least 1000', 'yz'],
  ];
  assert.deepEqual(foldedColumns(rows, { width: Infinity, headings: 1 }).flat(), [
    '      AMOUNT   TOOK  PENDING        NAME',
    '   -5.00 TRY  12 ms  3              x',
    '20000.00 TRY         at least 1000  yz',
  ]);
});

test('one long text is wrapped in its column, and the other columns stay where they are', () => {
  const rows = [
    ['PARTNER', 'BALANCE'],
    ['partner_balance:Işıltılı Şans Oyunları ve Danışmanlık', '1.00 TRY'],
    ['bank:TR68 0006 2000 0999 9901 2345 67', '20.00 TRY'],
  ];
  assert.deepEqual(foldedColumns(rows, { width: 50, headings: 1 }).flat(), [
    'PARTNER                                    BALANCE',
    'partner_balance:Işıltılı Şans Oyunları    1.00 TRY',
    've Danışmanlık',
    'bank:TR68 0006 2000 0999 9901 2345 67    20.00 TRY',
  ]);
});

test('a word that is too long for its place stands below its label', () => {
  const rows = [
    ['id', 'x'],
    ['fingerprint', 'f'.repeat(34)],
  ];
  assert.deepEqual(foldedColumns(rows, { width: 40 }).flat(), [
    'id           x',
    'fingerprint',
    `    ${'f'.repeat(34)}`,
  ]);
});

test('a last column of text is wrapped at its words, under itself', () => {
  const [row] = foldedColumns([['label', 'one two three four five six seven']], { width: 31 });
  assert.deepEqual(row, ['label  one two three four five', '       six seven']);
  assert.deepEqual(wrapped('a verylongword b', 5), ['a', 'verylongword', 'b']);
});

test('a width is what a terminal shows, in Turkish, with marks, in Chinese and with colours', () => {
  for (const [text, width] of [
    ['ÇĞİÖŞÜçğıöşü', 12],
    ['S\u0327ule', 4],
    ['山田', 4],
    ['a\u200bb', 2],
    ['\u001b[1mbold\u001b[22m', 4],
    ['', 0],
  ] as const)
    assert.equal(widthOf(text), width, text);
});

test('a time is that of the clocks in Turkey, with its zone', () => {
  assert.equal(timeText(new Date('2026-11-15T21:03:22.900Z')), '2026-11-16 00:03:22 +03');
});
