/**
 * `npm run bench -- NAME [--quick] [--json] [--pairs N] [--only PART] [--processes N] [--chart] [--cpu-prof DIRECTORY]`:
 * compares the service with bare PostgreSQL under the same load, in pairs of adjacent slices. `compare` compares it with an
 * older commit instead, and `growth` a long history with a short one. docs/performance.md describes the method and the results.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { CONNECTIONS } from './benchmark.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkResult } from './benchmark.ts';
import { approve } from './benchmarks/approve.ts';
import { bulkApprove } from './benchmarks/bulk-approve.ts';
import { create } from './benchmarks/create.ts';
import { reads } from './benchmarks/reads.ts';
import { webhooks } from './benchmarks/webhooks.ts';
import { compare } from './compare/command.ts';
import { growth } from './growth/command.ts';
import { chart } from './report/chart.ts';
import { toJson } from './report/json.ts';
import { createProgress } from './report/progress.ts';
import { outcomeTable } from './report/table.ts';

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  create,
  reads,
  approve,
  'bulk-approve': bulkApprove,
  webhooks,
};

const DEFAULT_PAIRS = 10;
const FEWEST_PAIRS = 3;

const USAGE = `Usage: npm run bench -- NAME [--quick] [--json] [--pairs N] [--only PART] [--processes N] [--chart] [--cpu-prof DIRECTORY]

${Object.entries(BENCHMARKS)
  .map(([name, { description }]) => `  ${name.padEnd(12)} ${description}`)
  .join('\n')}
  growth       what PostgreSQL pays with a history of a hundred thousand, and of millions; --help tells its options
  compare NAME --against COMMIT   whether this tree costs more processor time than a commit; alone it tells its options

  --quick             fewer pairs; the whole command ends within 60 s
  --json              one line of JSON on stdout instead of tables (use npm run -s)
  --pairs N           pairs of slices for each workload, at least ${FEWEST_PAIRS}; ${DEFAULT_PAIRS} unless given
  --processes N       api processes that share the ${CONNECTIONS} connections; 1 unless given
  --chart             writes docs/images/bench-NAME.svg
  --only PART         one workload of a benchmark that has several, such as by-id
  --cpu-prof DIRECTORY  writes a CPU profile of the service's process into the directory
`;

let isInterrupted = false;

async function main(): Promise<number> {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      isInterrupted = true;
      interrupted.abort();
    });
  }
  const [command, ...args] = process.argv.slice(2);
  if (command === 'compare') return await compare(args, interrupted.signal);
  if (command === 'growth') return await growth(args, interrupted.signal);
  const options = readArguments();
  if (!options) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { outcomes, asides, remarks } = await run(options.benchmark, options, interrupted.signal);
  if (options.isChartWanted) {
    const file = fileURLToPath(new URL(`../docs/images/bench-${options.name}.svg`, import.meta.url));
    await writeFile(file, chart([...outcomes, ...asides]));
  }
  process.stdout.write(
    options.isJsonWanted
      ? `${toJson(options.name, outcomes)}\n`
      : `${[...[...outcomes, ...asides].map(outcomeTable), ...remarks].join('\n\n')}\n`,
  );
  return 0;
}

/** Everything that was started is stopped, even when the benchmark fails or is interrupted. */
async function run(
  benchmark: Benchmark,
  options: Pick<BenchmarkOptions, 'pairs' | 'isQuick' | 'only' | 'processes' | 'nodeFlags'>,
  signal: AbortSignal,
): Promise<BenchmarkResult> {
  const report = createProgress(process.stderr);
  const disposal = new AsyncDisposableStack();
  try {
    return await benchmark.run(disposal, { ...options, signal, report });
  } finally {
    report.end();
    await disposal.disposeAsync();
  }
}

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      pairs: { type: 'string' },
      chart: { type: 'boolean', default: false },
      only: { type: 'string' },
      processes: { type: 'string', default: '1' },
      'cpu-prof': { type: 'string' },
    },
  });
  const [name = '', ...others] = positionals;
  const benchmark = BENCHMARKS[name];
  if (!benchmark || others.length > 0) return undefined;
  const pairs = Number(values.pairs ?? (values.quick ? benchmark.quickPairs : DEFAULT_PAIRS));
  if (!Number.isInteger(pairs) || pairs < FEWEST_PAIRS) return undefined;
  const processes = Number(values.processes);
  if (!Number.isInteger(processes) || processes < 1 || CONNECTIONS % processes !== 0) return undefined;
  const profile = values['cpu-prof'];
  return {
    name,
    benchmark,
    pairs,
    isQuick: values.quick,
    isJsonWanted: values.json,
    isChartWanted: values.chart,
    only: values.only,
    processes,
    nodeFlags: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`],
  };
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${isInterrupted ? 'Interrupted; everything is stopped.' : inspect(error)}\n`);
  return 1;
});
