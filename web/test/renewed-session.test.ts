import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedAgain } from '../src/shared/api/renewed-session.ts';

const answersOf = (answers: readonly string[]) => {
  const left = [...answers];
  return { left, ask: async () => await Promise.resolve(left.shift() ?? assert.fail('asked too often')) };
};
const isNobody = (answer: string) => answer === 'nobody';

test('who is told that nobody is signed in asks twice more, for the token may be a moment old', async () => {
  const { left, ask } = answersOf(['nobody', 'nobody', 'elif', 'never asked']);
  assert.equal(await askedAgain(ask, isNobody), 'elif');
  assert.deepEqual(left, ['never asked']);
});

test('then it is so, and an end that is known is so at once', async () => {
  assert.equal(await askedAgain(answersOf(['nobody', 'nobody', 'nobody']).ask, isNobody), 'nobody');
  assert.equal(await askedAgain(answersOf(['ended']).ask, isNobody), 'ended');
});
