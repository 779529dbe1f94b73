/** The state as a person scans it: a table for each part. */
import type { QueueName, QueueState } from '../../db/read/installation/service-queues.ts';
import { isOpen } from '../../usecases/status/open-alarms.ts';
import type { AroundState } from '../../usecases/status/problems.ts';
import type { ServiceState } from '../../usecases/status/service-state.ts';
import { indented, indentedTable } from '../layout.ts';
import { bad, heading } from '../terminal.ts';
import { ageText, secondsText } from './age-text.ts';

const QUEUES: Readonly<Record<QueueName, string>> = {
  waiting_deposits: 'deposits for an operator',
  waiting_payouts: 'payouts for an operator',
  undelivered_events: 'events to deliver',
  unsealed_audit_entries: 'audit entries to seal',
  parked_webhooks: 'webhooks given up',
  open_requests: 'requests for a second person',
  network_requests: 'networks that partners ask us for',
};

export function stateLines(state: ServiceState, around: AroundState): string[] {
  return [
    heading('Processes'),
    ...processLines(state, around),
    '',
    heading('Queues'),
    ...indentedTable(
      ['queue', 'count', 'oldest'],
      state.queues.map((queue) => [
        QUEUES[queue.name],
        countText(queue),
        queue.oldestSince === null ? '' : ageText(queue.oldestSince, state.readAt),
      ]),
    ),
    '',
    heading('Database'),
    ...indented(databaseRows(state, around)),
    '',
    heading('Alarms of the last day'),
    ...alarmLines(state),
  ];
}

function processLines({ processes, readAt }: ServiceState, { unconfirmedBecause }: AroundState): string[] {
  if (processes.length === 0) return ['  none'];
  return indentedTable(
    ['kind', 'state', 'host', 'pid', 'version', 'started', 'last seen', 'last work'],
    processes.map((process) => [
      process.kind,
      process.isAlive ? 'alive' : unconfirmedBecause === undefined ? bad('DEAD') : 'not seen',
      process.host,
      String(process.pid),
      process.version,
      `${ageText(process.startedAt, readAt)} ago`,
      `${ageText(process.seenAt, readAt)} ago`,
      process.lastWorkAt === null ? 'none yet' : `${ageText(process.lastWorkAt, readAt)} ago`,
    ]),
  );
}

function databaseRows({ database }: ServiceState, { expectedStandbys = 0 }: AroundState): string[][] {
  const { sizeBytes, connections, maxConnections } = database;
  return [
    ['size', sizeText(sizeBytes)],
    ['connections', `${connections} of ${maxConnections}`],
    ['standbys', standbyText(database)],
    ['confirming', confirmingText(database, expectedStandbys)],
    ['archived', archivedText(database)],
  ];
}

export function standbyText({
  standbys,
  replicationLagSeconds: lag,
}: Pick<ServiceState['database'], 'standbys' | 'replicationLagSeconds'>): string {
  if (standbys === null) return "can't be seen: the database's owner lacks the right pg_read_all_stats";
  if (standbys === 0 || lag === null) return 'none';
  return standbys === 1
    ? `1, ${lag.toFixed(1)} s behind`
    : `${standbys}, the worst ${lag.toFixed(1)} s behind`;
}

function confirmingText(
  { waitsForStandbys, confirmingStandbys }: ServiceState['database'],
  expected: number,
): string {
  const expectation = expected === 0 ? '' : `, ${expected} expected`;
  if (!waitsForStandbys) return `none: commits wait for no standby${expectation}`;
  return `${confirmingStandbys ?? "can't be seen"}${expectation}`;
}

export function archivedText({
  archivedSecondsAgo,
}: Pick<ServiceState['database'], 'archivedSecondsAgo'>): string {
  if (archivedSecondsAgo === null) return 'nothing by the clock (archive_mode or archive_timeout is off)';
  return `${secondsText(archivedSecondsAgo)} ago`;
}

function alarmLines(state: ServiceState): string[] {
  const { alarms, readAt } = state;
  if (alarms.length === 0) return ['  none'];
  return indentedTable(
    ['alarm', 'state', 'process', 'count', 'first', 'last'],
    alarms.map((alarm) => [
      alarm.name,
      alarm.level === 'warning' ? 'warning' : isOpen(alarm, state) ? bad('OPEN') : 'over',
      alarm.process,
      String(alarm.count),
      `${ageText(alarm.firstAt, readAt)} ago`,
      `${ageText(alarm.lastAt, readAt)} ago`,
    ]),
  );
}

function countText({ count, hasMore }: QueueState): string {
  return hasMore ? `at least ${count}` : String(count);
}

/** 1024 each, as PostgreSQL writes sizes. */
const SIZES = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

function sizeText(bytes: bigint): string {
  let [size, unit] = [Number(bytes), 0];
  while (size >= 1_024 && unit < SIZES.length - 1) [size, unit] = [size / 1_024, unit + 1];
  return `${unit === 0 ? size : size.toFixed(1)} ${SIZES[unit] ?? ''}`;
}
