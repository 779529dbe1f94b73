/** What the engineer on call asks first, read in one place for `vezne status` and for the metrics. */
import type pg from 'pg';
import { readDatabaseState } from '../../db/read/installation/database-state.ts';
import type { DatabaseState } from '../../db/read/installation/database-state.ts';
import { readLastSoundCheck } from '../../db/read/ledger/checkpoints.ts';
import { readRaisedAlarms, readRunningProcesses } from '../../db/read/installation/running-processes.ts';
import type { RaisedAlarmRow, RunningProcessRow } from '../../db/read/installation/running-processes.ts';
import { readQueue, readWaitingEndpoints } from '../../db/read/installation/service-queues.ts';
import type { QueueState, WaitingEndpoint } from '../../db/read/installation/service-queues.ts';
import { BEHIND_AFTER_SECONDS } from '../../db/read/webhooks/undelivered.ts';
import { answeredWithin, withConnection } from '../../db/statement.ts';

export interface LateEndpoint {
  endpointId: string;
  partnerName: string;
  /** Of its address: the rest may hold a secret of the partner. */
  host: string;
  isPaused: boolean;
  /** When the oldest event that waits happened. */
  oldestSince: Date;
  pending: number;
}

export interface RaisedAlarm extends RaisedAlarmRow {
  /** `worker@host`. */
  process: string;
}

export interface ServiceState {
  /** By the database's clock, as every other time here. */
  readAt: Date;
  processes: RunningProcessRow[];
  queues: QueueState[];
  /** With an event that is older than five minutes, the oldest first. */
  lateEndpoints: LateEndpoint[];
  database: DatabaseState;
  /** Of the last day, and open differences of the books, the latest first. */
  alarms: RaisedAlarm[];
  /** When the books were last found to add up. */
  ledgerSoundAt: Date | null;
}

/** Everything takes some milliseconds. Whoever asks has no use for a late answer, and the database is perhaps in trouble. */
const TIMEOUT_MS = 3_000;

/** The server gives up first, if it is there, and says why. */
const GRACE_MS = 500;

/** Reads all of it at one moment. For the worker and the administrators: no other role may read it. */
export async function readServiceState(
  pool: pg.Pool,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<ServiceState> {
  return await withConnection(
    pool,
    async (client) => await answeredWithin(timeoutMs + GRACE_MS, readAtOneMoment(client, timeoutMs)),
  );
}

async function readAtOneMoment(client: pg.ClientBase, timeoutMs: number): Promise<ServiceState> {
  await client.query('begin transaction isolation level repeatable read, read only');
  await client.query(`set local statement_timeout = ${Math.ceil(timeoutMs)}`);
  const { rows } = await client.query<{ readAt: Date }>('select now() as "readAt"');
  const readAt = rows[0]?.readAt ?? new Date();
  const processes = await readRunningProcesses(client);
  const endpoints = await readWaitingEndpoints(client);
  const queues = [
    await readQueue(client, 'waiting_deposits'),
    await readQueue(client, 'waiting_payouts'),
    undelivered(endpoints),
    await readQueue(client, 'unsealed_audit_entries'),
    parked(endpoints),
    await readQueue(client, 'open_requests'),
    await readQueue(client, 'network_requests'),
  ];
  const database = await readDatabaseState(client);
  const alarms = await readRaisedAlarms(client);
  const ledgerSoundAt = await readLastSoundCheck(client);
  await client.query('commit');
  return {
    readAt,
    processes,
    queues,
    lateEndpoints: lateOf(endpoints, readAt),
    database,
    alarms: alarms.map((alarm) => ({ ...alarm, process: `${alarm.kind}@${alarm.host}` })),
    ledgerSoundAt,
  };
}

function undelivered(endpoints: readonly WaitingEndpoint[]): QueueState {
  return {
    name: 'undelivered_events',
    count: sumOf(endpoints.map(({ pending }) => pending)),
    hasMore: endpoints.some(({ hasMorePending }) => hasMorePending),
    oldestSince: earliest(endpoints.map(({ oldestSince }) => oldestSince)),
  };
}

function parked(endpoints: readonly WaitingEndpoint[]): QueueState {
  return {
    name: 'parked_webhooks',
    count: sumOf(endpoints.map((endpoint) => endpoint.parked)),
    hasMore: endpoints.some(({ hasMoreParked }) => hasMoreParked),
    oldestSince: earliest(endpoints.map(({ parkedSince }) => parkedSince)),
  };
}

function lateOf(endpoints: readonly WaitingEndpoint[], readAt: Date): LateEndpoint[] {
  const lateBefore = readAt.getTime() - BEHIND_AFTER_SECONDS * 1_000;
  return endpoints
    .flatMap(({ id, partner, url, status, oldestSince, pending }) =>
      oldestSince === null || oldestSince.getTime() >= lateBefore
        ? []
        : [
            {
              endpointId: id,
              partnerName: partner,
              host: URL.parse(url)?.host ?? '',
              isPaused: status === 'paused',
              oldestSince,
              pending,
            },
          ],
    )
    .toSorted((one, other) => one.oldestSince.getTime() - other.oldestSince.getTime());
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(Math.min(...known));
}
