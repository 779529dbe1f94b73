import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents } from '@vezne/domain/money';
import { fieldAmount, readAmount } from '../src/shared/i18n/amount-input.ts';
import { amountWords } from '../src/shared/i18n/amount-words.ts';

test('an amount is read as people of both languages write it', () => {
  const read: [string, bigint][] = [
    ['950', 95_000n],
    ['950,5', 95_050n],
    ['950,50', 95_050n],
    ['950.50', 95_050n],
    ['1.000', 100_000n],
    ['1,000', 100_000n],
    ['1.000,00', 100_000n],
    ['1,000.00', 100_000n],
    ['1000000', 100_000_000n],
    ['1.000.000,25', 100_000_025n],
    [' 1.250,00 ₺ ', 125_000n],
    ['₺1,250.00', 125_000n],
    ['0,01', 1n],
  ];
  for (const [text, amount] of read) assert.equal(readAmount(text), amount, text);
});

test('what could be two amounts, or is none, is not read', () => {
  for (const text of [
    '',
    '0',
    '0,00',
    '-5',
    '1.000.00',
    '1,000,00',
    '10.00.00',
    '1.00,000',
    'bin',
    '1e3',
    '٥٠',
    '1.0000',
    ',5',
  ])
    assert.equal(readAmount(text), undefined, text);
});

test('what a field shows is read as the same amount', () => {
  for (const amount of [1n, 95_000n, 100_000n, 6_500_000n, 123_456_789n]) {
    for (const language of ['tr', 'en'] as const)
      assert.equal(readAmount(fieldAmount(cents(amount), language)), amount);
  }
});

test('an amount in words', () => {
  const words = (amount: bigint): [string, string] => [
    amountWords(cents(amount), 'tr'),
    amountWords(cents(amount), 'en'),
  ];
  assert.deepEqual(words(1_650_000n), ['on altı bin beş yüz lira', 'sixteen thousand five hundred lira']);
  assert.deepEqual(words(100_000n), ['bin lira', 'one thousand lira']);
  assert.deepEqual(words(10_050n), ['yüz lira elli kuruş', 'one hundred lira fifty kuruş']);
  assert.deepEqual(words(200_100_100n), ['iki milyon bin bir lira', 'two million one thousand one lira']);
  assert.deepEqual(words(99n), ['sıfır lira doksan dokuz kuruş', 'zero lira ninety nine kuruş']);
  assert.deepEqual(words(1_200_000_000n), ['on iki milyon lira', 'twelve million lira']);
});
