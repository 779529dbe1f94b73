import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueueName, QueueState } from '../../../src/db/read/installation/service-queues.ts';
import { noticesOf, problemsOf } from '../../../src/usecases/status/problems.ts';
import type { LateEndpoint, RaisedAlarm, ServiceState } from '../../../src/usecases/status/service-state.ts';
import { readRules } from '../../../../tools/docs/alert-rules.ts';
import { ago, alarm, running, stateWith } from './states.ts';

function withQueue(name: QueueName, minutes: number): ServiceState {
  const state = stateWith();
  const full: QueueState = { name, count: 3, hasMore: false, oldestSince: ago(minutes) };
  return { ...state, queues: state.queues.map((queue) => (queue.name === name ? full : queue)) };
}

const LATE: LateEndpoint = {
  endpointId: '00000000-0000-4000-8000-000000000002',
  partnerName: 'Acme',
  host: 'shop.example',
  isPaused: false,
  oldestSince: ago(6),
  pending: 3,
};

const isOpen = (changes: Partial<RaisedAlarm>, state: Partial<ServiceState> = {}): boolean =>
  problemCodes(stateWith({ alarms: [alarm(changes)], ...state })).length === 1;
const problemCodes = (state: ServiceState): string[] => problemsOf(state).map(({ code }) => code);
const noticeCodes = (state: ServiceState): string[] => noticesOf(state).map(({ code }) => code);

test('nothing is wrong while processes live and nothing waits', () => {
  assert.deepEqual([problemCodes(stateWith()), noticeCodes(stateWith())], [[], []]);
});

test('without a worker or an api something is wrong, also if none was ever there', () => {
  assert.deepEqual(problemsOf(stateWith({ processes: [] })), [
    { code: 'no_process', kind: 'worker' },
    { code: 'no_process', kind: 'api' },
  ]);
  const dead = running({ isAlive: false });
  const state = stateWith({ processes: [dead, running({ kind: 'api' })] });
  assert.deepEqual(problemsOf(state), [
    { code: 'no_process', kind: 'worker' },
    { code: 'dead_process', process: dead },
  ]);
});

test('a full disk is named although every process lives', () => {
  assert.deepEqual(problemsOf(stateWith(), { isDiskFull: true }), [{ code: 'disk_full' }]);
});

test('one dead process among living ones is named', () => {
  const dead = running({ kind: 'console', isAlive: false });
  assert.deepEqual(problemsOf(stateWith({ processes: [...stateWith().processes, dead] })), [
    { code: 'dead_process', process: dead },
  ]);
});

test('people who are slow are no fault of the service', () => {
  for (const [name, minutes, code] of [
    ['waiting_deposits', 6, 'late_deposits'],
    ['waiting_payouts', 21, 'late_payouts'],
  ] as const) {
    assert.deepEqual(
      [problemCodes(withQueue(name, minutes)), noticeCodes(withQueue(name, minutes))],
      [[], [code]],
    );
    assert.deepEqual(noticeCodes(withQueue(name, minutes - 2)), []);
  }
  assert.deepEqual(noticeCodes(withQueue('open_requests', 600)), []);
});

test('entries that stay unsealed, and webhooks that were given up', () => {
  assert.deepEqual(problemCodes(withQueue('unsealed_audit_entries', 4)), []);
  assert.deepEqual(problemCodes(withQueue('unsealed_audit_entries', 6)), ['unsealed_audit_entries']);
  assert.deepEqual(problemCodes(withQueue('parked_webhooks', 0)), ['parked_webhooks']);
});

test('an endpoint that is behind is a problem, and one that a person has paused is a note', () => {
  const behind = stateWith({ lateEndpoints: [LATE] });
  assert.deepEqual([problemCodes(behind), noticeCodes(behind)], [['late_endpoint'], []]);
  const paused = stateWith({ lateEndpoints: [{ ...LATE, isPaused: true }] });
  assert.deepEqual([problemCodes(paused), noticeCodes(paused)], [[], ['paused_endpoint']]);
});

test('a database with few connections left, or a standby that is behind', () => {
  const database = { ...stateWith().database, connections: 90 };
  assert.deepEqual(problemCodes(stateWith({ database })), ['connections_short']);
  assert.deepEqual(problemCodes(stateWith({ database: { ...database, connections: 89 } })), []);
  const lagging = { ...stateWith().database, replicationLagSeconds: 61 };
  assert.deepEqual(problemCodes(stateWith({ database: lagging })), ['standby_behind']);
});

