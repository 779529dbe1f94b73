import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsSecondPerson } from '@vezne/domain/authority';
import { cents } from '@vezne/domain/money';

test('above the four-eyes amount a second person must agree, up to it one is enough', () => {
  assert.equal(needsSecondPerson(cents(100n), cents(100n)), false);
  assert.equal(needsSecondPerson(cents(101n), cents(100n)), true);
  assert.equal(needsSecondPerson(cents(1n), cents(0n)), true);
});
