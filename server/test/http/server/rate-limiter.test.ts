import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimiter } from '../../../src/http/server/rate-limiter.ts';

test('a count begins again with its window, and says when that is', () => {
  let nowMs = 5_000;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const [second, minute] = [createRateLimiter(clock), createRateLimiter(clock, 60_000)];
  const take = (limiter: typeof second): [boolean, number] => {
    const { isAllowed, resetSeconds } = limiter.take('somebody', 1);
    return [isAllowed, resetSeconds];
  };
  assert.deepEqual(
    [take(second), take(minute)],
    [
      [true, 1],
      [true, 60],
    ],
  );
  nowMs += 999;
  assert.deepEqual(
    [take(second), take(minute)],
    [
      [false, 1],
      [false, 60],
    ],
  );
  nowMs += 1;
  assert.deepEqual(
    [take(second), take(minute)],
    [
      [true, 1],
      [false, 59],
    ],
  );
  nowMs += 59_000;
  assert.deepEqual(take(minute), [true, 60]);
  assert.equal(minute.take('somebody else', 1).isAllowed, true);
});
