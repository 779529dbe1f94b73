import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOpen } from '../../../src/usecases/status/open-alarms.ts';
import { RAISED_BY_WORKERS } from '../../../src/metrics/alarms.ts';
import { readRules } from '../../../../tools/docs/alert-rules.ts';
import type { AlertRule } from '../../../../tools/docs/alert-rules.ts';
import { alarm, stateWith, NOW } from './states.ts';

const MINUTE_SECONDS = 60;
/** Beyond its alert, so that a table of alarms without end doesn't pass. */
const LONGER_SECONDS = 15 * MINUTE_SECONDS;

/** How long a rule fires after an alarm that was raised once; undefined if it doesn't count alarms. */
function firesSeconds({ name, expr, keepFiringFor = '0m' }: AlertRule): number | undefined {
  const counted = [...expr.matchAll(/increase\(vezne_alarms_total\{alarm="\w+"\}\[(\d+)m\]\)/g)].map(
    ([, minutes]) => Number(minutes) * MINUTE_SECONDS,
  );
  const looked = [
    ...expr.matchAll(/time\(\) - max\(vezne_alarm_last_timestamp_seconds\{alarm="\w+"\}\) < (\d+)/g),
  ].map(([, seconds]) => Number(seconds));
  const windows = [...counted, ...looked];
  assert.equal(windows.length, expr.split('alarm="').length - 1, `${name} counts an alarm in another way.`);
  const [, kept] = /^(\d+)m$/.exec(keepFiringFor) ?? assert.fail(`${name}: ${keepFiringFor}`);
  return windows.length === 0 ? undefined : Math.max(...windows) + Number(kept) * MINUTE_SECONDS;
}

function isOpenAfter(name: string, seconds: number): boolean {
  const kind = (RAISED_BY_WORKERS as readonly string[]).includes(name) ? 'worker' : 'api';
  return isOpen(alarm({ name, kind, lastAt: new Date(NOW.getTime() - seconds * 1_000) }), stateWith());
}

test('an alarm is open for as long as its alert fires, and not much longer', () => {
  const rules = readRules().flatMap((rule) => {
    const seconds = firesSeconds(rule);
    return seconds === undefined ? [] : [{ name: rule.labels.alarm, seconds }];
  });
  assert.ok(rules.length > 5, 'The rules were read.');
  for (const { name, seconds } of rules) {
    assert.ok(isOpenAfter(name, seconds - 1), `${name} is over before its alert clears.`);
    assert.ok(!isOpenAfter(name, seconds + LONGER_SECONDS), `${name} is open long after its alert cleared.`);
  }
});

test('what an api can not read is open for half a day: it says so once, and nothing says that it is over', () => {
  for (const name of ['partner_unreadable', 'credential_unreadable'])
    assert.deepEqual(
      [12, 13].map((hours) => isOpenAfter(name, hours * 60 * MINUTE_SECONDS)),
      [true, false],
      name,
    );
});

test('an alarm is over when the process says so', () => {
  for (const [name, end] of [
    ['database_away', 'database_back'],
    ['database_commits_alone', 'database_commits_confirmed'],
    ['database_does_not_confirm', 'database_confirms'],
  ] as const) {
    const open = alarm({ name, lastAt: new Date(NOW.getTime() - 2_000) });
    const over = alarm({ name: end, level: 'warning', lastAt: new Date(NOW.getTime() - 1_000) });
    assert.equal(isOpen(open, stateWith({ alarms: [open] })), true, name);
    assert.equal(isOpen(open, stateWith({ alarms: [over, open] })), false, name);
    const ofAnother = { ...over, process: 'api@two.example' };
    assert.equal(isOpen(open, stateWith({ alarms: [ofAnother, open] })), true, name);
  }
});
