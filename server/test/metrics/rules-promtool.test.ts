/** Prometheus itself says when each rule fires and when it clears. promtool plays the series; nothing runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RULES_FILE, readRules } from '../../../tools/docs/alert-rules.ts';
import { PLAYS } from './plays.ts';
import { play, promtool } from './promtool.ts';

test('Prometheus reads the rules', () => {
  const { status, output } = promtool('check', 'rules', RULES_FILE);
  assert.equal(status, 0, output);
  assert.match(output, new RegExp(`SUCCESS: ${readRules().length} rules found`));
});

test('every rule has a play', () => {
  assert.deepEqual(
    [...new Set(PLAYS.filter(({ fires }) => fires !== undefined).map(({ alert }) => alert))].toSorted(),
    readRules()
      .map(({ name }) => name)
      .toSorted(),
  );
});

// A day in steps of 15 s would take half a minute.
for (const interval of ['15s', '1m', '5m'] as const) {
  test(`every alert is quiet, fires and clears at its time, looked at every ${interval}`, (t) => {
    const plays = PLAYS.filter((one) => (one.interval ?? '15s') === interval);
    const { status, output } = play(t, plays, interval);
    assert.equal(status, 0, output);
  });
}

test('a rule that does not clear would be noticed', (t) => {
  const [first = assert.fail()] = PLAYS;
  const { fires = assert.fail() } = first;
  const { status, output } = play(t, [{ ...first, clears: fires }], '15s');
  assert.equal(status, 1, output);
});
