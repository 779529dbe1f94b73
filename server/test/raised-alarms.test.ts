import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { countingHook, raisedAlarmsOf } from '../src/raised-alarms.ts';

function countingLog(level = 'info'): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const { hooks, countFor } = countingHook();
  const log = countFor(pino({ level, hooks }, { write: (line) => void lines.push(line) }));
  return { log, lines };
}

function counts(log: Logger): [name: string, level: string, count: number][] {
  return raisedAlarmsOf(log)
    .take()
    .map(({ name, level, count }) => [name, level, count]);
}

test('alarms of a log and of its children are counted, and every line is written as before', () => {
  const { log, lines } = countingLog();
  log.info({ sealNo: 1 }, 'sealed');
  log.info('a line without fields');
  log.warn({ alarm: 'webhook_failed' }, 'not taken');
  log.child({ job: 'one' }).error({ alarm: 'job_failed', err: new Error('no') }, 'failed');
  log.child({}, { redact: [] }).error({ alarm: 'job_failed' }, 'failed');
  assert.equal(lines.length, 5);
  assert.deepEqual(counts(log), [
    ['webhook_failed', 'warning', 1],
    ['job_failed', 'error', 2],
  ]);
  assert.deepEqual(counts(log), [], 'They were taken.');
});

test('an alarm below the level that is written is counted all the same', () => {
  const lines: string[] = [];
  const { hooks, countFor } = countingHook({ writtenFrom: 50 });
  const log = countFor(pino({ level: 'warn', hooks }, { write: (line) => void lines.push(line) }));
  log.warn({ alarm: 'database_back' }, 'the database is back');
  log.error({ alarm: 'job_failed' }, 'failed');
  assert.equal(lines.length, 1);
  assert.deepEqual(counts(log), [
    ['database_back', 'warning', 1],
    ['job_failed', 'error', 1],
  ]);
});

test('what could not be written down is counted with what came since', () => {
  const { log } = countingLog();
  const alarms = raisedAlarmsOf(log);
  log.warn({ alarm: 'overloaded' }, 'some');
  const taken = alarms.take();
  log.error({ alarm: 'overloaded' }, 'more');
  alarms.putBack(taken);
  const [both, ...others] = alarms.take();
  assert.deepEqual([both?.count, both?.level, others.length], [2, 'error', 0]);
  assert.equal(both?.firstAtMs, taken[0]?.firstAtMs);
});

test('names that are not words of ours are not counted, and there are not many of them', () => {
  const { log } = countingLog();
  for (const alarm of ['a name', '', 'Ä', 7, null, 'x'.repeat(65)]) log.error({ alarm }, 'strange');
  assert.deepEqual(counts(log), []);
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  for (const one of letters) for (const two of letters) log.error({ alarm: `${one}${two}` }, 'many');
  assert.equal(counts(log).length, 100);
});

test('a log that counts nothing has no alarms', () => {
  const log = pino({ level: 'silent' });
  log.error({ alarm: 'job_failed' }, 'failed');
  assert.deepEqual(counts(log), []);
});
