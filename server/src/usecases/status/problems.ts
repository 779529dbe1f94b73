/** What of the service's state needs a person, as codes. Their sentences live with the surface that says them. */
import { DEPOSIT_TARGET_MINUTES, PAYOUT_TARGET_MINUTES } from '@vezne/domain/queue-targets';
import type { RunningProcessRow } from '../../db/read/installation/running-processes.ts';
import type { QueueName, QueueState } from '../../db/read/installation/service-queues.ts';
import { isOpen } from './open-alarms.ts';
import type { LateEndpoint, RaisedAlarm, ServiceState } from './service-state.ts';
import { unreplaced } from './unreplaced-processes.ts';

/** Something is wrong: money or news stand still, or soon will. */
export type Problem =
  | { code: 'database_does_not_confirm'; reason: string }
  | { code: 'disk_full' }
  | { code: 'database_commits_alone'; expected: number }
  | { code: 'standbys_missing'; confirming: number; expected: number }
  | { code: 'standbys_unseen'; expected: number }
  | { code: 'no_process'; kind: 'api' | 'worker' }
  | { code: 'dead_process'; process: RunningProcessRow }
  | { code: 'late_endpoint'; endpoint: LateEndpoint }
  | { code: 'unsealed_audit_entries'; queue: QueueState }
  | { code: 'parked_webhooks'; queue: QueueState }
  | { code: 'connections_short'; connections: number; maxConnections: number }
  | { code: 'database_does_not_archive'; seconds: number }
  | { code: 'standby_behind'; seconds: number }
  | { code: 'open_alarm'; alarm: RaisedAlarm };

/** Worth knowing, and no fault of the service: people are slow, a person has paused something, a deploy is under way. */
export type Notice =
  | { code: 'late_deposits'; queue: QueueState }
  | { code: 'late_payouts'; queue: QueueState }
  | { code: 'paused_endpoint'; endpoint: LateEndpoint }
  | { code: 'versions_differ'; versions: string[] };

const MINUTE_MS = 60_000;
/** Five rounds have failed by then, or no worker lives. The worker's own alarm waits as long. */
const UNSEALED_AFTER_MS = 5 * MINUTE_MS;
/** New processes and the people who look need the rest. */
const MOST_CONNECTIONS_USED = 0.9;
/** A failover would lose what a client was told, or wait for it. */
const MOST_LAG_SECONDS = 60;
/** A segment comes each minute. No backup has what came since. */
const MOST_UNARCHIVED_SECONDS = 600;

/** What the rows don't say. */
export interface AroundState {
  /** How many standbys have to confirm commits. 0: the database is a single server. */
  expectedStandbys?: number;
  /** Why the database confirms no commit. Undefined: it does. */
  unconfirmedBecause?: string | undefined;
  /** Commits go on, for the log has room, but no table can grow. */
  isDiskFull?: boolean;
}

/** The worst first: what stands still for everybody, then for one. */
export function problemsOf(
  state: ServiceState,
  { expectedStandbys = 0, unconfirmedBecause, isDiskFull = false }: AroundState = {},
): Problem[] {
  const { processes, lateEndpoints, alarms } = state;
  const { connections, maxConnections, replicationLagSeconds, archivedSecondsAgo } = state.database;
  const isRunning = (kind: string): boolean => processes.some((one) => one.kind === kind && one.isAlive);
  const unsealed = queueOf(state, 'unsealed_audit_entries');
  const parked = queueOf(state, 'parked_webhooks');
  const silent: Problem[] = [
    ...(['worker', 'api'] as const)
      .filter((kind) => !isRunning(kind))
      .map((kind) => ({ code: 'no_process' as const, kind })),
    ...unreplaced(processes).map((process) => ({ code: 'dead_process' as const, process })),
  ];
  return [
    // Nobody can be seen then, whoever lives.
    ...(unconfirmedBecause === undefined
      ? silent
      : [{ code: 'database_does_not_confirm' as const, reason: unconfirmedBecause }]),
    ...(isDiskFull ? [{ code: 'disk_full' as const }] : []),
    ...standbyProblems(state, expectedStandbys),
    // Null where nothing is archived by the clock.
    ...(archivedSecondsAgo !== null && archivedSecondsAgo > MOST_UNARCHIVED_SECONDS
      ? [{ code: 'database_does_not_archive' as const, seconds: archivedSecondsAgo }]
      : []),
    ...alarms
      .filter((alarm) => isOpen(alarm, state))
      .map((alarm) => ({ code: 'open_alarm' as const, alarm })),
    ...(isOlder(unsealed, UNSEALED_AFTER_MS, state.readAt)
      ? [{ code: 'unsealed_audit_entries' as const, queue: unsealed }]
      : []),
    ...lateEndpoints
      .filter(({ isPaused }) => !isPaused)
      .map((endpoint) => ({ code: 'late_endpoint' as const, endpoint })),
    ...(parked.count > 0 ? [{ code: 'parked_webhooks' as const, queue: parked }] : []),
    ...(connections >= maxConnections * MOST_CONNECTIONS_USED
      ? [{ code: 'connections_short' as const, connections, maxConnections }]
      : []),
    ...(replicationLagSeconds !== null && replicationLagSeconds > MOST_LAG_SECONDS
      ? [{ code: 'standby_behind' as const, seconds: replicationLagSeconds }]
      : []),
  ];
}

function standbyProblems({ database }: ServiceState, expected: number): Problem[] {
  const { waitsForStandbys, confirmingStandbys: confirming } = database;
  if (expected === 0) return [];
  if (!waitsForStandbys) return [{ code: 'database_commits_alone', expected }];
  if (confirming === null) return [{ code: 'standbys_unseen', expected }];
  return confirming < expected ? [{ code: 'standbys_missing', confirming, expected }] : [];
}

export function noticesOf(state: ServiceState): Notice[] {
  const deposits = queueOf(state, 'waiting_deposits');
  const payouts = queueOf(state, 'waiting_payouts');
  const versions = [
    ...new Set(state.processes.filter(({ isAlive }) => isAlive).map(({ version }) => version)),
  ].toSorted();
  return [
    ...(isOlder(deposits, DEPOSIT_TARGET_MINUTES * MINUTE_MS, state.readAt)
      ? [{ code: 'late_deposits' as const, queue: deposits }]
      : []),
    ...(isOlder(payouts, PAYOUT_TARGET_MINUTES * MINUTE_MS, state.readAt)
      ? [{ code: 'late_payouts' as const, queue: payouts }]
      : []),
    ...state.lateEndpoints
      .filter(({ isPaused }) => isPaused)
      .map((endpoint) => ({ code: 'paused_endpoint' as const, endpoint })),
    ...(versions.length > 1 ? [{ code: 'versions_differ' as const, versions }] : []),
  ];
}

function isOlder({ oldestSince }: QueueState, thanMs: number, readAt: Date): boolean {
  return oldestSince !== null && readAt.getTime() - oldestSince.getTime() > thanMs;
}

function queueOf({ queues }: ServiceState, name: QueueName): QueueState {
  return queues.find((queue) => queue.name === name) ?? { name, count: 0, hasMore: false, oldestSince: null };
}
