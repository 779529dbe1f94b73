import type { Figure } from './figures.ts';
import { OPERATION_TITLES } from './operations.ts';
import type { OperationName } from './operations.ts';

/** What the longest history may cost beside the shortest. Writes are held to it right after a checkpoint. */
interface Limit {
  leastRatio: number;
  mostWalBytes?: number;
}

const KB = 1_024;

const LIMITS: Readonly<Partial<Record<OperationName, Limit>>> = {
  'create-in-sequence': { leastRatio: 0.95, mostWalBytes: 3 * KB },
  'create-random': { leastRatio: 0.9 },
  approve: { leastRatio: 0.95, mostWalBytes: 6 * KB },
  'by-id': { leastRatio: 0.85 },
  'by-reference': { leastRatio: 0.85 },
  newest: { leastRatio: 0.95 },
  queue: { leastRatio: 0.95 },
  balance: { leastRatio: 0.95 },
};

/** The figures that have a limit: those of the longest history. */
export function limitedFigures(figures: readonly Figure[]): Figure[] {
  const largest = Math.max(...figures.map(({ size }) => size));
  return figures.filter(
    ({ operation, moment, size }) =>
      size === largest && moment !== 'late in its cycle' && LIMITS[operation] !== undefined,
  );
}

/** A sentence for each limit that is missed. */
export function missedLimits(figures: readonly Figure[]): string[] {
  return limitedFigures(figures).flatMap(({ operation, ratio, walBytes }) => {
    const { leastRatio = 0, mostWalBytes = Infinity } = LIMITS[operation] ?? {};
    const title = OPERATION_TITLES[operation];
    return [
      ...(ratio.median < leastRatio
        ? [`${title}: the ratio is ${ratio.median.toFixed(2)}, and has to be at least ${leastRatio}`]
        : []),
      ...(walBytes > mostWalBytes
        ? [`${title}: ${walBytes.toFixed(0)} bytes of WAL, and at most ${mostWalBytes} are allowed`]
        : []),
    ];
  });
}
