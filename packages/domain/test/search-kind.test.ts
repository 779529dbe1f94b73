// In a process of its own: its processor time is measured.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { cents } from '../src/money.ts';
import { foldName } from '../src/names.ts';
import { isReferenceCode, referenceCodeAt } from '../src/reference-code.ts';
import { SEARCH_KINDS, SEARCH_MAX_LENGTH, searchAims, typedAmounts } from '../src/search-kind.ts';
import type { SearchAim, SearchKind } from '../src/search-kind.ts';
import { displayAmount, displayCode } from '../src/written.ts';
import { MORE, assertInProportion, cpuMs } from './cpu-time.ts';

/** So often that it can be measured. */
const TIMES = 150;

const CODE = referenceCodeAt(4_711, (half) => half * 7 + 3);

const kindsOf = (text: string): SearchKind[] => searchAims(text).map(({ kind }) => kind);

function aimOf<Kind extends SearchKind>(text: string, kind: Kind): Extract<SearchAim, { kind: Kind }> {
  const aim = searchAims(text).find((one): one is Extract<SearchAim, { kind: Kind }> => one.kind === kind);
  return aim ?? assert.fail(`"${text}" is no ${kind}`);
}

suite('what a text can be', () => {
  test('an id, with its prefix or without, in letters of any size', () => {
    const id = '01997c3e-8f0a-7b6c-9d1e-2f3a4b5c6d7e';
    const digits = id.replaceAll('-', '');
    for (const text of [
      id,
      id.toUpperCase(),
      `txn_${digits}`,
      `TXN_${digits.toUpperCase()}`,
      ` ${digits} `,
    ]) {
      assert.equal(aimOf(text, 'id').id, id, text);
      assert.deepEqual(kindsOf(text), ['id', 'reference'], text);
    }
  });

  test('a code as people write it, and codes that are one mistake away', () => {
    assert.deepEqual(aimOf(displayCode(CODE).toLowerCase(), 'code'), { kind: 'code', code: CODE, meant: [] });
    const wrong = `${CODE.startsWith('X') ? 'W' : 'X'}${CODE.slice(1)}`;
    const { code, meant } = aimOf(wrong, 'code');
    assert.equal(code, null);
    assert.ok(meant.includes(CODE) && meant.length <= 15, meant.join());
    assert.ok(!kindsOf('Mehmet Karagöz').includes('code'));
  });

  test('the whole IBAN, with its spaces, and not a part of one', () => {
    const iban = 'TR330006100519786457841326';
    for (const text of [iban, 'TR33 0006 1005 1978 6457 8413 26', 'tr33 0006\u00a01005 1978 6457 8413 26'])
      assert.equal(aimOf(text, 'iban').iban, iban, text);
    assert.ok(!kindsOf('TR33 0006 1005 1978').includes('iban'));
    assert.ok(!kindsOf('TR340006100519786457841326').includes('iban'), 'the check digits are wrong');
  });

  test('digits are an amount, a reference, the id of a player and a user name', () => {
    assert.deepEqual(kindsOf('4711'), ['amount', 'reference', 'player_id', 'user_name']);
  });

  test('a name in any spelling, and at least three letters in a row of it', () => {
    for (const text of ['Ayşe IŞIK', 'ayse isik', 'AYŞE  ışık', 'Ayse İsik'])
      assert.deepEqual(aimOf(text, 'name').words, ['ayse', 'isik'], text);
    assert.deepEqual(aimOf('Ali A', 'name').words, ['ali', 'a']);
    assert.ok(!kindsOf('Al').includes('name'));
    assert.ok(!kindsOf('A B C').includes('name'));
    assert.ok(!kindsOf('12345').includes('name'));
  });

  test('nothing, if nobody of ours can have it', () => {
    for (const text of [
      '',
      '  ',
      '\u0000',
      'a\u0000b',
      'a\nb',
      '\ud800',
      'meh\u200bmet',
      '\u202egnirts',
      '\ue000',
      'x'.repeat(129),
    ])
      assert.deepEqual(searchAims(text), [], JSON.stringify(text));
    // Signs may be a partner's reference, or the id of a player.
    assert.deepEqual(kindsOf('%'), ['reference', 'player_id']);
    assert.deepEqual(kindsOf('😀'), ['player_id']);
  });
});