test('a log that is not archived is a problem from the moment on that its alert looks at, where it is archived by the clock', () => {
  const { expr = '' } = readRules().find(({ name }) => name === 'VezneDatabaseDoesNotArchive') ?? {};
  const [, most] = /^max\(vezne_database_archived_age_seconds\) > (\d+)$/.exec(expr) ?? assert.fail(expr);
  const after = (archivedSecondsAgo: number | null): string[] =>
    problemCodes(stateWith({ database: { ...stateWith().database, archivedSecondsAgo } }));
  assert.deepEqual(after(Number(most)), []);
  assert.deepEqual(after(Number(most) + 1), ['database_does_not_archive']);
  assert.deepEqual(after(null), [], 'Nothing is archived by the clock.');
});

test('an alarm is open while it may go on: a nightly one until the next night', () => {
  assert.equal(isOpen({}), true);
  assert.equal(isOpen({ lastAt: ago(16) }), false);
  assert.equal(isOpen({ level: 'warning' }), false);
  assert.equal(isOpen({ name: 'ledger_checkpoint_refused', lastAt: ago(24 * 60) }), true);
  assert.equal(isOpen({ name: 'ledger_checkpoint_refused', lastAt: ago(26 * 60) }), false);
});

test('a difference in the books is open until a check finds them sound, however long that takes', () => {
  const difference = { name: 'ledger_difference', lastAt: ago(40 * 24 * 60) };
  assert.equal(isOpen(difference, { ledgerSoundAt: null }), true);
  assert.equal(isOpen(difference, { ledgerSoundAt: ago(41 * 24 * 60) }), true);
  assert.equal(isOpen(difference, { ledgerSoundAt: ago(60) }), false);
  const ofApi = { ...difference, kind: 'api', process: 'api@one.example' } as const;
  assert.equal(isOpen(ofApi, { ledgerSoundAt: null }), false, 'An api checks no books.');
});

test('a database that a process reaches again is not away', () => {
  const away = alarm({ name: 'database_away', lastAt: ago(3) });
  const back = alarm({ name: 'database_back', level: 'warning', lastAt: ago(2) });
  assert.deepEqual(problemCodes(stateWith({ alarms: [away] })), ['open_alarm']);
  assert.deepEqual(problemCodes(stateWith({ alarms: [back, away] })), []);
  const before = { ...back, lastAt: ago(4) };
  assert.deepEqual(problemCodes(stateWith({ alarms: [away, before] })), ['open_alarm']);
  const other = { ...back, host: 'two.example', process: 'worker@two.example' };
  assert.deepEqual(problemCodes(stateWith({ alarms: [other, away] })), ['open_alarm']);
});

test('two versions beside each other are noted', () => {
  const processes = [running(), running({ kind: 'api', version: '0.2.0' })];
  assert.deepEqual(noticesOf(stateWith({ processes })), [
    { code: 'versions_differ', versions: ['0.1.0', '0.2.0'] },
  ]);
});

test('with standbys expected, fewer, unseen and none are each a problem, and a single server has none', () => {
  const codesWith = (database: Partial<ServiceState['database']>, expectedStandbys: number): string[] => {
    const state = stateWith();
    return problemsOf({ ...state, database: { ...state.database, ...database } }, { expectedStandbys }).map(
      ({ code }) => code,
    );
  };
  const two = { waitsForStandbys: true, confirmingStandbys: 2 };
  assert.deepEqual(codesWith(two, 2), []);
  assert.deepEqual(codesWith({ ...two, confirmingStandbys: 1 }, 2), ['standbys_missing']);
  assert.deepEqual(codesWith({ ...two, confirmingStandbys: null }, 2), ['standbys_unseen']);
  // Two follow, and no commit waits for them.
  assert.deepEqual(codesWith({ ...two, waitsForStandbys: false, standbys: 2 }, 2), [
    'database_commits_alone',
  ]);
  assert.deepEqual(codesWith({ waitsForStandbys: false, confirmingStandbys: null }, 0), []);
});

test('while the database confirms nothing, no process is called dead', () => {
  const dead = [running({ isAlive: false }), running({ kind: 'api', role: 'vezne_api', isAlive: false })];
  const state = stateWith({ processes: dead });
  assert.deepEqual(problemsOf(state, { unconfirmedBecause: 'no standby.' }), [
    { code: 'database_does_not_confirm', reason: 'no standby.' },
  ]);
  assert.ok(problemCodes(state).includes('dead_process'));
});
