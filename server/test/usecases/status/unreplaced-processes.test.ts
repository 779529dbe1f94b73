import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunningProcessRow } from '../../../src/db/read/installation/running-processes.ts';
import { unreplaced } from '../../../src/usecases/status/unreplaced-processes.ts';

function row(
  id: string,
  started: number,
  seen: number,
  isAlive: boolean,
  kind: RunningProcessRow['kind'] = 'api',
): RunningProcessRow {
  const at = (second: number): Date => new Date(second * 1_000);
  return {
    id,
    kind,
    host: 'one',
    pid: 1,
    version: '1',
    role: `vezne_${kind}`,
    startedAt: at(started),
    seenAt: at(seen),
    lastWorkAt: null,
    isAlive,
  };
}

const idsOf = (rows: readonly RunningProcessRow[]): string[] => unreplaced(rows).map(({ id }) => id);

test('a process that was started again at once has replaced the one that died', () => {
  assert.deepEqual(idsOf([row('killed', 0, 100, false), row('again', 101, 130, true)]), []);
});

test('a process that ran already, or of another kind, replaces nobody', () => {
  const killed = row('killed', 0, 100, false);
  assert.deepEqual(idsOf([killed, row('beside', 50, 130, true)]), ['killed']);
  assert.deepEqual(idsOf([killed, row('other', 101, 130, true, 'worker')]), ['killed']);
  assert.deepEqual(idsOf([killed]), ['killed']);
});

test('a process that died before it was seen again does not replace itself', () => {
  assert.deepEqual(idsOf([row('killed', 100, 100, false)]), ['killed']);
});

test('one process replaces one', () => {
  const rows = [row('first', 0, 100, false), row('second', 0, 105, false), row('again', 110, 130, true)];
  assert.deepEqual(idsOf(rows), ['second']);
  assert.deepEqual(idsOf([...rows, row('and again', 111, 130, true)]), []);
});

test('of a process that dies again and again, the last death counts', () => {
  const crashes = [row('first', 0, 100, false), row('second', 101, 200, false)];
  assert.deepEqual(idsOf(crashes), ['second']);
  assert.deepEqual(idsOf([...crashes, row('third', 201, 300, true)]), []);
});
