import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RULES_FILE, readRules } from '../../../tools/docs/alert-rules.ts';
import type { Play } from './plays.ts';

export function promtool(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync('/usr/bin/promtool', args, {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (error) throw error;
  return { status, output: stdout + stderr };
}

const at = (...times: (string | undefined)[]): string[] => times.filter((time) => time !== undefined);

/** promtool plays the series. The output says what fired at another time than it should. */
export function play(
  t: { after(work: () => void): void },
  plays: readonly Play[],
  evaluatedEvery: string,
): { status: number | null; output: string } {
  const rules = new Map(readRules().map((rule) => [rule.name, rule]));
  const directory = mkdtempSync(join(tmpdir(), 'vezne-rules-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'plays.yml');
  const tests = plays.map(({ alert, series, interval = '15s', quiet, fires, stays, clears, labels = {} }) => {
    const rule = rules.get(alert) ?? assert.fail(`There is no rule ${alert}.`);
    const firing = { exp_labels: { ...rule.labels, ...labels }, exp_annotations: rule.annotations };
    return {
      name: alert,
      interval,
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        ...at(quiet).map((time) => ({ eval_time: time, alertname: alert, exp_alerts: [] })),
        ...at(fires, stays).map((time) => ({ eval_time: time, alertname: alert, exp_alerts: [firing] })),
        ...at(clears).map((time) => ({ eval_time: time, alertname: alert, exp_alerts: [] })),
      ],
    };
  });
  // JSON is YAML too.
  writeFileSync(
    file,
    JSON.stringify({ rule_files: [RULES_FILE], evaluation_interval: evaluatedEvery, tests }),
  );
  return promtool('test', 'rules', file);
}
