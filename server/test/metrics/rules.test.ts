import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { JOBS } from '../../src/jobs/scheduled/jobs.ts';
import { ALARMS, SEEN_BY_PROMETHEUS, WITHOUT_RULE } from '../../src/metrics/alarms.ts';
import { METRICS } from '../../src/metrics/catalogue.ts';
import { metricsIn, readRules } from '../../../tools/docs/alert-rules.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(`${REPOSITORY}/${path}`, 'utf8');

/** Those that Prometheus makes itself. */
const OF_PROMETHEUS = ['up', 'ALERTS'];

/** Every name under which a metric can be asked for. */
const TOLD = new Set([
  ...OF_PROMETHEUS,
  ...Object.values(METRICS).flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
]);

/** What an expression asks for that nobody tells. */
const unknownIn = (expr: string): string[] => metricsIn(expr).filter((name) => !TOLD.has(name));

test('every alert rule asks for metrics that exist, has a summary, and leads to an entry of the runbook', () => {
  const rules = readRules();
  assert.ok(rules.length > 20, 'The rules were read.');
  assert.equal(new Set(rules.map(({ name }) => name)).size, rules.length, 'A name is given twice.');
  const anchors = new Set(
    [...read('docs/runbook.md').matchAll(/^#{2,3} (.+)$/gm)].map(
      ([, title = '']) =>
        `docs/runbook.md#${title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-')}`,
    ),
  );
  for (const { name, expr, labels, annotations } of rules) {
    assert.equal(metricsIn(expr).length === 0, labels.severity === 'watchdog', name);
    assert.deepEqual(unknownIn(expr), [], name);
    assert.match(labels.severity, /^(page|ticket|watchdog)$/, name);
    assert.match(annotations.summary, /^[A-Z].*\.$/, name);
    assert.ok(anchors.has(annotations.runbook), `${name}: there is no ${annotations.runbook}`);
  }
});

test('a metric that nobody tells is found in a rule', () => {
  assert.deepEqual(unknownIn('max by (queue) (vezne_queue_item{queue="vezne_x"}) > 5 and on () up == 0'), [
    'vezne_queue_item',
  ]);
  assert.deepEqual(unknownIn('sum(rate(vezne_create_seconds[5m]))'), ['vezne_create_seconds']);
});

test('no metric has a label that Prometheus gives to every series: it would rename ours', () => {
  assert.deepEqual(
    Object.values(METRICS).filter(({ labels }) =>
      labels.some((label) => ['job', 'instance'].includes(label)),
    ),
    [],
  );
});

test('the jobs that are missed when they stand still are those that run every minute', () => {
  const { expr } = readRules().find(({ name }) => name === 'VezneJobStandsStill') ?? assert.fail();
  assert.deepEqual(
    /job_name=~"([\w|]+)"/.exec(expr)?.[1]?.split('|'),
    JOBS.filter(({ cron }) => cron === '* * * * *').map(({ name }) => name),
  );
});

test('alarms of the log and alert rules have the same names', () => {
  const ruled = readRules().map(({ labels }) => labels.alarm);
  assert.equal(new Set(ruled).size, ruled.length, 'Two rules stand for the same.');
  assert.deepEqual(
    ruled.toSorted(),
    [...ALARMS.filter((alarm) => !isWithoutRule(alarm)), ...SEEN_BY_PROMETHEUS].toSorted(),
  );
});

test('an alert is named after its alarm', () => {
  const named = (alarm: string): string =>
    `Vezne${alarm.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
  for (const { name, labels } of readRules()) assert.equal(name, named(labels.alarm));
});

test('every alarm of the code is on the list, the list has no other, and the runbook explains each', () => {
  const sources = globSync('server/src/**/*.ts', { cwd: REPOSITORY });
  assert.ok(sources.length > 200, 'The sources were found.');
  const raised = sources.flatMap((path) =>
    [...read(path).matchAll(/\balarm: '(\w+)'/g)].map(([, name = '']) => name),
  );
  assert.deepEqual([...new Set(raised)].toSorted(), [...ALARMS].toSorted());
  const runbook = read('docs/runbook.md');
  assert.deepEqual(
    ALARMS.filter((alarm) => !runbook.includes(`\`${alarm}\``) && !runbook.includes(`"${alarm}"`)),
    [],
  );
});

test('the dashboard asks only for metrics that exist, and shows each of them', () => {
  const dashboard = JSON.parse(read('deploy/grafana/vezne.json')) as {
    panels: {
      type: string;
      title: string;
      targets?: { expr: string }[];
      fieldConfig?: { defaults: { unit?: string } };
    }[];
  };
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');
  assert.ok(panels.length > 30, 'The panels were read.');
  for (const { title, targets = [], fieldConfig } of panels) {
    assert.match(title, /^[A-Z]/);
    assert.ok(fieldConfig?.defaults.unit, `${title} has no unit.`);
    assert.notEqual(targets.length, 0, title);
    for (const { expr } of targets) assert.deepEqual(unknownIn(expr), [], title);
  }
  const shown = new Set(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr))));
  const hidden = Object.values(METRICS).filter(
    ({ name, type }) =>
      !(type === 'histogram' ? [`${name}_bucket`, `${name}_sum`] : [name]).some((one) => shown.has(one)),
  );
  assert.deepEqual(
    hidden.map(({ name }) => name),
    ['vezne_alarm_last_timestamp_seconds'],
  );
});

function isWithoutRule(alarm: string): boolean {
  return (WITHOUT_RULE as readonly string[]).includes(alarm);
}
