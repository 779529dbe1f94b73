/** When an event that was not delivered is sent again. */

const MS_PER_SECOND = 1000;
const MS_PER_MINUTE = 60 * MS_PER_SECOND;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;

/**
 * What we promise partners: 5 s, 30 s, 2 m, 10 m, 30 m, then hours. Three days in all, so an outage over a weekend loses
 * nothing.
 */
export const WEBHOOK_SCHEDULE_MS: readonly number[] = [
  5 * MS_PER_SECOND,
  30 * MS_PER_SECOND,
  2 * MS_PER_MINUTE,
  10 * MS_PER_MINUTE,
  30 * MS_PER_MINUTE,
  MS_PER_HOUR,
  2 * MS_PER_HOUR,
  5 * MS_PER_HOUR,
  10 * MS_PER_HOUR,
  14 * MS_PER_HOUR,
  20 * MS_PER_HOUR,
  24 * MS_PER_HOUR,
];

/** Events that failed together while a receiver was down must not all come back at the same moment. */
const JITTER_SHARE = 0.1;

/**
 * A receiver may ask for a longer wait, but not for so long that its event is forgotten: the longest wait of the schedule.
 */
const LONGEST_RETRY_AFTER_MS = 24 * MS_PER_HOUR;

export interface FailedAttempt {
  /** How many attempts have been made, including the failed one; starts at 1. */
  readonly attempt: number;
  /** From configuration, so that tests can shrink it. */
  readonly scheduleMs: readonly number[];
  /** From 0 up to 1. The caller draws it, because this package is pure. */
  readonly random: number;
  /** What the receiver's Retry-After asked for. */
  readonly retryAfterSeconds?: number | null;
}

/** How long to wait before the next attempt; undefined when the schedule is exhausted and the event is parked. */
export function nextDelayMs({
  attempt,
  scheduleMs,
  random,
  retryAfterSeconds,
}: FailedAttempt): number | undefined {
  if (!Number.isSafeInteger(attempt) || attempt < 1) {
    throw new RangeError(`Attempts are counted from 1, not ${attempt}.`);
  }
  const plannedMs = scheduleMs[attempt - 1];
  if (plannedMs === undefined) return undefined;
  const spreadMs = plannedMs * JITTER_SHARE * (2 * random - 1);
  const delayMs = Math.max(0, Math.round(plannedMs + spreadMs));
  const retryAfterMs = Math.min(LONGEST_RETRY_AFTER_MS, (retryAfterSeconds ?? 0) * MS_PER_SECOND);
  return Math.max(delayMs, retryAfterMs);
}
