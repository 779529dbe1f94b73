import { join } from 'node:path';
import { send, sign } from '../../server/test/harness/client.ts';
import type { RawRequest } from '../../server/test/harness/client.ts';
import type { TestPartner } from '../../server/test/harness/factories.ts';
import { CONNECTIONS, SLICE_SECONDS, WARM_UP_SECONDS } from '../benchmark.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import { install } from '../installation.ts';
import type { Installation } from '../installation.ts';
import type { LoadOptions } from '../load/load.ts';
import { runPgbench, writePgbenchScript } from '../load/pgbench.ts';
import type { PgbenchScripts } from '../load/pgbench.ts';
import { runWrks, writeWrkRequests } from '../load/wrk.ts';
import type { WrkRun } from '../load/wrk.ts';
import { runPairs } from '../pairs.ts';
import type { Outcome, Workload } from '../pairs.ts';
import { latencyRemark } from '../report/latency.ts';
import { READ_KINDS } from './read-kinds.ts';
import type { ReadKind } from './read-kinds.ts';
import { seed, SEEDED_TRANSACTIONS } from './seed.ts';

/** Repeated in turn. Enough to make neighbouring requests read different rows. */
const PREPARED_REQUESTS = 10_000;
/** With three workloads, slices of the usual length would make the quick form take more than its minute. */
const QUICK_SLICE_SECONDS = 1;
/** The api process is already warm, unlike the sessions of pgbench. Only its connections are new. */
const QUICK_WARM_UP_SECONDS = 0.5;

export const reads: Benchmark = {
  description: `transactions read by id, by reference and as the newest page at ${CONNECTIONS} connections, against pgbench with the same statements`,
  quickPairs: 3,
  run: measure,
};

async function measure(disposal: AsyncDisposableStack, options: BenchmarkOptions): Promise<BenchmarkResult> {
  options.report.step(`starting PostgreSQL and the api with ${SEEDED_TRANSACTIONS} transactions`);
  let partners: TestPartner[] = [];
  const installation = await install(disposal, {
    ...options,
    async prepare(owner) {
      partners = await seed(owner);
    },
  });
  const result: BenchmarkResult = { outcomes: [], asides: [], remarks: [] };
  for (const kind of READ_KINDS) {
    const isWanted =
      options.only === undefined ? !(kind.isAside && options.isQuick) : kind.name === options.only;
    if (!isWanted) continue;
    const { outcome, runs } = await measureKind(kind, { installation, partners, options });
    (kind.isAside ? result.asides : result.outcomes).push(outcome);
    result.remarks.push(latencyRemark(kind.name, runs));
  }
  return result;
}

async function measureKind(
  kind: ReadKind,
  {
    installation,
    partners,
    options,
  }: { installation: Installation; partners: readonly TestPartner[]; options: BenchmarkOptions },
): Promise<{ outcome: Outcome; runs: WrkRun[] }> {
  const load: LoadOptions = {
    connections: CONNECTIONS,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: options.isQuick ? QUICK_SLICE_SECONDS : SLICE_SECONDS,
    readCpu: installation.readCpu,
    signal: options.signal,
  };
  const productWarmUpSeconds = options.isQuick ? QUICK_WARM_UP_SECONDS : WARM_UP_SECONDS;
  const bare = await writeBareScripts(kind, installation, partners);
  const requestFile = join(installation.directory, `${kind.name}.bin`);
  const targets = installation.apiUrls.map((url) => ({ url, requestFile, afterTheLast: 'repeat' as const }));
  const runs: WrkRun[] = [];
  const workload: Workload = {
    name: kind.name,
    title: kind.title,
    // Signed again for every slice: a signature is valid for only five minutes.
    reset: async () => await writeWrkRequests(requestFile, signedReads(kind, partners, PREPARED_REQUESTS)),
    bare: async () => await runPgbench(bare, load),
    async product() {
      const run = await runWrks(targets, { ...load, warmUpSeconds: productWarmUpSeconds });
      runs.push(run);
      return run;
    },
    async verify() {
      const { rows } = await installation.owner.query<{ count: string }>('select count(*) from transaction');
      if (Number(rows[0]?.count) !== SEEDED_TRANSACTIONS) throw new Error('Reading changed the table.');
    },
  };
  options.report.step(`warming up ${kind.name}`);
  for (const { url } of targets) await checkOneAnswer(url, signedReads(kind, partners, 1));
  await workload.reset();
  await workload.product();
  runs.pop();
  const outcome = await runPairs(workload, {
    pairs: options.pairs,
    onPair: (pair, index) => options.report.pair(kind.name, pair, { index, of: options.pairs }),
  });
  return { outcome, runs };
}

/** One script for each partner. */
async function writeBareScripts(
  { name, sql, parameters }: ReadKind,
  { directory, apiDatabaseUrl }: Installation,
  partners: readonly TestPartner[],
): Promise<PgbenchScripts> {
  const files: string[] = [];
  for (const [index, partner] of partners.entries()) {
    const file = join(directory, `${name}-${index}.sql`);
    await writePgbenchScript(file, {
      variables: [
        `n random(1, ${SEEDED_TRANSACTIONS / partners.length - 1}) * ${partners.length} + ${index}`,
      ],
      sql,
      parameters: parameters(partner.id),
    });
    files.push(file);
  }
  return { files, databaseUrl: apiDatabaseUrl };
}

function signedReads({ pathOf }: ReadKind, partners: readonly TestPartner[], count: number): RawRequest[] {
  return Array.from({ length: count }, () => {
    const n = 1 + Math.floor(Math.random() * SEEDED_TRANSACTIONS);
    const owner = partners[n % partners.length];
    if (!owner) throw new Error('There is no partner.');
    const transaction = { id: String(n).padStart(32, '0'), externalReference: `order-${n}` };
    return sign(owner, { method: 'GET', path: pathOf(transaction) });
  });
}

/** wrk only counts successes. One check makes sure that an answer contains what was requested. */
async function checkOneAnswer(apiUrl: string, [request]: RawRequest[]): Promise<void> {
  if (!request) throw new Error('There is no request.');
  const { status, text } = await send(apiUrl, request);
  const [wanted = 'hostedUrl'] = /(?:txn_|order-)\d+$/.exec(request.path) ?? [];
  if (status !== 200 || !text.includes(wanted))
    throw new Error(`${request.path} answered ${status}: ${text}`);
}
