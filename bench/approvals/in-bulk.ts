import { setTimeout as sleep } from 'node:timers/promises';
import { approveAsAsked } from '../../server/src/usecases/deposits/decide.ts';
import type { Engine } from './engine.ts';
import { latencySummary } from './messages.ts';
import type { Decided, Order, Report } from './messages.ts';
import { AYSE, MEHMET } from './staff.ts';

/** As fast as a person could click. */
const PAUSE_MS = 20;

/** One operator who approves many deposits at once, beside one who approves single deposits. */
export async function approveInBulk(
  { make, createPile }: Engine,
  { deposits, outstanding }: Extract<Order, { kind: 'bulk' }>,
  report: (report: Report) => void,
): Promise<Decided> {
  const take = createPile();
  const bulk = Array.from({ length: deposits }, take);
  const over = new AbortController();
  const approveBeside = async (): Promise<number[]> => {
    const latencies: number[] = [];
    while (!over.signal.aborted) {
      await sleep(PAUSE_MS);
      const from = performance.now();
      await make(approveAsAsked({ ...take(), actor: MEHMET }));
      latencies.push(performance.now() - from);
    }
    return latencies;
  };
  const rest = bulk.values();
  const approveRest = async (): Promise<void> => {
    for (const sight of rest) await make(approveAsAsked({ ...sight, actor: AYSE }));
  };

  report({ kind: 'measuring' });
  const from = performance.now();
  const approveBulk = async (): Promise<number> => {
    await Promise.all(Array.from({ length: Math.min(outstanding, deposits) }, approveRest));
    over.abort();
    report({ kind: 'measured' });
    return (performance.now() - from) / 1_000;
  };
  const [seconds, latencies] = await Promise.all([approveBulk(), approveBeside()]);
  return {
    succeeded: deposits + latencies.length,
    operations: deposits,
    seconds,
    latenciesMs: latencySummary(latencies),
  };
}
