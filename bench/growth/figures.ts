import { median } from '../pairs.ts';
import type { OperationName } from './operations.ts';
import type { Measured, Moment } from './rounds.ts';
import type { Slice } from './slice.ts';

export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** One operation at one moment with one size: medians of its slices. */
export interface Figure {
  operation: OperationName;
  moment: Moment;
  size: number;
  slices: number;
  backendUs: Spread;
  /** What the smallest size costs divided by this: 0.95 means that this one is 5 % dearer. Of slices of the same round. */
  ratio: Spread;
  othersUs: number;
  walBytes: number;
  fullPageImages: number;
  buffersHit: number;
  buffersRead: number;
  hotShare: number | undefined;
}

export function figuresOf(measured: readonly Measured[]): Figure[] {
  return measured.flatMap(({ operation, moment, bySize }) => {
    const smallest = bySize.get(Math.min(...bySize.keys())) ?? [];
    return [...bySize]
      .toSorted(([left], [right]) => left - right)
      .map(([size, slices]) => figureOf(slices, smallest, { operation, moment, size }));
  });
}

function figureOf(
  slices: readonly Slice[],
  smallest: readonly Slice[],
  place: Pick<Figure, 'operation' | 'moment' | 'size'>,
): Figure {
  const middle = (of: (slice: Slice) => number): number => median(slices.map(of));
  const hotShares = slices.flatMap(({ hotShare }) => hotShare ?? []);
  return {
    ...place,
    slices: slices.length,
    backendUs: spreadOf(slices.map(({ backendUs }) => backendUs)),
    ratio: spreadOf(
      slices.map(({ backendUs }, round) => (smallest[round]?.backendUs ?? Number.NaN) / backendUs),
    ),
    othersUs: middle(({ othersUs }) => othersUs),
    walBytes: middle(({ walBytes }) => walBytes),
    fullPageImages: middle(({ fullPageImages }) => fullPageImages),
    buffersHit: middle(({ buffersHit }) => buffersHit),
    buffersRead: middle(({ buffersRead }) => buffersRead),
    hotShare: hotShares.length === 0 ? undefined : median(hotShares),
  };
}

function spreadOf(numbers: readonly number[]): Spread {
  return { median: median(numbers), min: Math.min(...numbers), max: Math.max(...numbers) };
}
