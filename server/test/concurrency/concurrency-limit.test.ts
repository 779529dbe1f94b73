import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TooManyWaitingError, createConcurrencyLimit } from '../../src/concurrency/concurrency-limit.ts';

/** Work that ends when the test says so. */
function heldWork(): { work: () => Promise<void>; end: () => void; hasBegun: () => boolean } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = false;
  return {
    work: async () => {
      begun = true;
      await promise;
    },
    end: () => resolve(),
    hasBegun: () => begun,
  };
}

test('work beyond the limit waits in order, and is refused when too much work waits', async () => {
  const queue = createConcurrencyLimit({ width: 2, maxWaiting: 1 });
  const works = [heldWork(), heldWork(), heldWork()];
  const running = works.map(async ({ work }) => await queue.run(work));
  await assert.rejects(
    queue.run(async () => assert.fail('it must not begin')),
    TooManyWaitingError,
  );
  assert.deepEqual(
    works.map(({ hasBegun }) => hasBegun()),
    [true, true, false],
  );
  works[0]?.end();
  await running[0];
  assert.equal(works[2]?.hasBegun(), true);
  for (const { end } of works) end();
  await Promise.all(running);
});

test('work that fails gives its place to the next', async () => {
  const queue = createConcurrencyLimit({ width: 1, maxWaiting: 5 });
  const failing = queue.run(async () => {
    throw new Error('broken');
  });
  const next = queue.run(async () => 'done');
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'done');
  assert.equal(await queue.run(async () => 'again'), 'again');
});
