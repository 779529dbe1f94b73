import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  findReferenceCodes,
  isReferenceCode,
  normalizeReferenceCode,
  referenceCodeAt,
  suggestReferenceCodes,
} from '@vezne/domain/reference-code';
import { CHARACTERS, anyCode, round, withCharacter, withSwap } from './reference-code-samples.ts';

const position = fc.nat({ max: 7 });

test('case, groups and look-alikes do not matter once a text is normalised', () => {
  assert.equal(normalizeReferenceCode(' ac-de.fh_jk\t'), 'ACDEFHJK');
  assert.equal(normalizeReferenceCode('AC–DE — FH−JK\u00a0·'), 'ACDEFHJK');
  assert.equal(normalizeReferenceCode('sSzZbBgG oO0 1 qQ'), '55228866DDD799');
  assert.equal(normalizeReferenceCode('ıİiI'), 'IIII');
  assert.equal(normalizeReferenceCode('ßﬁ'), 'ßﬁ');
});

test('a valid code is its only suggestion, however it was typed', () => {
  fc.assert(
    fc.property(anyCode, (code) => {
      const typed = `${code.slice(0, 4)}-${code.slice(4)}`
        .toLowerCase()
        .replaceAll('5', 's')
        .replaceAll('d', '0');
      assert.deepEqual(suggestReferenceCodes(typed), [code]);
    }),
  );
});

const anyCharacter = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...CHARACTERS, 'ı', 'İ', 'ş', '👍'),
);
const typos = {
  'a wrong character': fc
    .tuple(anyCode, position, anyCharacter)
    .map(([code, at, other]) => [code, withCharacter(code, at, other)]),
  'a swap of neighbours': fc
    .tuple(anyCode, fc.nat({ max: 6 }))
    .map(([code, at]) => [code, withSwap(code, at)]),
  'a missing character': fc.tuple(anyCode, position).map(([code, at]) => [code, withCharacter(code, at, '')]),
  'an extra character': fc
    .tuple(anyCode, fc.nat({ max: 8 }), anyCharacter)
    .map(([code, at, extra]) => [code, code.slice(0, at) + extra + code.slice(at)]),
};

for (const [typo, codeAndTyped] of Object.entries(typos)) {
  test(`after ${typo} the intended code is among a few valid suggestions`, () => {
    fc.assert(
      fc.property(codeAndTyped, ([code = '', typed = '']) => {
        const suggestions = suggestReferenceCodes(typed);
        assert.ok(suggestions.includes(code), `${typed} is not accepted as ${code}`);
        assert.ok(suggestions.length <= 15);
        assert.ok(suggestions.every(isReferenceCode));
        assert.equal(new Set(suggestions).size, suggestions.length);
      }),
      { numRuns: 500 },
    );
  });
}

test('a text that is far from any code has no suggestions', () => {
  for (const text of ['', 'ACDEFH', 'ACDEFHJKMN', 'ILILILIL', 'x'.repeat(10_000), ' '.repeat(33)]) {
    assert.deepEqual(suggestReferenceCodes(text), [], text.slice(0, 20));
  }
});

test('a text much longer than a code is not searched for one', () => {
  const code = referenceCodeAt(17, round);
  assert.deepEqual(suggestReferenceCodes(' '.repeat(24) + code), [code]);
  assert.deepEqual(suggestReferenceCodes(' '.repeat(25) + code), []);
});

test('a code is found in a description line as a word, in groups, or joined with other text', () => {
  const code = referenceCodeAt(17, round);
  const lines = [
    `GELEN FAST - AYŞE IŞIK ${code} ödeme`,
    `ref:${code.toLowerCase()}.`,
    `Işık ${code.slice(0, 4)} ${code.slice(4)} / 1000,00 TL`,
    `${code.slice(0, 2)}-${code.slice(2, 5)}-${code.slice(5)}`,
    `REF${code}TRY`,
    code.split('').join(' '),
  ];
  for (const line of lines) assert.ok(findReferenceCodes(line).includes(code), line);
});

test('each code in a line is found once, in order of appearance', () => {
  const [first = '', second = ''] = [3, 4].map((value) => referenceCodeAt(value, round));
  const found = findReferenceCodes(`${first} ve ${second} ve ${first}`);
  assert.deepEqual(
    found.filter((code) => code === first || code === second),
    [first, second],
  );
});

test('whatever a line contains, only valid codes are found in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (line) => {
      assert.ok(findReferenceCodes(line).every(isReferenceCode));
    }),
  );
  assert.deepEqual(findReferenceCodes(''), []);
});

test('only the first thousand characters of a line are searched, however long an attacker makes it', () => {
  const code = referenceCodeAt(17, round);
  assert.ok(findReferenceCodes(`${'. '.repeat(490)} ${code}`).includes(code));
  assert.deepEqual(findReferenceCodes(`${'. '.repeat(500)} ${code}`), []);
});
