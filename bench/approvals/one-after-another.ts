import { setTimeout as sleep } from 'node:timers/promises';
import { cents } from '@vezne/domain/money';
import { approveDeposit } from '../../server/src/usecases/deposits/decide.ts';
import type { Engine } from './engine.ts';
import { latencySummary } from './messages.ts';
import type { Decided, Order, Report } from './messages.ts';
import { AYSE } from './staff.ts';

/** The amount of every deposit in the benchmark. */
export const ASKED = cents(100_000n);

/** Operators who each approve one deposit after another. */
export async function approveOneAfterAnother(
  { make, createPile }: Engine,
  order: Extract<Order, { kind: 'approve' }>,
  report: (report: Report) => void,
): Promise<Decided> {
  const take = createPile();
  const over = new AbortController();
  let latencies: number[] = [];
  let succeeded = 0;
  const operate = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const from = performance.now();
      await make(approveDeposit({ ...take(), actor: AYSE, actualCents: ASKED }));
      latencies.push(performance.now() - from);
      succeeded += 1;
    }
  };
  const measure = async (): Promise<Omit<Decided, 'succeeded'>> => {
    await sleep(order.warmUpSeconds * 1_000, undefined, over);
    report({ kind: 'measuring' });
    const before = succeeded;
    latencies = [];
    const from = performance.now();
    await sleep(order.seconds * 1_000, undefined, over);
    // A time in which nothing was approved has no figures, so it ends with the first approval at the earliest.
    while (latencies.length === 0) await sleep(1, undefined, over);
    const seconds = (performance.now() - from) / 1_000;
    report({ kind: 'measured' });
    over.abort();
    return { operations: succeeded - before, seconds, latenciesMs: latencySummary(latencies) };
  };
  try {
    const [figures] = await Promise.all([measure(), ...Array.from({ length: order.operators }, operate)]);
    return { ...figures, succeeded };
  } finally {
    // One failure ends the work of all.
    over.abort();
  }
}
