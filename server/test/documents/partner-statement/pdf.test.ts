import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '@vezne/domain/money';
import { displayFigure } from '@vezne/domain/written';
import { planPages } from '../../../src/documents/partner-statement/page-plan.ts';
import { pdfOf } from '../../../src/documents/partner-statement/pdf.ts';
import { bytesOf, sampleStatement } from '../../harness/sample-statement.ts';
import { pdfLines } from '../../harness/statement-files.ts';

const textOf = (pages: readonly string[][][]): string => pages.flat(2).join(' ');

test('every letter of Turkish and the lira can be read back', async () => {
  const { statement, inParts } = sampleStatement(3, { partnerName: 'Çığır Öğütücü Şişli ₺ İıĞğÜüŞş' });
  const pages = await pdfLines(await bytesOf(pdfOf(statement, inParts())));
  const text = textOf(pages);
  for (const words of [
    'Çığır Öğütücü Şişli ₺ İıĞğÜüŞş',
    'Açılış bakiyesi',
    '1.018.625,40 ₺',
    'VZ-2026-10-0007',
    '31 Ekim 2026',
  ])
    assert.ok(text.includes(words), words);
  assert.ok(!text.includes('\ufffd') && !text.includes('\0'));
});

test('an English statement has no Turkish word, and a period has no number', async () => {
  const { statement, inParts } = sampleStatement(120, {
    language: 'en',
    number: null,
    month: null,
    to: '2026-10-17',
    partnerName: 'Acme',
  });
  const text = textOf(await pdfLines(await bytesOf(pdfOf(statement, inParts()))));
  for (const words of [
    'Account statement',
    '1 October 2026 – 17 October 2026',
    '₺1,018,625.40',
    'Page 2 of 4',
    'Brought forward',
  ])
    assert.ok(text.includes(words), words);
  assert.doesNotMatch(text, /[çğışöüİĞŞ]|VZ-/);
});

for (const count of [0, 1, 14, 15, 16, 17, 18, 60, 61, 62, 400]) {
  test(`${count} lines: each is there once, and pages are summed up and counted`, async () => {
    const { statement, lines, inParts } = sampleStatement(count);
    const pages = await pdfLines(await bytesOf(pdfOf(statement, inParts(50))));
    const rows = pages.flat().filter(([first = '']) => /^\d\d\.\d\d\.2026 \d\d:\d\d$/.test(first));
    assert.deepEqual(
      rows.map((row) => row.slice(-4)),
      lines.map(({ movement, balanceAfterCents }) =>
        [movement.grossCents, movement.commissionCents, movement.netCents, balanceAfterCents].map((amount) =>
          displayFigure(amount, 'tr'),
        ),
      ),
    );
    for (const [index, page] of pages.entries()) {
      const firsts = new Set(page.map(([first]) => first));
      assert.ok(page.some((row) => row.at(-1) === `Sayfa ${index + 1} / ${pages.length}`));
      assert.equal(firsts.has('Sonraki sayfaya devir'), index < pages.length - 1, `page ${index + 1}`);
      assert.equal(firsts.has('Önceki sayfadan devir'), index > 0, `page ${index + 1}`);
    }
    const closing = pages.at(-1)?.find(([first]) => first === 'Kapanış bakiyesi');
    assert.deepEqual(closing?.slice(1), [displayFigure(statement.balance.closingCents, 'tr')]);
  });
}

test('the same statement is the same bytes, however its lines come', async () => {
  const { statement, inParts } = sampleStatement(300);
  const [first, second, other] = await Promise.all([
    bytesOf(pdfOf(statement, inParts())),
    bytesOf(pdfOf(statement, inParts(7))),
    bytesOf(pdfOf({ ...statement, language: 'en' }, inParts())),
  ]);
  assert.ok(first.equals(second));
  assert.ok(!first.equals(other));
  assert.doesNotMatch(first.toString('latin1'), /\(D:20\d\d/, 'nothing says when it was made');
});

test('lines that do not lead to the closing balance are no statement', async () => {
  const { statement, inParts } = sampleStatement(5);
  const { openingCents, closingCents } = statement.balance;
  const wrong = { ...statement, balance: { openingCents, closingCents: cents(closingCents + 1n) } };
  await assert.rejects(bytesOf(pdfOf(wrong, inParts())), /and the statement ends with/);
});

test('billions and a name of 64 wide letters stay on the paper', async () => {
  const { statement } = sampleStatement(1, { partnerName: 'W'.repeat(64) });
  const huge = cents(999_999_999_999_999n);
  const more = { ...statement, balance: { openingCents: cents(huge - 9_700n), closingCents: huge } };
  const [line] = sampleStatement(1).lines;
  assert.ok(line);
  const grown = async function* () {
    yield [
      {
        ...line,
        movement: { ...line.movement, netCents: cents(9_700n), grossCents: cents(10_000n) },
        balanceAfterCents: huge,
      },
    ];
  };
  const text = textOf(await pdfLines(await bytesOf(pdfOf(more, grown()))));
  assert.ok(text.includes('9.999.999.999.999,99 ₺'));
});

test('a million lines are planned in no time, and none is lost', () => {
  const room = { first: 14, other: 45, around: 3, aroundLast: 6 };
  for (const lines of [0, 1, 8, 9, 10, 11, 12, 50, 51, 52, 53, 1_000_000]) {
    const plan = planPages(lines, room);
    assert.equal(
      plan.reduce((sum, here) => sum + here, 0),
      lines,
    );
    assert.ok(
      plan.every((here, index) => here <= (index === 0 ? room.first : room.other) - room.around),
      `${lines}`,
    );
    assert.ok((plan.at(-1) ?? 0) <= (plan.length === 1 ? room.first : room.other) - room.aroundLast);
  }
});
