import { WEBHOOK_SCHEDULE_MS } from '@vezne/domain/retry-schedule';
import type { Words } from './words/words.ts';

/**
 * Figures and names that the guides mention as `{{name}}`. What this room may not import is written here once, and a test
 * compares it with the code that does it. They are the defaults: a page says so of those that can be agreed otherwise.
 */
export const FIGURES = {
  /** A whole delivery, from the first DNS query to the last byte of the response. */
  timeoutSeconds: 15,
  /** How far clocks may differ, of requests and of webhooks. */
  toleranceSeconds: 300,
  /** Failures in a row after which an endpoint is taken for down. */
  downAfter: 5,
  probeSeconds: 30,
  retryAfterHours: 24,
  expiryHours: 2,
  /** The largest body of a request. */
  bodyKib: 16,
} as const;

/** The names of the environment in every sample. */
export const VARIABLES = {
  urlVariable: 'VEZNE_URL',
  keyVariable: 'VEZNE_API_KEY',
  secretVariable: 'VEZNE_API_SECRET',
  hashVariable: 'VEZNE_HASH_SECRET',
  webhookVariable: 'VEZNE_WEBHOOK_SECRET',
} as const;

const MS = { hour: 3_600_000, minute: 60_000, second: 1_000 } as const;

/** Such as `10 min`; the largest unit that fits without a rest. */
export function durationText(ms: number, units: Words['units']): string {
  const unit = (['hour', 'minute', 'second'] as const).find((name) => ms % MS[name] === 0) ?? 'second';
  return `${ms / MS[unit]} ${units[unit]}`;
}

/** The wait after each failed attempt. */
export const RETRY_SECONDS: readonly number[] = WEBHOOK_SCHEDULE_MS.map((waitMs) => waitMs / MS.second);

export const ATTEMPTS = WEBHOOK_SCHEDULE_MS.length + 1;

/** The longest time from the first attempt to the last, in whole hours. */
export const SCHEDULE_HOURS = Math.round(WEBHOOK_SCHEDULE_MS.reduce((sum, wait) => sum + wait, 0) / MS.hour);
