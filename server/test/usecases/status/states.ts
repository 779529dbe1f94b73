/** What `vezne status` is told in a test: all is well, but for what the test says. */
import type { RunningProcessRow } from '../../../src/db/read/installation/running-processes.ts';
import { QUEUE_NAMES } from '../../../src/db/read/installation/service-queues.ts';
import type { RaisedAlarm, ServiceState } from '../../../src/usecases/status/service-state.ts';

export const NOW = new Date('2026-03-01T09:30:00Z');
export const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

export function running(changes: Partial<RunningProcessRow> = {}): RunningProcessRow {
  return {
    kind: 'worker',
    id: '00000000-0000-4000-8000-000000000001',
    host: 'one.example',
    pid: 17,
    version: '0.1.0',
    role: 'vezne_worker',
    startedAt: ago(600),
    seenAt: ago(0),
    lastWorkAt: null,
    isAlive: true,
    ...changes,
  };
}

export function stateWith(changes: Partial<ServiceState> = {}): ServiceState {
  return {
    readAt: NOW,
    processes: [running(), running({ kind: 'api', role: 'vezne_api' })],
    queues: QUEUE_NAMES.map((name) => ({ name, count: 0, hasMore: false, oldestSince: null })),
    lateEndpoints: [],
    database: {
      sizeBytes: 1n,
      connections: 20,
      maxConnections: 100,
      standbys: 0,
      confirmingStandbys: 0,
      waitsForStandbys: false,
      replicationLagSeconds: null,
      archivedSecondsAgo: null,
    },
    alarms: [],
    ledgerSoundAt: ago(5 * 60),
    ...changes,
  };
}

export function alarm(changes: Partial<RaisedAlarm> = {}): RaisedAlarm {
  const times = { count: 2, firstAt: ago(600), lastAt: ago(1) };
  return {
    name: 'job_failed',
    level: 'error',
    kind: 'worker',
    host: 'one.example',
    process: 'worker@one.example',
    ...times,
    ...changes,
  };
}
