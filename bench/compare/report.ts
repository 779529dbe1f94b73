import type { Comparable } from './messages.ts';
import type { Costs } from './rounds.ts';
import { medianCost, totalUs } from './verdict.ts';
import type { Ratios, Verdict } from './verdict.ts';

export function pairLine({ old, twin, new: latest }: Costs): string {
  const of = (costs: number): string => costs.toFixed(0);
  const ratio = (totalUs(latest) / totalUs(old)).toFixed(3);
  const same = (totalUs(twin) / totalUs(old)).toFixed(3);
  return `old ${of(totalUs(old))} µs, new ${of(totalUs(latest))} µs; new/old ${ratio}, old/old ${same}`;
}

export function comparisonReport(comparison: {
  name: Comparable;
  against: string;
  pairs: readonly Costs[];
  verdict: Verdict;
}): string {
  const { name, against, pairs, verdict } = comparison;
  const [old, latest] = [medianCost(pairs, 'old'), medianCost(pairs, 'new')];
  return [
    `${name} against ${against}, ${pairs.length} pairs, CPU of node and PostgreSQL for each operation:`,
    `  node ${old.nodeUs.toFixed(1)} → ${latest.nodeUs.toFixed(1)} µs, PostgreSQL ${old.postgresUs.toFixed(1)} → ${latest.postgresUs.toFixed(1)} µs (medians)`,
    `  new/old ${figures(verdict.changed)}`,
    `  old/old ${figures(verdict.same)}`,
    `  ${verdict.says}: the median of new/old is held against ${(1 / verdict.limit).toFixed(3)} to ${verdict.limit.toFixed(3)}`,
  ].join('\n');
}

function figures({ median, min, max }: Ratios): string {
  return `${median.toFixed(3)} (${min.toFixed(3)} to ${max.toFixed(3)})`;
}
