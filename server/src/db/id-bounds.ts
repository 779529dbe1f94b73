/** Which ids a list of a period can have. Ids grow with time, so a list of recent rows reads only recent rows. */

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Processes create ids by their own clocks, and the database sets times by its clock. The clocks are never this far apart.
 */
export const CLOCK_MARGIN_MS = 600_000;

/** Ids below `below` and from `since` on: of rows that were created from a time on and up to another, and are older than a row. */
export function idBounds({
  from,
  to,
  before = LAST_ID,
}: {
  from?: Date | undefined;
  to?: Date | undefined;
  before?: string | undefined;
}): { below: string; since: string } {
  return { below: earlier(before, lastIdUntil(to)), since: firstIdSince(from) };
}

/** No row created before a time has a larger id than this. */
function lastIdUntil(to: Date | undefined): string {
  if (to === undefined) return LAST_ID;
  const untilMs = Math.max(to.getTime() + CLOCK_MARGIN_MS, 0);
  return `${idPrefix(untilMs)}-ffff-ffff-ffffffffffff`;
}

function earlier(left: string, right: string): string {
  return left < right ? left : right;
}

/** The first 48 bits of an id are the milliseconds at which it was created. */
function idPrefix(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** The smallest id that a row created since then can have. */
function firstIdSince(from: Date | undefined): string {
  const sinceMs = Math.max((from?.getTime() ?? 0) - CLOCK_MARGIN_MS, 0);
  return `${idPrefix(sinceMs)}-0000-0000-000000000000`;
}
