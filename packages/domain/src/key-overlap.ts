/** How long an older key or secret goes on beside a newer one, while the partner switches over. */

/** A week: long enough for a partner's next release. */
export const USUAL_OVERLAP_HOURS = 168;

/** A year. A longer overlap is not a rotation but a second key. */
export const MAX_OVERLAP_HOURS = 8784;

export function isOverlap(hours: number): boolean {
  return Number.isInteger(hours) && hours >= 0 && hours <= MAX_OVERLAP_HOURS;
}
