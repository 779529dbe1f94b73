/** What players type into the shop's forms: amounts and IBANs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turkishIban } from '../server/test/harness/factories.ts';
import { normalizeIban } from '@vezne/domain/iban';
import { decimalOf, displayAmount } from './shop/money/amounts.ts';
import { ibanEnd, readIban } from './shop/money/iban.ts';
import { readAmount } from './shop/money/typed-amount.ts';

const LANGUAGES = ['tr', 'en'] as const;

/** The decimal that the service gets, or the problem. */
function read(text: string, language: 'tr' | 'en'): string {
  const typed = readAmount(text, language);
  return 'cents' in typed ? decimalOf(typed.cents) : typed.problem;
}

test('amounts are read as people write them', () => {
  const amounts: [text: string, tr: string, en?: string][] = [
    ['1000', '1000.00'],
    ['1.000', '1000.00'],
    ['1.000,00', '1000.00'],
    ['1000,5', '1000.50'],
    ['1000,05', '1000.05'],
    ['1 000', '1000.00'],
    ['1 000,00', '1000.00'],
    ['1\u00a0000,00', '1000.00'],
    ['1\u202f000,00', '1000.00'],
    ['₺1.000', '1000.00'],
    ['₺ 1.000', '1000.00'],
    ['1.000 ₺', '1000.00'],
    ['1.000,00 TL', '1000.00'],
    ['1000 try', '1000.00'],
    ['  250,50  ', '250.50'],
    ['1.234.567,89', '1234567.89'],
    ['1,234,567.89', '1234567.89'],
    ['1,000.00', '1000.00'],
    ['1,000.5', '1000.50'],
    ['1,000,000', '1000000.00'],
    ['0,50', '0.50'],
    ['0', '0.00'],
    ['007', '7.00'],
    ['999999999999,99', '999999999999.99'],
    // What could be read in two ways.
    ['1,000', 'ambiguous'],
    ['10,000', 'ambiguous'],
    ['0,500', 'ambiguous'],
    ['₺1,000', 'ambiguous'],
    ['1.00', 'ambiguous', '1.00'],
    ['250.5', 'ambiguous', '250.50'],
    ['250.50', 'ambiguous', '250.50'],
    // What is no amount.
    ['', 'missing'],
    ['  ', 'missing'],
    ['₺', 'missing'],
    ['bin', 'unreadable'],
    ['1e3', 'unreadable'],
    ['-5', 'unreadable'],
    ['−5', 'unreadable'],
    ['+5', 'unreadable'],
    ['1.0000', 'unreadable'],
    ['1000,000', 'unreadable'],
    ['1.000.00', 'unreadable'],
    ['1.000.000,', 'unreadable'],
    ['1.000 000', 'unreadable'],
    ['1 00', 'unreadable'],
    ['1.000,000', 'unreadable'],
    ['1,000,00', 'unreadable'],
    ['0.500', 'unreadable'],
    ['0.500,00', 'unreadable'],
    ['12.34.56', 'unreadable'],
    ['1,5,5', 'unreadable'],
    [',50', 'unreadable'],
    ['5,', 'unreadable'],
    ['١٢٣', 'unreadable'],
    ['１０００', 'unreadable'],
    ['1000 TL ₺', 'unreadable'],
    ['1000$', 'unreadable'],
    ['1'.repeat(13), 'unreadable'],
  ];
  for (const [text, tr, en = tr] of amounts) {
    assert.equal(read(text, 'tr'), tr, `${text} in Turkish`);
    assert.equal(read(text, 'en'), en, `${text} in English`);
  }
});

test('no text means one amount on the Turkish page and another one on the English page', () => {
  const parts = ['', '0', '1', '10', '100', '000', '50', '.', ',', ' '];
  for (const a of parts)
    for (const b of parts)
      for (const c of parts)
        for (const d of parts) {
          const [tr, en] = LANGUAGES.map((language) => readAmount(a + b + c + d, language));
          if ('cents' in (tr ?? {}) && 'cents' in (en ?? {})) assert.deepEqual(tr, en, a + b + c + d);
        }
});

test('an amount can be typed as the shop itself writes it', () => {
  for (const language of LANGUAGES)
    for (const cents of [1n, 50n, 100n, 25_050n, 99_999n, 100_000n, 123_456_789n]) {
      const written = displayAmount(cents, language);
      assert.deepEqual(readAmount(written, language), { cents }, written);
    }
});

test('an IBAN is refused for its true reason', () => {
  const good = 'TR330006100519786457841326';
  const ibans: [text: string, result: string][] = [
    [good, good],
    ['TR33 0006 1005 1978 6457 8413 26', good],
    [' tr33 0006 1005\u00a01978 6457 8413 26 ', good],
    ['', 'missing'],
    ['   ', 'missing'],
    ['TR33-0006-1005-1978-6457-8413-26', 'characters'],
    ['TR33 0006 1005 1978 6457 8413 2ı', 'characters'],
    ['TR٣٣0006100519786457841326', 'characters'],
    ['DE89 3704 0044 0532 0130 00', 'country'],
    ['330006100519786457841326', 'country'],
    ['TR', 'length 2'],
    [good.slice(0, -1), 'length 25'],
    [`${good}0`, 'length 27'],
    ['TRO30006100519786457841326', 'letters'],
    ['TR33OOO6100519786457841326', 'letters'],
    ['TR33000610051978645784132O', 'letters'],
    ['TR340006100519786457841326', 'checksum'],
    ['TR330006100519786457841362', 'checksum'],
    ['TR330006100519786457841327', 'checksum'],
  ];
  for (const [text, expected] of ibans) {
    const typed = readIban(text);
    const result =
      'iban' in typed ? typed.iban : typed.problem === 'length' ? `length ${typed.length}` : typed.problem;
    assert.equal(result, expected, text);
  }
});

test('Turkish IBANs are judged as the service judges them', () => {
  for (let account = 0; account < 300; account += 1) {
    const iban = turkishIban(account);
    assert.deepEqual(readIban(iban), { iban });
    for (let check = 0; check < 100; check += 1) {
      const other = `TR${String(check).padStart(2, '0')}${iban.slice(4)}`;
      assert.equal('iban' in readIban(other), normalizeIban(other) !== undefined, other);
    }
  }
});

test('an account is named by the end of its IBAN, on one line', () => {
  assert.equal(ibanEnd('TR330006100519786457841326'), '…8413\u00a026');
});
