import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { referenceCodeAt } from '@vezne/domain/reference-code';
import { createReferenceRound } from '../../../src/usecases/deposits/reference-codes.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7));

test('a key always gives the same reference codes, because another order could give a code twice', () => {
  const round = createReferenceRound(KEY);
  assert.deepEqual(
    [0, 1, 2, 3_404_825_446].map((place) => referenceCodeAt(place, round)),
    ['9FMMFR5J', '3RCR6W6W', '362DPRR5', 'RRRHCR8F'],
  );
});

test('the result depends only on the key, the round and the half, not on earlier calls', () => {
  const round = createReferenceRound(KEY);
  const first = round(3, 40_000);
  round(1, 2);
  assert.equal(round(3, 40_000), first);
  assert.equal(createReferenceRound(Buffer.from(KEY))(3, 40_000), first);
  assert.notEqual(round(4, 40_000), first);
  assert.notEqual(round(3, 40_001), first);
  assert.notEqual(createReferenceRound(randomBytes(32))(3, 40_000), first);
  assert.ok(Number.isInteger(first) && first >= 0 && first < 2 ** 32);
});

test('the codes of two keys differ at the same place', () => {
  const [one, other] = [createReferenceRound(KEY), createReferenceRound(randomBytes(32))];
  const same = Array.from({ length: 100 }, (_, place) => place).filter(
    (place) => referenceCodeAt(place, one) === referenceCodeAt(place, other),
  );
  assert.deepEqual(same, []);
});
