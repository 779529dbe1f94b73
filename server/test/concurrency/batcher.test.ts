import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createBatcher } from '../../src/concurrency/batcher.ts';

/** A batch runner that answers only when the test says so. */
function heldRunner() {
  const batches: number[][] = [];
  const finish: (() => void)[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  return {
    batches,
    mostInFlight: () => mostInFlight,
    finishNext: () => finish.shift()?.(),
    run: async (items: number[]): Promise<string[]> => {
      batches.push(items);
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      await new Promise<void>((resolve) => finish.push(resolve));
      inFlight -= 1;
      return items.map((item) => `result ${item}`);
    },
  };
}

test('a single call starts at once, as a batch of one', async () => {
  const runner = heldRunner();
  const gatherer = createBatcher({ run: runner.run, maxBatch: 10 });
  const answer = gatherer.submit(7);
  await nextTurn();
  assert.deepEqual(runner.batches, [[7]]);
  runner.finishNext();
  assert.equal(await answer, 'result 7');
});

test('calls in one turn of the event loop share a batch, and each gets its own answer', async () => {
  const runner = heldRunner();
  const gatherer = createBatcher({ run: runner.run, maxBatch: 10 });
  const answers = Promise.all([1, 2, 3].map(async (item) => await gatherer.submit(item)));
  await nextTurn();
  assert.deepEqual(runner.batches, [[1, 2, 3]]);
  runner.finishNext();
  assert.deepEqual(await answers, ['result 1', 'result 2', 'result 3']);
});

test('calls that arrive while a batch runs wait for the next one, in order and up to the largest batch size', async () => {
  const runner = heldRunner();
  const gatherer = createBatcher({ run: runner.run, maxBatch: 3 });
  const answers = [gatherer.submit(0)];
  await nextTurn();
  for (let item = 1; item <= 7; item += 1) {
    answers.push(gatherer.submit(item));
    await nextTurn();
  }
  assert.deepEqual(runner.batches, [[0]], 'The second batch waits for the first.');
  assert.equal(gatherer.queued, 7);

  for (let batch = 0; batch < 4; batch += 1) {
    runner.finishNext();
    await nextTurn();
  }
  assert.deepEqual(runner.batches, [[0], [1, 2, 3], [4, 5, 6], [7]]);
  assert.equal(runner.mostInFlight(), 1);
  assert.equal(gatherer.queued, 0);
  assert.deepEqual(
    await Promise.all(answers),
    [0, 1, 2, 3, 4, 5, 6, 7].map((item) => `result ${item}`),
  );
});

test('when several batches may run, a full one starts at once and the next fills beside it', async () => {
  const runner = heldRunner();
  const gatherer = createBatcher({ run: runner.run, maxBatch: 2, maxInFlight: 2 });
  const answers = [1, 2, 3, 4, 5].map(async (item) => await gatherer.submit(item));
  assert.deepEqual(
    runner.batches,
    [
      [1, 2],
      [3, 4],
    ],
    'The third batch waits for one of the two.',
  );
  const idle = gatherer.idle();
  runner.finishNext();
  await nextTurn();
  assert.deepEqual(runner.batches.at(-1), [5]);
  runner.finishNext();
  runner.finishNext();
  await idle;
  assert.equal(runner.mostInFlight(), 2);
  assert.deepEqual(
    await Promise.all(answers),
    [1, 2, 3, 4, 5].map((item) => `result ${item}`),
  );
});

test('a failed batch fails all its calls, and no call of the next batch', async () => {
  const failure = new Error('the database is away');
  let failing = true;
  const gatherer = createBatcher({
    run: async (items: number[]) => {
      await nextTurn();
      if (failing) throw failure;
      return items;
    },
    maxBatch: 2,
  });
  const first = Promise.allSettled([gatherer.submit(1), gatherer.submit(2)]);
  const second = gatherer.submit(3);
  const rejected = { status: 'rejected', reason: failure };
  assert.deepEqual(await first, [rejected, rejected]);
  failing = false;
  assert.equal(await second, 3);
  assert.equal(await gatherer.submit(4), 4);
});

test('a runner that throws before it starts counts as a failed batch', async () => {
  const gatherer = createBatcher<number, number>({
    run: () => {
      throw new Error('not even begun');
    },
    maxBatch: 2,
  });
  await assert.rejects(gatherer.submit(1), /not even begun/);
  await gatherer.idle();
});

test('a batch with too few answers fails, so no call waits for ever', async () => {
  const gatherer = createBatcher({ run: async () => await Promise.resolve(['only one']), maxBatch: 5 });
  const results = await Promise.allSettled([gatherer.submit(1), gatherer.submit(2)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

test('idle waits for running and queued batches, and returns at once when there are none', async () => {
  const runner = heldRunner();
  const gatherer = createBatcher({ run: runner.run, maxBatch: 1 });
  await gatherer.idle();

  const answers = Promise.all([gatherer.submit(1), gatherer.submit(2)]);
  let isIdle = false;
  const idle = (async () => {
    await gatherer.idle();
    isIdle = true;
  })();
  await nextTurn();
  runner.finishNext();
  await nextTurn();
  assert.equal(isIdle, false, 'The second call is still in flight.');
  runner.finishNext();
  await idle;
  assert.deepEqual(await answers, ['result 1', 'result 2']);
});

test('under load the batches grow, and every call is answered once', async () => {
  const batches: number[] = [];
  const gatherer = createBatcher({
    run: async (items: number[]) => {
      batches.push(items.length);
      await nextTurn();
      return items.map((item) => item * 2);
    },
    maxBatch: 256,
  });
  const numbers = Array.from({ length: 2_000 }, (_, index) => index);
  const answers = await Promise.all(numbers.map(async (item) => await gatherer.submit(item)));
  assert.deepEqual(
    answers,
    numbers.map((item) => item * 2),
  );
  assert.equal(Math.max(...batches), 256);
  assert.equal(batches.length, Math.ceil(2_000 / 256));
});

test('the expected wait grows with the batches in line, and one slow batch does not count', async () => {
  const slowMs = 400;
  const tookMs = [40, 40, slowMs, 40];
  const batcher = createBatcher({
    run: async (items: number[]) => {
      await sleep(tookMs.shift() ?? 40);
      return items;
    },
    maxBatch: 2,
  });
  assert.equal(batcher.expectedWaitMs, 0, 'nothing is known yet');
  await batcher.submit(0);
  await batcher.submit(0);
  assert.equal(batcher.expectedWaitMs, 0, 'nobody is in line');

  const running = [batcher.submit(1)];
  await nextTurn();
  for (let item = 2; item <= 6; item += 1) running.push(batcher.submit(item));
  assert.equal(batcher.queued, 5);
  const three = batcher.expectedWaitMs;
  // Timers may end a little early, and some of the first batch is over.
  assert.ok(three > 2.2 * 38, `${three} ms for the rest of a batch and two more`);

  await running[0];
  assert.equal(batcher.queued, 3, 'the slow batch is done, and the next one runs');
  const two = batcher.expectedWaitMs;
  // Each of the two before may have ended late.
  assert.ok(two > 1.2 * 38 && two < slowMs, `${two} ms for the rest of a batch and one more`);
  await Promise.all(running);
});

test('whoever finds room in the next batch waits for the rest of the one in flight alone', async () => {
  const batcher = createBatcher({
    run: async (items: number[]) => {
      // Much longer than a timer of a busy machine is late.
      await sleep(800);
      return items;
    },
    maxBatch: 256,
  });
  await batcher.submit(0);
  await batcher.submit(0);
  const running = [batcher.submit(1)];
  await nextTurn();
  for (let item = 2; item <= 100; item += 1) running.push(batcher.submit(item));
  const atFirst = batcher.expectedWaitMs;
  assert.ok(atFirst > 400, `${atFirst} ms at its beginning`);
  await sleep(200);
  const later = batcher.expectedWaitMs;
  assert.ok(later <= atFirst - 190, `${atFirst} ms, and 200 ms later ${later}`);
  await Promise.all(running);
});
