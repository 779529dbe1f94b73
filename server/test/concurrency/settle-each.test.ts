import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleEach } from '../../src/concurrency/batcher.ts';

const REFUSED = new Error('a rule is broken');
const AWAY = new Error('the database is away');

/** Runs numbers, of which some are refused and some can't be reached; says what was run together. */
function runner({ bad = [], away = [] }: { bad?: readonly number[]; away?: readonly number[] }) {
  const runs: number[] = [];
  const splits: unknown[] = [];
  return {
    runs,
    splits,
    options: {
      run: async (items: readonly number[]) => {
        runs.push(items.length);
        await Promise.resolve();
        if (items.some((item) => bad.includes(item))) throw REFUSED;
        if (items.some((item) => away.includes(item))) throw AWAY;
        return items.map((item) => item * 2);
      },
      concernsAll: (error: unknown) => error === AWAY,
      onSplit: (error: unknown) => void splits.push(error),
    },
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const done = (item: number) => ({ status: 'fulfilled', value: item * 2 });
const failed = (reason: Error) => ({ status: 'rejected', reason });

test('a batch without a bad item runs once', async () => {
  const { runs, splits, options } = runner({});
  assert.deepEqual(await settleEach(numbers(256), options), numbers(256).map(done));
  assert.deepEqual([runs, splits], [[256], []]);
});

test('a bad item among 256 fails alone, costs 16 runs more wherever it stands, and is told of once', async () => {
  for (const bad of [0, 100, 255]) {
    const { runs, splits, options } = runner({ bad: [bad] });
    const results = await settleEach(numbers(256), options);
    assert.deepEqual(
      results,
      numbers(256).map((item) => (item === bad ? failed(REFUSED) : done(item))),
    );
    assert.equal(runs.length, 17);
    assert.deepEqual(splits, [REFUSED]);
  }
});

test('of an odd batch each item is run, and those that are all bad end', async () => {
  const some = runner({ bad: [2, 6] });
  const results = await settleEach(numbers(7), some.options);
  assert.deepEqual(
    results,
    numbers(7).map((item) => (item === 2 || item === 6 ? failed(REFUSED) : done(item))),
  );
  const all = runner({ bad: numbers(7) });
  assert.deepEqual(
    await settleEach(numbers(7), all.options),
    numbers(7).map(() => failed(REFUSED)),
  );
  assert.equal(all.runs.length, 13);
});

test('an error that each item would meet alone ends the batch, or the half that meets it', async () => {
  const whole = runner({ away: [3] });
  assert.deepEqual(
    await settleEach(numbers(8), whole.options),
    numbers(8).map(() => failed(AWAY)),
  );
  assert.deepEqual([whole.runs, whole.splits], [[8], []]);

  const half = runner({ bad: [0], away: [6] });
  assert.deepEqual(
    await settleEach(numbers(8), half.options),
    numbers(8).map((item) => (item === 0 ? failed(REFUSED) : item < 4 ? done(item) : failed(AWAY))),
  );
  assert.deepEqual(half.runs, [8, 4, 2, 1, 1, 2, 4]);
});
