import { findBestBare } from '../approvals/best-bare.ts';
import { prepareDeposits, resetDeposits, verifyApprovals } from '../approvals/deposits.ts';
import { startOperators } from '../approvals/operators.ts';
import type { OperatorsRun } from '../approvals/operators.ts';
import { SLICE_SECONDS, WARM_UP_SECONDS } from '../benchmark.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import { installDatabase } from '../installation.ts';
import type { LoadOptions } from '../load/load.ts';
import { median, runPairs } from '../pairs.ts';
import type { Workload } from '../pairs.ts';
import { decisionLatencyRemark } from '../report/latency.ts';

interface Bulk {
  name: string;
  title: string;
  deposits: number;
  /** How many of them are submitted at a time. */
  outstanding: number;
  isAside: boolean;
}

const BULKS: readonly Bulk[] = [
  {
    name: '5000',
    title: '5,000 deposits of one bank account approved at once',
    deposits: 5_000,
    outstanding: 5_000,
    isAside: false,
  },
  {
    name: '20000',
    title: '20,000 deposits of one bank account approved at once',
    deposits: 20_000,
    outstanding: 20_000,
    isAside: false,
  },
  {
    name: '5000-in-parts',
    title: '5,000 deposits of one bank account approved, 250 submitted at a time',
    deposits: 5_000,
    outstanding: 250,
    isAside: true,
  },
];
/** The most that the operator beside the bulk decides during it. */
const BESIDE = 2_000;
const QUICK_SLICE_SECONDS = 1;

export const bulkApprove: Benchmark = {
  description:
    'thousands of deposits approved at once by one operator, against the same bare PostgreSQL, and how long another waits beside it',
  quickPairs: 3,
  run: measure,
};

async function measure(disposal: AsyncDisposableStack, options: BenchmarkOptions): Promise<BenchmarkResult> {
  const { report } = options;
  const bulks = BULKS.filter(({ name }) =>
    options.only === undefined ? !options.isQuick || name === '5000' : name === options.only,
  );
  report.step('starting PostgreSQL and the operators');
  const database = await installDatabase(disposal);
  const { owner } = database;
  const deposits = await prepareDeposits(owner, {
    count: Math.max(...bulks.map((bulk) => bulk.deposits)) + BESIDE,
    pairs: 1,
  });
  const operators = await startOperators(disposal, database, options);
  const load: LoadOptions = {
    connections: 1,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: options.isQuick ? QUICK_SLICE_SECONDS : SLICE_SECONDS,
    readCpu: operators.readCpu,
    signal: options.signal,
  };
  const bare = await findBestBare(database, deposits, { load, ...options });
  const result: BenchmarkResult = { outcomes: [], asides: [], remarks: [bare.remark] };
  for (const bulk of bulks) {
    const runs: OperatorsRun[] = [];
    const workload: Workload = {
      name: bulk.name,
      title: bulk.title,
      reset: async () => await resetDeposits(owner, deposits),
      bare: bare.run,
      async product() {
        const run = await operators.carryOut({
          kind: 'bulk',
          deposits: bulk.deposits,
          outstanding: bulk.outstanding,
        });
        runs.push(run);
        return run;
      },
      verify: async (side, { succeeded }) => await verifyApprovals(owner, side, succeeded),
    };
    report.step(`warming up ${bulk.name}`);
    await workload.reset();
    await workload.product();
    runs.pop();
    const outcome = await runPairs(workload, {
      pairs: options.pairs,
      onPair: (pair, index) => report.pair(bulk.name, pair, { index, of: options.pairs }),
    });
    (bulk.isAside ? result.asides : result.outcomes).push(outcome);
    result.remarks.push(
      `${bulk.title}: ${median(runs.map(({ seconds }) => seconds)).toFixed(2)} s (median).`,
      decisionLatencyRemark(`one decision beside ${bulk.name}`, runs),
    );
  }
  return result;
}
