import { median } from '../pairs.ts';
import type { SliceCost } from './messages.ts';
import type { Costs, SideName } from './rounds.ts';

export interface Verdict {
  /** New over old, and the old commit over itself. */
  changed: Ratios;
  same: Ratios;
  /** The largest median of new/old that the noise of the old commit with itself explains. */
  limit: number;
  says: 'costs more' | 'within the spread' | 'costs less';
}

export interface Ratios {
  median: number;
  min: number;
  max: number;
}

/**
 * The ratios of the old commit with itself are used together with their inverses, because either slice could have been the
 * divisor. The median of n of them exceeds the value that 1/2 + 1/√n of them do not exceed about once in forty times: n
 * draws fall on either side of it like n coin throws, with a deviation of √n/2, and this is two deviations away.
 */
export function judge(pairs: readonly Costs[]): Verdict {
  const changed = pairs.map(({ old, new: latest }) => totalUs(latest) / totalUs(old));
  const same = pairs.map(({ old, twin }) => totalUs(twin) / totalUs(old));
  const mirrored = same.flatMap((ratio) => [ratio, 1 / ratio]);
  const limit = quantile(mirrored, Math.min(1, 1 / 2 + 1 / Math.sqrt(pairs.length)));
  const middle = median(changed);
  const says = middle > limit ? 'costs more' : middle < 1 / limit ? 'costs less' : 'within the spread';
  return { changed: ratiosOf(changed), same: ratiosOf(same), limit, says };
}

export function totalUs({ nodeUs, postgresUs }: SliceCost): number {
  return nodeUs + postgresUs;
}

export function medianCost(pairs: readonly Costs[], side: SideName): SliceCost {
  return {
    nodeUs: median(pairs.map((costs) => costs[side].nodeUs)),
    postgresUs: median(pairs.map((costs) => costs[side].postgresUs)),
  };
}

function ratiosOf(ratios: readonly number[]): Ratios {
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
}

/** The smallest number that this share of the numbers does not exceed. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new Error('There is no quantile of nothing.');
  return found;
}
