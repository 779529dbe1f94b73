export function percentile99(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

/**
 * The median of the lower half. One stall of the machine makes the p99 of its slice, whatever the worker does; a worker that lets one
 * endpoint slow the others does so in every slice.
 */
export function inQuietSlices(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length / 2 - 1) / 2)] ?? Number.NaN;
}
