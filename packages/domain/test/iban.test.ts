import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { formatIban, hasIbans, ibanCountry, maskIban, normalizeIban } from '@vezne/domain/iban';

const TURKISH = 'TR330006100519786457841326';

/** A Turkish IBAN with the right check digits (ISO 7064 MOD 97-10). */
function turkishIban(account: bigint): string {
  const body = `00061${account.toString().padStart(17, '0')}`;
  const remainder = BigInt(`${body}292700`) % 97n;
  return `TR${String(98n - remainder).padStart(2, '0')}${body}`;
}
const anyTurkishIban = fc.bigInt({ min: 0n, max: 10n ** 16n - 1n }).map(turkishIban);

test('an IBAN is stored in upper case without spaces, however it was typed', () => {
  for (const text of [
    TURKISH,
    'TR33 0006 1005 1978 6457 8413 26',
    ` ${TURKISH.toLowerCase()} `,
    'tR33 000610 0519786457841326',
  ]) {
    assert.equal(normalizeIban(text), TURKISH, text);
  }
});

test('IBANs of other countries are accepted with their own lengths', () => {
  assert.equal(normalizeIban('DE89 3704 0044 0532 0130 00'), 'DE89370400440532013000');
  assert.equal(normalizeIban('GB29 NWBK 6016 1331 9268 19'), 'GB29NWBK60161331926819');
});

test('a wrong check, length, country or character is refused', () => {
  const refused = [
    '',
    ' ',
    'TR',
    'TR33',
    'TR340006100519786457841326',
    'TR33000610051978645784132',
    `${TURKISH}0`,
    'XX330006100519786457841326',
    '330006100519786457841326',
    'DE33000610051978645784132600',
    'TR33-0006-1005-1978-6457-8413-26',
    `${TURKISH}\n`,
    `\t${TURKISH}`,
    TURKISH.replace('0006', '00\u00a006'),
    TURKISH.replace('1', '١'),
    TURKISH.replace('TR', 'ＴＲ'),
    `\u200b${TURKISH}`,
    TURKISH.replace('TR', 'TŔ'),
    'constructor',
    '__proto__',
    `${TURKISH}${' '.repeat(39)}`,
    ' '.repeat(10_000),
  ];
  for (const text of refused) assert.equal(normalizeIban(text), undefined, JSON.stringify(text));
});

test('a second spelling of one account, with check digits beyond 02 to 98, is refused', () => {
  for (const [digits, twin] of [
    ['97', '00'],
    ['98', '01'],
    ['02', '99'],
  ] as const) {
    const valid = fc.sample(
      anyTurkishIban.filter((iban) => iban.slice(2, 4) === digits),
      1,
    )[0];
    assert.ok(valid !== undefined);
    assert.equal(normalizeIban(valid), valid);
    assert.equal(normalizeIban(`TR${twin}${valid.slice(4)}`), undefined);
  }
});

test('every valid Turkish IBAN survives being printed in groups and typed again', () => {
  fc.assert(
    fc.property(anyTurkishIban, (iban) => {
      assert.equal(normalizeIban(formatIban(iban)), iban);
      assert.equal(normalizeIban(formatIban(iban).toLowerCase()), iban);
    }),
  );
});

test('any single wrong digit in an IBAN is detected', () => {
  const position = fc.integer({ min: 2, max: 25 });
  const shift = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(anyTurkishIban, position, shift, (iban, at, by) => {
      const wrongDigit = (Number(iban[at]) + by) % 10;
      assert.equal(normalizeIban(iban.slice(0, at) + wrongDigit + iban.slice(at + 1)), undefined);
    }),
  );
});

test('an IBAN tells its country, and only countries with IBANs are known', () => {
  assert.equal(ibanCountry(TURKISH), 'TR');
  for (const country of ['TR', 'DE', 'GB']) assert.equal(hasIbans(country), true, country);
  for (const country of ['', 'XX', 'US', 'tr', 'TUR', 'constructor', '__proto__']) {
    assert.equal(hasIbans(country), false, country);
  }
});

test('an IBAN is printed in groups of four', () => {
  assert.equal(formatIban(TURKISH), 'TR33 0006 1005 1978 6457 8413 26');
});

test('a masked IBAN shows only its first and last four characters', () => {
  assert.equal(maskIban(TURKISH), 'TR33 **** **** **** **** **13 26');
});
