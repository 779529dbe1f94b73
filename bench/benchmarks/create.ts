import { join } from 'node:path';
import { INSERT_TRANSACTIONS_SQL } from '../../server/src/db/write/transactions/transactions.ts';
import { CONNECTIONS, SLICE_SECONDS, WARM_UP_SECONDS } from '../benchmark.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import { emptyTables, startCreates } from '../creates/creates.ts';
import type { Installation } from '../installation.ts';
import type { LoadOptions } from '../load/load.ts';
import { runPgbench, writePgbenchScript } from '../load/pgbench.ts';
import type { PgbenchScripts } from '../load/pgbench.ts';
import type { WrkRun } from '../load/wrk.ts';
import { runPairs } from '../pairs.ts';
import type { Workload } from '../pairs.ts';
import { latencyRemark } from '../report/latency.ts';

/** Twice the most that a slice ever used. A slice that runs out of requests fails. */
const PREPARED_REQUESTS = 40_000;
/** Each is tried once, to see whether bare PostgreSQL prefers fewer or more clients. */
const OTHER_CLIENT_COUNTS = [8, 16, 32, 128];

export const create: Benchmark = {
  description: `deposits created at ${CONNECTIONS} connections, against pgbench with the same statement for one row`,
  quickPairs: 5,
  run: measure,
};

async function measure(disposal: AsyncDisposableStack, options: BenchmarkOptions): Promise<BenchmarkResult> {
  const { report } = options;
  report.step('starting PostgreSQL and the api');
  const creates = await startCreates(disposal, {
    ...options,
    requests: PREPARED_REQUESTS,
    afterTheLast: 'fail',
  });
  const { installation } = creates;
  const bare = await writeBareScript(installation, creates);
  const load: LoadOptions = {
    connections: CONNECTIONS,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: SLICE_SECONDS,
    readCpu: installation.readCpu,
    signal: options.signal,
  };
  const latencies: WrkRun[] = [];

  const workload: Workload = {
    name: 'create',
    title: 'deposits created',
    reset: creates.reset,
    bare: async () => await runPgbench(bare, load),
    async product() {
      const run = await creates.send(load);
      latencies.push(run);
      return run;
    },
    verify: async (side, { succeeded }) => await creates.verify(side, succeeded),
  };
  // The api process compiles its hot paths in its first seconds of load. In production this happens once per deployment.
  report.step('warming up');
  await workload.reset();
  await workload.product();
  latencies.pop();
  const outcome = await runPairs(workload, {
    pairs: options.pairs,
    onPair: (pair, index) => report.pair('create', pair, { index, of: options.pairs }),
  });
  const remarks = [latencyRemark('create', latencies)];
  if (!options.isQuick) remarks.push(await remarkOnOtherClientCounts(installation, bare, { load, report }));
  return { outcomes: [outcome], asides: [], remarks };
}

/**
 * The statement of a batch, for a batch of one. Ids grow with time, as in the service, and every row has its own reference,
 * player and code.
 */
async function writeBareScript(
  { directory, apiDatabaseUrl }: Installation,
  { partnerId, bankAccountId }: { partnerId: string; bankAccountId: string },
): Promise<PgbenchScripts> {
  const client = '(:client_id)::int8';
  const count = '(:count)::int8';
  const row = [
    `(lpad((${count})::text, 16, '0') || lpad((${client})::text, 16, '0'))`,
    `'${partnerId}'`,
    `'deposit'`,
    `'waiting_payment'`,
    'null',
    `'order-' || ${client} || '-' || ${count}`,
    `'TRY'`,
    '100000',
    '3000',
    '97000',
    '97000',
    '97000',
    '300',
    '0',
    `'deduct_from_amount'`,
    `'player-' || ${client} || '-' || ${count}`,
    `'ayse'`,
    `'Ayşe Işık'`,
    'null',
    `'${bankAccountId}'`,
    // The alphabet of reference codes has neither 0 nor 1.
    `translate(lpad((${client} * 100000 + ${count})::text, 8, '0'), '01', 'AC')`,
    `'https://shop.example/return?order=7'`,
    '1',
    '86400',
    'null',
    'null',
    'null',
  ];
  const file = join(directory, 'create.sql');
  await writePgbenchScript(file, {
    variables: ['count :count + 1'],
    sql: INSERT_TRANSACTIONS_SQL,
    parameters: [...row.map((value) => `array[${value}]`), `array['${bankAccountId}']`],
  });
  return { files: [file], databaseUrl: apiDatabaseUrl };
}

async function remarkOnOtherClientCounts(
  installation: Installation,
  bare: PgbenchScripts,
  { load, report }: { load: LoadOptions; report: BenchmarkOptions['report'] },
): Promise<string> {
  const figures: string[] = [];
  for (const clients of [CONNECTIONS, ...OTHER_CLIENT_COUNTS].toSorted((left, right) => left - right)) {
    report.step(`bare PostgreSQL with ${clients} clients`);
    await emptyTables(installation);
    const { operations, seconds } = await runPgbench(bare, { ...load, connections: clients });
    figures.push(`${clients}: ${Math.round(operations / seconds)}`);
  }
  return `Bare by number of clients, one slice each, a second: ${figures.join(', ')}.`;
}
