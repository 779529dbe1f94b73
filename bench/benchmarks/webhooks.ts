import { resetDeposits } from '../approvals/deposits.ts';
import type { Decided } from '../approvals/messages.ts';
import { SLICE_SECONDS, WARM_UP_SECONDS } from '../benchmark.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import type { CpuTimes } from '../cpu.ts';
import { runPairs } from '../pairs.ts';
import type { Outcome } from '../pairs.ts';
import { webhookLatencyRemark } from '../report/latency.ts';
import { startDeliveries } from '../webhooks/children.ts';
import { drainWorkload } from '../webhooks/drain.ts';
import { readWebhooks, resetDeliveries } from '../webhooks/events.ts';
import { measureLatency } from '../webhooks/latency.ts';
import type { DeliveryOrder } from '../webhooks/messages.ts';
import { twoWorkersWorkload } from '../webhooks/two-workers.ts';
import { startWaitingEvents } from '../webhooks/waiting.ts';

const ENDPOINTS = 10;
/** Two to three seconds of deliveries. With 10,000 the start of the service, which a worker does once, was a tenth of all. */
const EVENTS = 20_000;
const LATENCY_SLICES = 6;
const PER_SECOND = 300;

export const webhooks: Benchmark = {
  description: `${EVENTS} events delivered to ${ENDPOINTS} endpoints, against undici alone; and from commit to receipt at ${PER_SECOND} a second`,
  quickPairs: 3,
  run: measure,
};

async function measure(disposal: AsyncDisposableStack, options: BenchmarkOptions): Promise<BenchmarkResult> {
  const { report } = options;
  report.step('starting PostgreSQL and the receivers');
  const { database, receivers, deliveries, deposits, endpoints } = await startWaitingEvents(disposal, {
    ...options,
    events: EVENTS,
    endpoints: ENDPOINTS,
    settings: { track_commit_timestamp: 'on' },
  });
  const { owner, urlOf } = database;
  const waiting = await readWebhooks(owner, endpoints);
  await deliveries.carryOut({ kind: 'load', webhooks: waiting });

  async function measureTwoWorkers(): Promise<Outcome> {
    const second = await startDeliveries(disposal, urlOf('vezne_worker'), options);
    const workload = twoWorkersWorkload({
      owner,
      receivers,
      both: [deliveries, second],
      webhooks: waiting,
      readCpu: () => database.readCpu([deliveries.pid, second.pid]),
    });
    report.step(`warming up ${workload.name}`);
    for (const side of ['bare', 'product'] as const) {
      await workload.reset();
      await workload[side]();
    }
    return await runPairs(workload, {
      pairs: options.pairs,
      onPair: (pair, index) => report.pair(workload.name, pair, { index, of: options.pairs }),
    });
  }

  const isWanted = (name: string): boolean => (options.only ?? name) === name;
  const outcomes: Outcome[] = [];
  // Only the first is the target. The lowest interface shows how much is undici's own work, and the durable one where the limit is.
  for (const bare of options.isQuick
    ? (['request'] as const)
    : (['request', 'dispatch', 'durable'] as const)) {
    if (!isWanted(`drain-${bare}`)) continue;
    const readCpu = (): CpuTimes => database.readCpu([deliveries.pid]);
    const workload = drainWorkload({ owner, receivers, deliveries, events: EVENTS, bare, readCpu });
    // The process compiles its hot paths in its first seconds of load. In production this happens once per deployment.
    report.step(`warming up ${workload.name}`);
    for (const side of ['bare', 'product'] as const) {
      await workload.reset();
      await workload[side]();
    }
    outcomes.push(
      await runPairs(workload, {
        pairs: options.pairs,
        onPair: (pair, index) => report.pair(workload.name, pair, { index, of: options.pairs }),
      }),
    );
  }
  if (!options.isQuick && isWanted('drain-two-workers')) outcomes.push(await measureTwoWorkers());
  if (!isWanted('commit-to-receipt')) return { outcomes, asides: [], remarks: [] };
  const latencies = {
    bare: new Array<Decided['latenciesMs']>(),
    product: new Array<Decided['latenciesMs']>(),
  };
  const orders = {
    bare: { kind: 'follow', endpoints: [...endpoints] },
    product: { kind: 'start' },
  } satisfies Record<string, DeliveryOrder>;
  for (let slice = 0; slice < (options.isQuick ? 3 : LATENCY_SLICES); slice += 1) {
    // Adjacent, and each first in turn: the machine's pace changes by the minute.
    const sides = slice % 2 === 0 ? (['bare', 'product'] as const) : (['product', 'bare'] as const);
    for (const side of sides) {
      report.step(`commit to receipt, slice ${slice + 1}, ${side}`);
      await resetDeposits(owner, deposits);
      await resetDeliveries(owner);
      const dependencies = {
        owner,
        databaseUrl: urlOf('vezne_console'),
        receivers,
        deliveries,
        by: orders[side],
      };
      const pace = { perSecond: PER_SECOND, warmUpSeconds: WARM_UP_SECONDS, seconds: SLICE_SECONDS };
      latencies[side].push(await measureLatency(dependencies, pace));
    }
  }
  return {
    outcomes: outcomes.slice(0, 1),
    asides: outcomes.slice(1),
    remarks: [webhookLatencyRemark(PER_SECOND, latencies)],
  };
}
