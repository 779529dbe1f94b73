import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  REFERENCE_CODE_ALPHABET,
  REFERENCE_CODE_COUNT,
  isReferenceCode,
  normalizeReferenceCode,
  referenceCodeAt,
  sequenceNumberOf,
} from '@vezne/domain/reference-code';
import type { RoundFunction } from '@vezne/domain/reference-code';
import {
  CHARACTERS,
  anyCode,
  round,
  roundFunctionOf,
  sequenceNumber,
  withCharacter,
  withSwap,
} from './reference-code-samples.ts';

test('a code has eight characters of an alphabet of 23 without look-alikes, and is valid', () => {
  assert.equal(new Set(CHARACTERS).size, 23);
  assert.doesNotMatch(REFERENCE_CODE_ALPHABET, /[01BGILOQSUVYZ]/);
  assert.equal(REFERENCE_CODE_COUNT, 3_404_825_447);
  fc.assert(
    fc.property(anyCode, (code) => {
      assert.match(code, /^[23456789ACDEFHJKMNPRTWX]{8}$/);
      assert.equal(isReferenceCode(code), true);
      assert.equal(normalizeReferenceCode(code), code);
    }),
  );
});

test('codes that players already have never change', () => {
  const mixing: RoundFunction = (index, half) => Math.imul(half + 1, 0x9e3779b1 + index * 0x85ebca6b) >>> 7;
  assert.deepEqual(
    [0, 1, 2, REFERENCE_CODE_COUNT - 1].map((value) => referenceCodeAt(value, mixing)),
    ['H8JETC7H', 'JKE2C9W5', '9KR8K973', '6634M5HW'],
  );
});

test('the first 200,000 deposits have 200,000 different codes', () => {
  const codes = new Set<string>();
  for (let value = 0; value < 200_000; value += 1) codes.add(referenceCodeAt(value, round));
  assert.equal(codes.size, 200_000);
});

test('different deposits have different codes wherever they lie in the sequence', () => {
  fc.assert(
    fc.property(fc.uniqueArray(sequenceNumber, { minLength: 2, maxLength: 50 }), (values) => {
      assert.equal(new Set(values.map((value) => referenceCodeAt(value, round))).size, values.length);
    }),
  );
});

test('whoever has the key finds the number of a code, wherever it lies in the sequence', () => {
  fc.assert(
    fc.property(sequenceNumber, (value) => {
      assert.equal(sequenceNumberOf(referenceCodeAt(value, round), round), value);
    }),
  );
  for (const edge of [0, REFERENCE_CODE_COUNT - 1]) {
    assert.equal(sequenceNumberOf(referenceCodeAt(edge, round), round), edge);
  }
  assert.throws(() => sequenceNumberOf('23456789', round), RangeError);
});

test('a number outside the sequence has no code', () => {
  assert.equal(referenceCodeAt(REFERENCE_CODE_COUNT - 1, round).length, 8);
  for (const value of [-1, 0.5, Number.NaN, REFERENCE_CODE_COUNT, Number.POSITIVE_INFINITY]) {
    assert.throws(() => referenceCodeAt(value, round), RangeError);
  }
});

test('a broken round function causes an error and not a process that never answers', () => {
  let halfBefore = 0;
  // For every block, the upper half of the result is all ones, which is beyond the last code.
  const stuck: RoundFunction = (index, half) => {
    const answer = index === 6 ? halfBefore ^ 0xffff : 0;
    halfBefore = half;
    return answer;
  };
  assert.throws(() => referenceCodeAt(17, stuck), /round function isn't pseudo-random/);
});

test('the codes of neighbouring deposits share no more characters than chance allows', () => {
  const pairs = 5_000;
  let sharedCharacters = 0;
  for (let value = 0; value < pairs; value += 1) {
    const code = referenceCodeAt(value, round);
    const next = referenceCodeAt(value + 1, round);
    sharedCharacters +=
      CHARACTERS.length === 0 ? 0 : code.split('').filter((one, at) => one === next[at]).length;
  }
  // By chance it is 8/23, about 0.35 for a pair; 0.40 is seven standard deviations above it.
  assert.ok(sharedCharacters / pairs < 0.4, `${sharedCharacters / pairs} shared characters for a pair`);
});

test('every character occurs at every position about equally often', () => {
  const counts = new Map<string, number>();
  const codes = 23_000;
  for (let value = 0; value < codes; value += 1) {
    for (const [at, character] of referenceCodeAt(value, round).split('').entries()) {
      counts.set(`${at}${character}`, (counts.get(`${at}${character}`) ?? 0) + 1);
    }
  }
  assert.equal(counts.size, 8 * 23);
  // 1,000 are expected with a standard deviation of 31; the limit is six deviations either way.
  for (const [where, count] of counts)
    assert.ok(Math.abs(count - 1_000) < 186, `${where} occurs ${count} times`);
});

test('another key gives other codes', () => {
  const otherRound = roundFunctionOf('another key of the tests');
  const same = Array.from({ length: 1_000 }, (_, value) => value).filter(
    (value) => referenceCodeAt(value, round) === referenceCodeAt(value, otherRound),
  );
  assert.deepEqual(same, []);
});

test('every single wrong character is detected', () => {
  fc.assert(
    fc.property(anyCode, (code) => {
      for (let at = 0; at < 8; at += 1) {
        const valid = CHARACTERS.filter((character) => isReferenceCode(withCharacter(code, at, character)));
        assert.deepEqual(valid, [code[at]]);
      }
    }),
  );
});

test('every swap of two neighbours is detected, whatever the two characters are', () => {
  // Validity depends only on the pair and the sum of the rest, so each pair is tried at each place with one rest.
  for (let at = 0; at < 7; at += 1) {
    for (const left of CHARACTERS) {
      for (const right of CHARACTERS) {
        if (left === right) continue;
        const free = at < 2 ? 7 : 0;
        const start = withCharacter(withCharacter('22222222', at, left), at + 1, right);
        const code = CHARACTERS.map((character) => withCharacter(start, free, character)).find(
          isReferenceCode,
        );
        assert.ok(code !== undefined);
        assert.equal(isReferenceCode(withSwap(code, at)), false, `${code} at ${at}`);
      }
    }
  }
});

test('a text of another length or with a character outside the alphabet is not a code', () => {
  const code = referenceCodeAt(17, round);
  for (const text of [
    '',
    code.slice(1),
    `${code}2`,
    `2${code}`,
    code.toLowerCase(),
    `${code.slice(0, 7)} `,
    `${code.slice(0, 7)}\n`,
  ]) {
    assert.equal(isReferenceCode(text), false, JSON.stringify(text));
  }
});
