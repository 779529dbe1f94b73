import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { PROCESS_KINDS } from '../db/read/installation/running-processes.ts';
import { ALARMS, RAISED_BY_WORKERS } from '../metrics/alarms.ts';
import type { Alarm } from '../metrics/alarms.ts';
import { METRICS } from '../metrics/catalogue.ts';
import type { Metric } from '../metrics/catalogue.ts';
import type { Reading, Sample } from '../metrics/exposition.ts';
import { processCounts } from '../metrics/process-counts.ts';
import type { LedgerCheck } from '../metrics/process-counts.ts';
import { readServiceState } from '../usecases/status/service-state.ts';
import type { ServiceState } from '../usecases/status/service-state.ts';
import { unreplaced } from '../usecases/status/unreplaced-processes.ts';
import type { MoreReadings } from './metrics.ts';

/** However many ask, the database is asked once in this time. */
const MAX_AGE_MS = 3_000;
/**
 * A read that takes seconds is told at the next scrape, and a database that is away for a moment ends no alert. What is older is not known
 * any more, and not told.
 */
const TOLD_FOR_MS = 30_000;
/** A scraper gives up after ten seconds, and then sees a dead process. */
export const WAIT_MS = 2_000;
const TIMEOUT_MS = 3_000;

interface Seen {
  state: ServiceState;
  atMs: number;
}

/** What the whole service does, told by each worker, with its age: a few seconds as a rule, half a minute at most. */
export function createServiceReadings({
  pool,
  clock,
  log,
  isDatabaseUp,
  expectedStandbys,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  isDatabaseUp: () => boolean;
  expectedStandbys: number;
}): MoreReadings {
  let seen: Seen | undefined;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const atMs = clock.monotonicMs();
    try {
      seen = { state: await readServiceState(pool, { timeoutMs: TIMEOUT_MS }), atMs };
    } catch (error) {
      log.warn({ err: error }, 'what the service does could not be read for the metrics');
    }
  }

  const fresh = (): Seen | undefined =>
    seen !== undefined && clock.monotonicMs() - seen.atMs <= TOLD_FOR_MS ? seen : undefined;

  const from = (metric: Metric, read: (seen: Seen) => Iterable<Sample>): Reading => ({
    metric,
    read() {
      const now = fresh();
      return now === undefined ? [] : read(now);
    },
  });

  return {
    async refresh() {
      if (!isDatabaseUp()) return;
      if (seen !== undefined && clock.monotonicMs() - seen.atMs <= MAX_AGE_MS) return;
      reading ??= read().finally(() => {
        reading = undefined;
      });
      const giveUp = new AbortController();
      await Promise.race([
        reading,
        sleep(WAIT_MS, undefined, { signal: giveUp.signal }).catch(() => undefined),
      ]);
      giveUp.abort();
    },
    readings: [
      { metric: METRICS.serviceStateUp, read: () => [{ value: fresh() === undefined ? 0 : 1 }] },
      from(METRICS.serviceStateAge, ({ atMs }) => [{ value: (clock.monotonicMs() - atMs) / 1_000 }]),
      from(METRICS.processes, ({ state }) => processesOf(state)),
      from(METRICS.queueItems, ({ state }) =>
        state.queues.map(({ name, count }) => ({ labels: { queue: name }, value: count })),
      ),
      from(METRICS.queueOldest, ({ state: { queues, readAt } }) =>
        queues.map(({ name, oldestSince }) => ({ labels: { queue: name }, value: age(oldestSince, readAt) })),
      ),
      from(METRICS.endpointsLate, ({ state }) =>
        byState(state).map(({ labels, endpoints }) => ({ labels, value: endpoints.length })),
      ),
      from(METRICS.endpointOldest, ({ state }) =>
        byState(state).map(({ labels, endpoints }) => ({
          labels,
          value: Math.max(0, ...endpoints.map(({ oldestSince }) => age(oldestSince, state.readAt))),
        })),
      ),
      from(METRICS.databaseSize, ({ state }) => [{ value: Number(state.database.sizeBytes) }]),
      from(METRICS.serverConnections, ({ state }) => [{ value: state.database.connections }]),
      from(METRICS.serverConnectionsMax, ({ state }) => [{ value: state.database.maxConnections }]),
      from(METRICS.standbys, ({ state: { database } }) =>
        database.standbys === null ? [] : [{ value: database.standbys }],
      ),
      from(METRICS.confirmingStandbys, ({ state: { database } }) =>
        database.confirmingStandbys === null ? [] : [{ value: database.confirmingStandbys }],
      ),
      { metric: METRICS.expectedStandbys, read: () => [{ value: expectedStandbys }] },
      from(METRICS.replicationLag, ({ state: { database } }) =>
        database.replicationLagSeconds === null ? [] : [{ value: database.replicationLagSeconds }],
      ),
      from(METRICS.archivedAge, ({ state: { database } }) =>
        database.archivedSecondsAgo === null ? [] : [{ value: database.archivedSecondsAgo }],
      ),
      from(METRICS.alarmLast, ({ state }) => lastAlarms(state)),
      from(METRICS.ledgerSound, ({ state: { ledgerSoundAt } }) => [
        { value: ledgerSoundAt === null ? 0 : ledgerSoundAt.getTime() / 1_000 },
      ]),
      from(METRICS.ledgerDifferences, ({ state }) => [
        {
          value: openDifferences({
            own: processCounts.lastLedgerCheck,
            soundAt: state.ledgerSoundAt,
            raisedAt: lastRaised(state, 'ledger_difference'),
          }),
        },
      ]),
    ],
  };
}

