/** How long nothing was acknowledged: from one acknowledged create to the next, or to the end of the load. */

export interface Span {
  from: number;
  to: number;
}

/** Of the whole run. */
export interface Acknowledgements {
  /** When creates were acknowledged, in order. */
  times: readonly number[];
  /** Until then creates came by the clock. */
  loadEndsAt: number;
}

/** A pause that is longer than this is an outage that goes on. */
const PAUSE_MS = 1_000;

/** Of those that begin in the span. An outage that goes on when the next fault begins is measured to its end. */
export function longestGap(span: Span, all: Acknowledgements): Span {
  const end = Math.min(span.to, all.loadEndsAt);
  const points = [
    span.from,
    ...within(span, all.times),
    endOfLast(end, all, lastBefore(span, end, all.times)),
  ];
  let longest = { from: span.from, to: span.from };
  for (const [index, from] of points.entries()) {
    const to = points[index + 1] ?? from;
    if (to - from > longest.to - longest.from) longest = { from, to };
  }
  return longest;
}

/** Seconds until creates are acknowledged without a pause. One that lasts to the end of the span is measured to its own. */
export function backAfterS({ from, to }: Span, all: Acknowledgements): number {
  const end = Math.min(to, all.loadEndsAt);
  const after = within({ from, to: end }, all.times);
  const last = after.at(-1) ?? from;
  const isStillOut = after.length === 0 || end - last > PAUSE_MS;
  const back = isStillOut
    ? endOfLast(end, all, last)
    : after.findLast((at, index) => at - (after[index - 1] ?? -Infinity) > PAUSE_MS);
  return ((back ?? from) - from) / 1_000;
}

function within({ from, to }: Span, times: readonly number[]): number[] {
  return times.filter((at) => at >= from && at < to);
}

function lastBefore(span: Span, end: number, times: readonly number[]): number {
  return within({ from: span.from, to: end }, times).at(-1) ?? span.from;
}

/** Less than a pause before the end is no outage of this span: what follows is the next fault's. */
function endOfLast(end: number, { times, loadEndsAt }: Acknowledgements, last: number): number {
  if (end - last <= PAUSE_MS) return Math.max(end, last);
  return times.find((at) => at >= end) ?? Math.max(end, loadEndsAt);
}
