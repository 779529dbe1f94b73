/** A request that waits for a second person: how it ends, and how long it may wait. */

/**
 * `expired` is the work of a job, `overtaken` that of a decision on what the request is about; all other ends are somebody's word on the
 * request itself.
 */
export const REQUEST_STATUSES = [
  'open',
  'confirmed',
  'declined',
  'withdrawn',
  'expired',
  'overtaken',
] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** What a request is about decides how long it may wait. */
export const REQUEST_KINDS = ['decision', 'operation', 'change'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

const HOUR = 3_600;

/** A player waits for a decision; the books wait until tomorrow; a setting can wait a week. */
export const REQUEST_LIFETIME_SECONDS: Readonly<Record<RequestKind, number>> = {
  decision: 2 * HOUR,
  operation: 24 * HOUR,
  change: 7 * 24 * HOUR,
};
