/** How much was done under each fault. A promise that nobody called upon is not kept. */
import type { Line } from './client-log.ts';

export const WORK = {
  deposits: 'deposits acknowledged',
  withdrawals: 'withdrawals acknowledged',
  repeats: 'repeats answered',
  lookUps: 'repeats of the paused partner answered',
  presses: 'presses taken',
  decisions: 'decisions made',
  webhooks: 'webhooks that came',
} as const;

export type WorkKind = keyof typeof WORK;
export type Work = Readonly<Record<WorkKind, number>>;

/** Undefined: it is no work, or nothing came of it. */
function kindOf(line: Line): WorkKind | undefined {
  if (line.kind === 'webhook') return 'webhooks';
  if (line.kind === 'decision') return line.outcome === 'made' ? 'decisions' : undefined;
  if (line.kind !== 'create' && line.kind !== 'repeat' && line.kind !== 'press') return undefined;
  if (line.status < 200 || line.status >= (line.kind === 'press' ? 400 : 300)) return undefined;
  if (line.kind === 'press') return 'presses';
  if (line.kind === 'repeat') return line.of === 'paused' ? 'lookUps' : 'repeats';
  return line.type === 'deposit' ? 'deposits' : 'withdrawals';
}

export function countWork(lines: readonly Line[]): Work {
  const counts = Object.fromEntries(Object.keys(WORK).map((kind) => [kind, 0])) as Record<WorkKind, number>;
  for (const line of lines) {
    const kind = kindOf(line);
    if (kind !== undefined) counts[kind] += 1;
  }
  return counts;
}

/**
 * Of the creates that were acknowledged, in a hundred. In real runs the rarest are the presses, with eight, and under each fault creates are
 * acknowledged for three seconds at least.
 */
const LEAST_OF_A_HUNDRED = 1;

/** Kinds of which there was next to nothing. */
export function missingWork(work: Work): WorkKind[] {
  const least = Math.max(1, Math.floor(((work.deposits + work.withdrawals) * LEAST_OF_A_HUNDRED) / 100));
  return (Object.keys(WORK) as WorkKind[]).filter((kind) => work[kind] < least);
}
