export function percentile99(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

/**
 * The median of the lower half. One stall of the machine makes the p99 of its slice, whatever the worker does; a worker that lets one
 * endpoint slow the others does so in every slice.
 */
export function inQuietSlices(numbers: readonly number[]): number {
  return amongQuiet(numbers.toSorted((left, right) => left - right)) ?? Number.NaN;
}

/** Two slices, one right after the other. */
export interface SlicePair {
  aloneMs: number;
  besideMs: number;
}

/** The same for what differs within a pair: a machine that is slow for ten seconds slows both of its slices. */
export function inQuietPairs(pairs: readonly SlicePair[]): SlicePair {
  const extraMs = ({ aloneMs, besideMs }: SlicePair): number => besideMs - aloneMs;
  const sorted = pairs.toSorted((left, right) => extraMs(left) - extraMs(right));
  return amongQuiet(sorted) ?? { aloneMs: Number.NaN, besideMs: Number.NaN };
}

function amongQuiet<T>(sorted: readonly T[]): T | undefined {
  return sorted[Math.floor((sorted.length / 2 - 1) / 2)];
}
