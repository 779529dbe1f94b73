import type { Clock } from '../../clock.ts';

export interface RateVerdict {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the count starts again. */
  resetSeconds: number;
}

/**
 * Counts in windows, of a second unless told otherwise, in this process alone. Limits protect a process, and a count shared between processes
 * would cost every request a round trip.
 *
 * We count ourselves instead of using a plugin because a request over its limit is not refused at once: its reference is
 * looked up first, and a retry of an existing transaction is answered.
 */
export interface RateLimiter {
  take(key: string, limit: number): RateVerdict;
}

const SECOND_MS = 1_000;

export function createRateLimiter(clock: Clock, windowMs = SECOND_MS): RateLimiter {
  let windowStartMs = clock.monotonicMs();
  // Emptied with every window, so it holds at most one window's keys.
  const counts = new Map<string, number>();
  return {
    take(key, limit) {
      const nowMs = clock.monotonicMs();
      if (nowMs - windowStartMs >= windowMs) {
        windowStartMs = nowMs;
        counts.clear();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const resetSeconds = Math.ceil((windowStartMs + windowMs - nowMs) / SECOND_MS);
      return { isAllowed: count <= limit, limit, remaining: Math.max(limit - count, 0), resetSeconds };
    },
  };
}
