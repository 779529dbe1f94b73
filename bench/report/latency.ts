import type { WrkRun } from '../load/wrk.ts';
import { median } from '../pairs.ts';

export function latencyRemark(name: string, runs: readonly WrkRun[]): string {
  const middle = (of: (run: WrkRun) => number) => `${median(runs.map(of)).toFixed(1)} ms`;
  return `Latency of ${name}: p50 ${middle(({ p50Ms }) => p50Ms)}, p99 ${middle(({ p99Ms }) => p99Ms)} (medians of the slices).`;
}
