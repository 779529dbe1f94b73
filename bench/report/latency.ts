import type { Decided } from '../approvals/messages.ts';
import type { OperatorsRun } from '../approvals/operators.ts';
import type { WrkRun } from '../load/wrk.ts';
import { median } from '../pairs.ts';

export function latencyRemark(name: string, runs: readonly WrkRun[]): string {
  const middle = (of: (run: WrkRun) => number) => `${median(runs.map(of)).toFixed(1)} ms`;
  return `Latency of ${name}: p50 ${middle(({ p50Ms }) => p50Ms)}, p99 ${middle(({ p99Ms }) => p99Ms)} (medians of the slices).`;
}

export function decisionLatencyRemark(name: string, runs: readonly OperatorsRun[]): string {
  const middle = (key: 'p50' | 'p99' | 'max') =>
    `${key} ${median(runs.map(({ latenciesMs }) => latenciesMs[key])).toFixed(1)} ms`;
  return `Latency of ${name}: ${middle('p50')}, ${middle('p99')}, ${middle('max')} (medians of the slices).`;
}

export function webhookLatencyRemark(
  perSecond: number,
  slices: Readonly<Record<'product' | 'bare', readonly Decided['latenciesMs'][]>>,
): string {
  const middle = (side: 'product' | 'bare', key: 'p50' | 'p99' | 'max') => {
    const all = slices[side].map((slice) => slice[key]);
    return `${key} ${median(all).toFixed(1)} ms (${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)})`;
  };
  const of = (side: 'product' | 'bare') =>
    `${middle(side, 'p50')}, ${middle(side, 'p99')}, ${middle(side, 'max')}`;
  return `From commit to receipt at ${perSecond} events a second: ${of('product')}, medians of ${slices.product.length} slices. A program that is told, reads and sends, and promises nothing: ${of('bare')}.`;
}
