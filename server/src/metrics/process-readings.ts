import { monitorEventLoopDelay } from 'node:perf_hooks';
import { METRICS } from './catalogue.ts';
import type { ProcessKind } from './catalogue.ts';
import type { Tally } from './counts.ts';
import type { Reading, Sample } from './exposition.ts';
import { databasePools } from './pools.ts';
import { BATCHES, processCounts } from './process-counts.ts';

/** A look every 20 ms costs nothing that can be measured, and finds every delay that a partner would notice. */
const LOOK_EVERY_MS = 20;

export interface ProcessReadings {
  readings: Reading[];
  stop(): void;
}

/** What every process tells of itself, from numbers that it has in memory. */
export function createProcessReadings({
  process: kind,
  migration,
  isDatabaseUp,
  commitsAlone,
  confirmedMsAgo,
}: {
  process: ProcessKind;
  /** The last one that this version knows. */
  migration: string;
  isDatabaseUp: () => boolean;
  /** The database should wait for standbys, and waits for none. */
  commitsAlone: () => boolean;
  confirmedMsAgo: () => number;
}): ProcessReadings {
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delay.enable();
  const own: Reading[] = [
    { metric: METRICS.processInfo, read: () => [{ labels: { process: kind, migration }, value: 1 }] },
    one(METRICS.startTime, () => performance.timeOrigin / 1_000),
    one(METRICS.cpuSeconds, () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    }),
    one(METRICS.residentMemory, () => process.memoryUsage.rss()),
    one(METRICS.heapUsed, () => process.memoryUsage().heapUsed),
    {
      metric: METRICS.eventLoopDelay,
      read() {
        const seconds = (nanoseconds: number): number =>
          Math.max(0, nanoseconds / 1e9 - LOOK_EVERY_MS / 1_000);
        const samples = [
          { labels: { percentile: '50' }, value: seconds(delay.percentile(50)) },
          { labels: { percentile: '99' }, value: seconds(delay.percentile(99)) },
          { labels: { percentile: '100' }, value: seconds(delay.max) },
        ];
        // Otherwise one bad moment would be seen for ever.
        delay.reset();
        return samples;
      },
    },
    tally(METRICS.alarms, 'alarm', processCounts.alarms),
    one(METRICS.databaseUp, () => (isDatabaseUp() ? 1 : 0)),
    one(METRICS.databaseCommitsAlone, () => (commitsAlone() ? 1 : 0)),
    one(METRICS.databaseConfirmedAge, () => confirmedMsAgo() / 1_000),
    {
      metric: METRICS.databaseConnections,
      read: () =>
        databasePools().flatMap(({ name, total, idle }) => [
          { labels: { pool: name, state: 'idle' }, value: idle },
          { labels: { pool: name, state: 'busy' }, value: total - idle },
        ]),
    },
    {
      metric: METRICS.databaseConnectionsMax,
      read: () => databasePools().map(({ name, max }) => ({ labels: { pool: name }, value: max })),
    },
    {
      metric: METRICS.databaseWaiting,
      read: () => databasePools().map(({ name, waiting }) => ({ labels: { pool: name }, value: waiting })),
    },
    one(METRICS.databaseRetries, () => processCounts.databaseRetries),
    { metric: METRICS.httpRequests, read: answersByStatus },
    {
      metric: METRICS.httpSeconds,
      read: () =>
        Array.from(processCounts.answers.all(), ({ method, route, seconds }) => ({
          labels: { method, route },
          value: seconds,
        })),
    },
    tally(METRICS.httpErrors, 'code', processCounts.errors),
    tally(METRICS.connectionsCut, 'reason', processCounts.connectionsCut),
    { metric: METRICS.createSeconds, read: () => [{ value: processCounts.createSeconds }] },
    { metric: METRICS.decisionSeconds, read: () => [{ value: processCounts.decisionSeconds }] },
    byBatch(METRICS.batchItems, 'items'),
    byBatch(METRICS.batchSeconds, 'seconds'),
    byBatch(METRICS.batchQueued, 'queued'),
    tally(METRICS.webhookTries, 'outcome', processCounts.webhookTries),
    { metric: METRICS.webhookTrySeconds, read: () => [{ value: processCounts.webhookTrySeconds }] },
    { metric: METRICS.webhookLag, read: () => [{ value: processCounts.webhookLagSeconds }] },
    one(METRICS.webhooksParked, () => processCounts.webhooksParked),
    { metric: METRICS.jobRuns, read: jobRuns },
    one(METRICS.ledgerChecks, () => processCounts.ledgerChecks),
  ];
  return {
    readings: own.filter(({ metric }) => metric.of.includes(kind)),
    stop: () => void delay.disable(),
  };
}

function one(metric: Reading['metric'], value: () => number): Reading {
  return { metric, read: () => [{ value: value() }] };
}

function tally(metric: Reading['metric'], label: string, counted: Tally): Reading {
  return {
    metric,
    read: () => Array.from(counted.entries(), ([name, value]) => ({ labels: { [label]: name }, value })),
  };
}

function byBatch(metric: Reading['metric'], field: 'items' | 'seconds' | 'queued'): Reading {
  return {
    metric,
    read: () => BATCHES.map((batch) => ({ labels: { batch }, value: processCounts.batches[batch][field] })),
  };
}

function* answersByStatus(): Iterable<Sample> {
  for (const { method, route, statuses } of processCounts.answers.all()) {
    for (const [status, value] of statuses) yield { labels: { method, route, status }, value };
  }
}

function* jobRuns(): Iterable<Sample> {
  for (const [name, value] of processCounts.jobsDone.entries())
    yield { labels: { job_name: name, outcome: 'done' }, value };
  for (const [name, value] of processCounts.jobsFailed.entries())
    yield { labels: { job_name: name, outcome: 'failed' }, value };
}
