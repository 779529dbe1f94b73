import type { Outcome } from '../pairs.ts';

/** One object for programs. A benchmark of several parts is as good as its worst part, which represents the whole. */
export function toJson(name: string, outcomes: readonly Outcome[]): string {
  const [worst] = outcomes.toSorted((left, right) => left.ratio - right.ratio);
  if (!worst) throw new Error('Nothing was measured.');
  const parts = outcomes.length > 1 ? { parts: outcomes.map((part) => summary(part.name, part)) } : {};
  return JSON.stringify({ ...summary(name, worst), ...parts });
}

function summary(name: string, { ratio, min, max, pairs, cpuRatio }: Outcome) {
  return {
    name,
    ratio: rounded(ratio),
    min: rounded(min),
    max: rounded(max),
    pairs: pairs.length,
    cpuRatio: rounded(cpuRatio),
  };
}

/** Thousandths are enough: the figures vary by hundredths. */
function rounded(number: number): number {
  return Math.round(number * 1_000) / 1_000;
}
