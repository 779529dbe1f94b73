// In a process of its own: its processor time is measured.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withHiddenIbans } from '../src/hidden-ibans.ts';
import { MORE, assertInProportion, cpuMs } from './cpu-time.ts';

const IBAN = 'TR330006100519786457841326';
const digitsOf = (text: string): string => text.normalize('NFKC').replaceAll(/[^0-9A-Za-z]/g, '');

for (const written of [
  IBAN,
  IBAN.toLowerCase(),
  'TR33 0006 1005 1978 6457 8413 26',
  'TR 33 0006 1005 1978 6457 8413 26',
  'TR33-0006-1005-1978-6457-8413-26',
  'TR33\u00a00006\u00a01005\u00a01978\u00a06457\u00a08413\u00a026',
  'TR33  0006  1005  1978  6457  8413  26',
  'ＴＲ３３０００６１００５１９７８６４５７８４１３２６',
  '0006 1005 1978 6457 8413 26',
  '0519786457841326',
  `xTR${IBAN.slice(2)}`,
])
  test(`${written} is not left in a sentence`, () => {
    const shown = withHiddenIbans(`Sent to ${written}, twice.`, { own: IBAN, numbers: true });
    assert.ok(!digitsOf(shown).includes('19786457'), shown);
    assert.match(shown, /^Sent to /);
    assert.match(shown, /1326|26/);
    assert.match(shown, /, twice\.$/);
  });

test('IBANs of other countries, after a word that begins like one, and two in a row', () => {
  for (const [text, gone] of [
    ['ref AB12 DE89 3704 0044 0532 0130 00 ok', '0044'],
    ['ab12 NL91ABNA0417164300', 'ABNA'],
    ['DE89 3704 0044 0532 0130 00 and GB29 NWBK 6016 1331 9268 19', '6016'],
  ] as const)
    assert.ok(!withHiddenIbans(text).includes(gone), withHiddenIbans(text));
});

test('what is no account stays', () => {
  for (const text of [
    'FST2026111214073',
    'Call 0532 123 45 67 on 2026-11-17 14:31.',
    'order 12345678, 950,00 ₺',
    'İki adı da okudum; para Ceren Aksoy’un hesabına gidecek.',
    '',
  ])
    assert.equal(withHiddenIbans(text, { own: IBAN, numbers: true }), text);
});

test('a reference with many digits stays, unless it is the account', () => {
  assert.equal(withHiddenIbans('2026111214073123', { own: IBAN }), '2026111214073123');
  assert.ok(!withHiddenIbans('0006 1005 1978 6457 8413 26', { own: IBAN }).includes('6457'));
});

test('a long text takes no long time, and a longer one only in proportion', () => {
  // Each of them is the worst for one way of looking: it begins like an IBAN, like the account, or is one long number.
  for (const piece of ['TR33 ', IBAN.slice(4, -1), '12345678']) {
    const hide = (times: number) => (): void => {
      withHiddenIbans(piece.repeat(times), { own: IBAN, numbers: true });
    };
    assert.ok(cpuMs(hide(200)) < 1_000, piece);
    assertInProportion(piece, hide(250), hide(250 * MORE));
  }
});
