import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TooManyWaitingError } from '../../../src/concurrency/concurrency-limit.ts';
import { createPasswords } from '../../../src/usecases/sign-in/passwords.ts';

/** Each check takes some milliseconds, so what waits still waits when somebody known comes. */
const COST = { memoryKib: 4_096, passes: 1, lanes: 1 };

test('a flood of strangers fills their own line, and whoever is known is checked beside it', async () => {
  const passwords = createPasswords(COST);
  const kept = await passwords.hash('kırmızı bisiklet');
  let judged = 0;
  let turnedAway = 0;
  const flood = Array.from({ length: 200 }, async () => {
    await passwords.isRight('a guess', kept, 'stranger').then(
      () => (judged += 1),
      (error: unknown) => {
        assert.ok(error instanceof TooManyWaitingError);
        turnedAway += 1;
      },
    );
  });
  assert.equal(await passwords.isRight('kırmızı bisiklet', kept, 'known'), true);
  assert.ok(judged <= 5, `${judged} strangers were judged before somebody known`);
  await Promise.all(flood);
  assert.ok(turnedAway > 100, `${turnedAway} of 200 were turned away`);
  assert.equal(judged + turnedAway, 200);
});

test('against nothing it is never right', async () => {
  const passwords = createPasswords(COST);
  assert.equal(await passwords.isRight('', null, 'known'), false);
  assert.equal(await passwords.isRight('', undefined, 'stranger'), false);
});
