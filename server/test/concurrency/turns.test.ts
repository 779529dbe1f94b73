import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from '../../src/concurrency/turns.ts';

test('everybody gets a turn, in order, and turns keep their distance', async () => {
  const turn = createTurns(5);
  const began: number[] = [];
  const step = async (who: number): Promise<void> => {
    await turn();
    began.push(who);
  };
  const startedMs = performance.now();
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(async (who) => await step(who)));
  await step(10);
  assert.deepEqual(began, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  // Nine gaps. A timer may be a millisecond early.
  assert.ok(performance.now() - startedMs >= 9 * 4);
});
