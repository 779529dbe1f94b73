/** How many lines stand on each page. It is known before the first is drawn, for every page says how many there are. */

/** In the height of lines. */
export interface Room {
  /** On the page of the sums, below them. */
  first: number;
  /** On every other. */
  other: number;
  /** What a page has besides lines: its first line, and what it is summed up with; more on the last. */
  around: number;
  aroundLast: number;
}

/** So many lines the last page has, so that totals never stand alone. */
const LINES_WITH_TOTALS = 3;

export function planPages(lines: number, { first, other, around, aroundLast }: Room): number[] {
  const pages: number[] = [];
  let left = lines;
  for (let room = first; ; room = other) {
    if (left <= room - aroundLast) return [...pages, left];
    const here = Math.max(0, Math.min(left - LINES_WITH_TOTALS, room - around));
    pages.push(here);
    left -= here;
  }
}