function processesOf({ processes }: ServiceState): Sample[] {
  const dead = unreplaced(processes);
  return PROCESS_KINDS.flatMap((kind) => [
    {
      labels: { process: kind, state: 'alive' },
      value: processes.filter((process) => process.kind === kind && process.isAlive).length,
    },
    {
      labels: { process: kind, state: 'dead' },
      value: dead.filter((process) => process.kind === kind).length,
    },
  ]);
}

function byState({ lateEndpoints }: ServiceState) {
  return [
    { labels: { state: 'active' }, endpoints: lateEndpoints.filter(({ isPaused }) => !isPaused) },
    { labels: { state: 'paused' }, endpoints: lateEndpoints.filter(({ isPaused }) => isPaused) },
  ];
}

/** The names in the database are believed only as far as we know them: each would be a series for ever. */
function lastAlarms(state: ServiceState): Sample[] {
  return ALARMS.flatMap((alarm) => {
    const at = lastRaised(state, alarm);
    return at === undefined ? [] : [{ labels: { alarm }, value: at.getTime() / 1_000 }];
  });
}

/** The latest alarm comes first. Of what only workers can find out, no other process is believed: a partner's api may be taken over. */
export function lastRaised({ alarms }: Pick<ServiceState, 'alarms'>, alarm: Alarm): Date | undefined {
  const isOfWorkers = (RAISED_BY_WORKERS as readonly Alarm[]).includes(alarm);
  return alarms.find(({ name, kind }) => name === alarm && (!isOfWorkers || kind === 'worker'))?.lastAt;
}

function age(since: Date | null, now: Date): number {
  return since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1_000);
}

/**
 * A difference stays open until a check finds that the books add up, whichever worker makes it. A worker that has not checked them itself
 * knows only that there was an alarm.
 */
export function openDifferences({
  own,
  soundAt,
  raisedAt,
}: {
  own: LedgerCheck | undefined;
  soundAt: Date | null;
  raisedAt: Date | undefined;
}): number {
  const soundMs = soundAt?.getTime() ?? -Infinity;
  if (
    own !== undefined &&
    own.atMs > soundMs &&
    own.atMs >= (raisedAt?.getTime() ?? -Infinity) - SAME_CHECK_MS
  )
    return own.differences;
  return raisedAt !== undefined && raisedAt.getTime() > soundMs ? 1 : 0;
}

/** An alarm is written down some seconds after the check that raised it. */
const SAME_CHECK_MS = 60_000;
