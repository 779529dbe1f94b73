const MS_PER_SECOND = 1000;

/** The only date format that a server may write (RFC 9110). Date.parse alone accepts nearly anything. */
const HTTP_DATE_PATTERN = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** More digits than any reasonable wait; the schedule limits it further. */
const SECONDS_PATTERN = /^\d{1,9}$/;

/** Retry-After in seconds from now, from a number or a date; null if it is neither. */
export function readRetryAfter(value: string, nowMs: number): number | null {
  if (SECONDS_PATTERN.test(value)) return Number(value);
  const atMs = HTTP_DATE_PATTERN.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / MS_PER_SECOND));
}