suite('amounts as people write them', () => {
  const CASES: Readonly<Record<string, readonly bigint[]>> = {
    '950': [95_000n],
    '950,00': [95_000n],
    '950.00': [95_000n],
    '950,5': [95_050n],
    '1000': [100_000n],
    '1.000,00': [100_000n],
    '1,000.00': [100_000n],
    '1 000,00': [100_000n],
    '1.250.000,75': [125_000_075n],
    '₺1,000.00': [100_000n],
    '1.000,00 ₺': [100_000n],
    '950 TL': [95_000n],
    '-28,50': [2_850n],
    '+921,50 ₺': [92_150n],
    // A thousand, and one with three decimals.
    '1.000': [100_000n, 100n],
    '1,250': [125_000n, 125n],
    // No tenth of a kuruş.
    '1.255': [125_500n],
    '9999999999,99': [999_999_999_999n],
  };
  for (const [text, expected] of Object.entries(CASES)) {
    test(`"${text}"`, () => assert.deepEqual(typedAmounts(text), expected));
  }

  test('and what is none', () => {
    for (const text of [
      '',
      '0',
      '0,00',
      '1.00.00',
      '1,00,00',
      '10.00,0000',
      '1e5',
      '٩٥٠',
      '99999999999,00',
      '1.0000',
      ',50',
      '5,',
      'TL',
    ])
      assert.deepEqual(typedAmounts(text), [], text);
  });

  test('every amount is read as it was meant, in both languages', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 999_999_999_999n }),
        fc.constantFrom('tr', 'en'),
        (amount, language) => {
          const read = typedAmounts(displayAmount(cents(amount), language));
          assert.ok(read.includes(cents(amount)));
          assert.equal(read.length, 1, 'with decimals there is one way to read it');
        },
      ),
    );
  });
});

suite('whatever is typed', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 140 }),
    fc.string({ unit: fc.constantFrom(...Array.from(`0123456789.,- txnTR₺ıİ%_'`)), maxLength: 140 }),
  );

  test('each kind comes once, in order, and bounded', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const aims = searchAims(text);
        const order = aims.map(({ kind }) => SEARCH_KINDS.indexOf(kind));
        assert.deepEqual(
          order,
          [...new Set(order)].toSorted((left, right) => left - right),
        );
        for (const aim of aims) {
          if (aim.kind === 'code')
            assert.ok([aim.code ?? [], aim.meant].flat().every(isReferenceCode) && aim.meant.length <= 15);
          if (aim.kind === 'amount') assert.ok(aim.amounts.length >= 1 && aim.amounts.length <= 2);
          if (aim.kind === 'reference') assert.ok(aim.reference.length <= SEARCH_MAX_LENGTH);
          if (aim.kind === 'player_id') assert.ok(Array.from(aim.customerId).length <= 64);
          // No sign that `like` knows.
          if (aim.kind === 'name') assert.ok(aim.words.every((word) => /^[\p{L}\p{N}]+$/u.test(word)));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a name is found by what is typed of it, whatever its spelling', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('aeıiİIşŞğĞçöüAZ ')), minLength: 3, maxLength: 40 }),
        (text) => {
          const aim = searchAims(text).find(({ kind }) => kind === 'name');
          if (aim?.kind === 'name') assert.deepEqual(new Set(aim.words), new Set(foldName(text).split(' ')));
        },
      ),
    );
  });

  test('the longest and worst text takes no time', () => {
    const longest = [
      '\u0301'.repeat(256),
      'ﷺ'.repeat(128),
      '9'.repeat(128),
      '1.'.repeat(64),
      ' '.repeat(256),
    ];
    const look = (text: string, times: number) => (): void => {
      for (let time = 0; time < times; time += 1) searchAims(text);
    };
    assert.ok(cpuMs(() => longest.forEach((text) => searchAims(text))) < 200);
    for (const text of longest)
      assertInProportion(text, look(text.slice(0, text.length / MORE), TIMES), look(text, TIMES));
  });
});
