import { findBestBare } from '../approvals/best-bare.ts';
import { prepareDeposits, resetDeposits, verifyApprovals } from '../approvals/deposits.ts';
import { startOperators } from '../approvals/operators.ts';
import type { OperatorsRun } from '../approvals/operators.ts';
import { CONNECTIONS, SLICE_SECONDS, WARM_UP_SECONDS } from '../benchmark.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import { installDatabase } from '../installation.ts';
import type { LoadOptions } from '../load/load.ts';
import { runPairs } from '../pairs.ts';
import type { Outcome, Workload } from '../pairs.ts';
import { decisionLatencyRemark } from '../report/latency.ts';

/** Twice the most that a slice ever used. A slice that runs out of deposits fails. */
const DEPOSITS = 20_000;
/**
 * With the search for the best bare setting, slices of the usual length would make the quick form take more than its
 * minute.
 */
const QUICK_SLICE_SECONDS = 1;

const KINDS = [
  { name: 'one-account', title: 'deposits of one partner approved on one bank account', pairs: 1 },
  { name: 'fifty-accounts', title: 'deposits of 50 partners approved on 50 bank accounts', pairs: 50 },
] as const;

export const approve: Benchmark = {
  description: `deposits approved by ${CONNECTIONS} operators at once, against the best number of pgbench clients with the same statement for one decision`,
  quickPairs: 3,
  run: measure,
};

async function measure(disposal: AsyncDisposableStack, options: BenchmarkOptions): Promise<BenchmarkResult> {
  const result: BenchmarkResult = { outcomes: [], asides: [], remarks: [] };
  for (const kind of KINDS) {
    // The hot account is the hard case. The quick form has no time for the other.
    const isWanted =
      options.only === undefined ? !options.isQuick || kind === KINDS[0] : kind.name === options.only;
    if (!isWanted) continue;
    const { outcome, remarks } = await measureKind(disposal, kind, options);
    result.outcomes.push(outcome);
    result.remarks.push(...remarks);
  }
  return result;
}

async function measureKind(
  outer: AsyncDisposableStack,
  { name, title, pairs }: (typeof KINDS)[number],
  options: BenchmarkOptions,
): Promise<{ outcome: Outcome; remarks: string[] }> {
  const { report } = options;
  // A separate server for each kind, because partners and bank accounts can't be removed again.
  const disposal = outer.use(new AsyncDisposableStack());
  report.step(`starting PostgreSQL and the operators for ${name}`);
  const database = await installDatabase(disposal);
  const { owner } = database;
  const deposits = await prepareDeposits(owner, { count: DEPOSITS, pairs });
  const operators = await startOperators(disposal, database, options);
  const load: LoadOptions = {
    connections: CONNECTIONS,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: options.isQuick ? QUICK_SLICE_SECONDS : SLICE_SECONDS,
    readCpu: operators.readCpu,
    signal: options.signal,
  };
  const bare = await findBestBare(database, deposits, { load, ...options });
  const runs: OperatorsRun[] = [];
  const workload: Workload = {
    name,
    title,
    reset: async () => await resetDeposits(owner, deposits),
    bare: bare.run,
    async product() {
      const { warmUpSeconds, seconds } = load;
      const run = await operators.carryOut({
        kind: 'approve',
        operators: CONNECTIONS,
        warmUpSeconds,
        seconds,
      });
      runs.push(run);
      return run;
    },
    verify: async (side, { succeeded }) => await verifyApprovals(owner, side, succeeded),
  };
  // The process compiles its hot paths in its first seconds of load. In production this happens once per deployment.
  report.step(`warming up ${name}`);
  await workload.reset();
  await workload.product();
  runs.pop();
  const outcome = await runPairs(workload, {
    pairs: options.pairs,
    onPair: (pair, index) => report.pair(name, pair, { index, of: options.pairs }),
  });
  await disposal.disposeAsync();
  return { outcome, remarks: [`${name}: ${bare.remark}`, decisionLatencyRemark(name, runs)] };
}
