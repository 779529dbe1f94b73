import { approveDeposit } from '../../server/src/usecases/deposits/decide.ts';
import type { Engine } from './engine.ts';
import { latencySummary } from './messages.ts';
import type { Decided, Order, Report } from './messages.ts';
import { ASKED } from './one-after-another.ts';
import { AYSE } from './staff.ts';

/** Operators who each approve one deposit after another, until this many are approved. */
export async function approveSoMany(
  { make, createPile }: Engine,
  order: Extract<Order, { kind: 'so-many' }>,
  report: (report: Report) => void,
): Promise<Decided> {
  const take = createPile();
  const latencies: number[] = [];
  let left = order.deposits;
  const operate = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const from = performance.now();
      await make(approveDeposit({ ...take(), actor: AYSE, actualCents: ASKED }));
      latencies.push(performance.now() - from);
    }
  };
  report({ kind: 'measuring' });
  const from = performance.now();
  try {
    await Promise.all(Array.from({ length: order.operators }, operate));
  } finally {
    // One failure ends the work of all.
    left = 0;
  }
  report({ kind: 'measured' });
  return {
    succeeded: latencies.length,
    operations: latencies.length,
    seconds: (performance.now() - from) / 1_000,
    latenciesMs: latencySummary(latencies),
  };
}
