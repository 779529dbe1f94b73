/** Where the lines of a chart lie. */

/** Round figures are read at a glance. */
const ROUND = [1, 2, 2.5, 5, 10];
const LINES = 3;

/** From zero up to the first line that is not below the highest bar. */
export function linesOf(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const least = highest / LINES;
  const ten = 10 ** Math.floor(Math.log10(least));
  const step = (ROUND.find((round) => round * ten >= least) ?? 10) * ten;
  const count = Math.ceil(highest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
