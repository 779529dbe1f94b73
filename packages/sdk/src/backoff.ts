/** Waits stop doubling here: longer waits would only notice the end of an outage later. */
const LONGEST_BACKOFF_MS = 10_000;

/**
 * The wait before the attempt with the number `next`, from 2 on. Half of it is fixed, so that all attempts together outlast an
 * outage. The other half is random: clients that failed together must not come back together.
 */
export function backoffBefore(next: number, firstMs: number, random: number = Math.random()): number {
  const longestMs = Math.min(LONGEST_BACKOFF_MS, firstMs * 2 ** (next - 2));
  return Math.round((longestMs * (1 + random)) / 2);
}
