import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../load/load.ts';
import { median, runPairs } from '../pairs.ts';
import type { Side, Workload } from '../pairs.ts';
import { toJson } from '../report/json.ts';

const CPU = { nodeUs: 0, postgresUs: 1_000, loadUs: 1_000 };

/** A workload whose product does as many operations per second as the list says, in turn; bare does 100. */
function workload(productRates: number[], changes: Partial<Workload> = {}): Workload & { log: string[] } {
  const log: string[] = [];
  const run = (side: Side, rate: number): Run => {
    log.push(side);
    return { succeeded: rate * 3, operations: rate * 2, seconds: 2, cpu: CPU };
  };
  return {
    log,
    name: 'sleep',
    title: 'naps',
    bare: async () => await Promise.resolve(run('bare', 100)),
    product: async () => await Promise.resolve(run('product', productRates.shift() ?? 0)),
    reset: async () => await Promise.resolve(void log.push('reset')),
    verify: async (side) => await Promise.resolve(void log.push(`verify ${side}`)),
    ...changes,
  };
}

test('the sides of a pair take turns to go first, each after a reset and before its check', async () => {
  const work = workload([50, 50]);
  await runPairs(work, { pairs: 2, onPair: () => undefined });
  assert.deepEqual(work.log, [
    'reset',
    'bare',
    'verify bare',
    'reset',
    'product',
    'verify product',
    'reset',
    'product',
    'verify product',
    'reset',
    'bare',
    'verify bare',
  ]);
});

test('the outcome is the median of the ratios of the pairs, with the smallest and the largest', async () => {
  const outcome = await runPairs(workload([90, 10, 80]), { pairs: 3, onPair: () => undefined });
  assert.deepEqual([outcome.ratio, outcome.min, outcome.max], [0.8, 0.1, 0.9]);
  // 2,000 µs for 200 bare operations, and for 180, 20 and 160 of the product.
  assert.equal(outcome.cpuRatio, 1.25);
});

test('a slice whose check fails ends the benchmark', async () => {
  const work = workload([50], { verify: async () => await Promise.reject(new Error('3 rows, 2 answers')) });
  await assert.rejects(runPairs(work, { pairs: 1, onPair: () => undefined }), /3 rows, 2 answers/);
});

test('a slice without any operation gives no figure', async () => {
  await assert.rejects(
    runPairs(workload([0]), { pairs: 1, onPair: () => undefined }),
    /Nothing was done in a slice of product sleep/,
  );
});

test('of an even number of figures the median is between the two in the middle', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.throws(() => median([]));
});

test('a benchmark of several parts is as good as its worst part', async () => {
  const good = await runPairs(workload([90, 90, 90]), { pairs: 3, onPair: () => undefined });
  const bad = await runPairs(workload([51, 52, 53]), { pairs: 3, onPair: () => undefined });
  const all = JSON.parse(toJson('all', [good, { ...bad, name: 'bad' }])) as Record<string, unknown>;
  assert.deepEqual(all, {
    name: 'all',
    ratio: 0.52,
    min: 0.51,
    max: 0.53,
    pairs: 3,
    cpuRatio: 1.923,
    parts: [
      { name: 'sleep', ratio: 0.9, min: 0.9, max: 0.9, pairs: 3, cpuRatio: 1.111 },
      { name: 'bad', ratio: 0.52, min: 0.51, max: 0.53, pairs: 3, cpuRatio: 1.923 },
    ],
  });
  assert.deepEqual(Object.keys(JSON.parse(toJson('one', [good])) as object), [
    'name',
    'ratio',
    'min',
    'max',
    'pairs',
    'cpuRatio',
  ]);
});
