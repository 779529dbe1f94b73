import type { BenchmarkOptions } from '../benchmark.ts';
import type { InstalledDatabase } from '../installation.ts';
import type { LoadOptions, Run } from '../load/load.ts';
import { runPgbench } from '../load/pgbench.ts';
import { writeBareApproval } from './bare.ts';
import { resetDeposits, verifyApprovals } from './deposits.ts';
import type { Deposits } from './deposits.ts';

/**
 * More sessions help bare PostgreSQL only until they wait for the same accounts. With one hot account a few sessions are
 * best, and the best number depends on the machine.
 */
const CLIENT_COUNTS = [1, 2, 4, 8, 16];
const QUICK_CLIENT_COUNTS = [1, 2, 4];

export interface BestBare {
  run: () => Promise<Run>;
  remark: string;
}

/** Other work on the machine can only slow a slice down, so the better of two slices says more. */
const ROUNDS = 2;

/** Tries several numbers of sessions, and keeps the best. */
export async function findBestBare(
  database: InstalledDatabase,
  deposits: Deposits,
  { load, report, isQuick }: { load: LoadOptions } & Pick<BenchmarkOptions, 'report' | 'isQuick'>,
): Promise<BestBare> {
  const runs = new Map<number, BestBare['run']>();
  for (const clients of isQuick ? QUICK_CLIENT_COUNTS : CLIENT_COUNTS) {
    const scripts = await writeBareApproval(database, deposits, clients);
    runs.set(clients, async () => await runPgbench(scripts, { ...load, connections: clients }));
  }
  const best = new Map<number, number>();
  for (let round = 0; round < (isQuick ? 1 : ROUNDS); round++) {
    for (const [clients, run] of runs) {
      report.step(`bare PostgreSQL with ${clients} clients`);
      await resetDeposits(database.owner, deposits);
      const { succeeded, operations, seconds } = await run();
      await verifyApprovals(database.owner, `bare with ${clients} clients`, succeeded);
      best.set(clients, Math.max(best.get(clients) ?? 0, operations / seconds));
    }
  }
  const [[reference] = [0]] = [...best].toSorted(([, left], [, right]) => right - left);
  const run = runs.get(reference);
  if (!run) throw new Error('No number of clients was tried.');
  const figures = [...best].map(([clients, perSecond]) => `${clients}: ${Math.round(perSecond)}`);
  const remark = `Bare by number of clients, the best slice of each, a second: ${figures.join(', ')}. The reference is ${reference}.`;
  report.step(remark);
  return { run, remark };
}
