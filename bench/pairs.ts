import { totalCpuUs } from './cpu.ts';
import type { CpuTimes } from './cpu.ts';
import type { Run } from './load/load.ts';

export type Side = 'bare' | 'product';

export interface Workload {
  name: string;
  /** What one operation is, in words. */
  title: string;
  bare: () => Promise<Run>;
  product: () => Promise<Run>;
  /** Before every slice: the same tables for both. */
  reset: () => Promise<void>;
  /** After every slice: throws when the database does not contain what the successes should have left. */
  verify: (side: Side, run: Run) => Promise<void>;
}

/** A slice in comparable figures: operations per second, and microseconds of processor time per operation. */
export interface Slice extends CpuTimes {
  perSecond: number;
}

export interface Pair {
  bare: Slice;
  product: Slice;
  /** Which of the two ran first. It alternates, so a machine that slows down or warms up favours neither. */
  first: Side;
  ratio: number;
  cpuRatio: number;
}

export interface Outcome {
  name: string;
  title: string;
  pairs: Pair[];
  /** The product's throughput divided by the bare one: the median of the pairs, because a single pair says little. */
  ratio: number;
  min: number;
  max: number;
  /** The product's processor time per operation divided by the bare one, including load generators; the median. */
  cpuRatio: number;
}

export interface PairOptions {
  pairs: number;
  onPair: (pair: Pair, index: number) => void;
}

export async function runPairs(workload: Workload, options: PairOptions): Promise<Outcome> {
  const pairs: Pair[] = [];
  for (let index = 0; index < options.pairs; index++) {
    const first: Side = index % 2 === 0 ? 'bare' : 'product';
    const second: Side = first === 'bare' ? 'product' : 'bare';
    const slices = {
      [first]: await runSlice(workload, first),
      [second]: await runSlice(workload, second),
    } as Record<Side, Slice>;
    const pair = toPair(slices, first);
    pairs.push(pair);
    options.onPair(pair, index);
  }
  return toOutcome(workload, pairs);
}

async function runSlice(workload: Workload, side: Side): Promise<Slice> {
  await workload.reset();
  const run = await workload[side]();
  await workload.verify(side, run);
  if (run.operations <= 0) throw new Error(`Nothing was done in a slice of ${side} ${workload.name}.`);
  return {
    perSecond: run.operations / run.seconds,
    nodeUs: run.cpu.nodeUs / run.operations,
    postgresUs: run.cpu.postgresUs / run.operations,
    loadUs: run.cpu.loadUs / run.operations,
  };
}

export function toPair({ bare, product }: Record<Side, Slice>, first: Side): Pair {
  return {
    bare,
    product,
    first,
    ratio: product.perSecond / bare.perSecond,
    cpuRatio: totalCpuUs(product) / totalCpuUs(bare),
  };
}

export function toOutcome({ name, title }: Pick<Workload, 'name' | 'title'>, pairs: Pair[]): Outcome {
  const ratios = pairs.map(({ ratio }) => ratio);
  return {
    name,
    title,
    pairs,
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    cpuRatio: median(pairs.map(({ cpuRatio }) => cpuRatio)),
  };
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  if (low === undefined || high === undefined) throw new Error('There is no median of nothing.');
  return (low + high) / 2;
}
