/** The example rules around Vezne. That a real Patroni tells what they ask for is held by chaos/cluster-kit.test.ts. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ALARMS, SEEN_BY_PROMETHEUS } from '../../src/metrics/alarms.ts';
import { CLUSTER_RULES_FILE, metricsIn, readRules } from '../../../tools/docs/alert-rules.ts';

const RULES = readRules(readFileSync(CLUSTER_RULES_FILE, 'utf8'));

interface Play {
  alert: string;
  series: Readonly<Record<string, string>>;
  quiet: string;
  fires: string;
  clears: string;
  labels?: Readonly<Record<string, string>>;
}

const at = (series: string, of: readonly string[]): Record<string, string> =>
  Object.fromEntries(of.map((values, no) => [`${series}instance="db${no + 1}"}`, values]));

const DISK = 'fstype="ext4", mountpoint="/", instance="db1"';

/** One value each 15 seconds. */
const PLAYS: readonly Play[] = [
  {
    alert: 'VezneNobodyLeads',
    // A failover of 45 s, and later one that does not come.
    series: at('patroni_primary{', ['1x4 0x40', '0x7 1x12 0x8 1x20', '0x40']),
    quiet: '2m',
    fires: '6m15s',
    clears: '7m45s',
  },
  {
    alert: 'VezneFailoverImpossible',
    series: at('up{job="patroni", ', ['1x40', '1x4 0x8 1x20', '1x2 0x40']),
    quiet: '1m15s',
    fires: '2m',
    clears: '4m',
  },
  {
    alert: 'VeznePatroniSilent',
    series: at('up{job="patroni", ', ['1x40', '1x4 0x8 1x20', '1x40']),
    quiet: '2m',
    fires: '2m30s',
    clears: '4m',
    labels: { job: 'patroni', instance: 'db2' },
  },
  {
    alert: 'VeznePatroniPaused',
    series: at('patroni_is_paused{', ['0x4 1x80 0x20', '0x4 1x80 0x20', '0x4 1x80 0x20']),
    quiet: '16m',
    fires: '17m',
    clears: '22m',
  },
  {
    alert: 'VezneSyncStandbysShort',
    series: at('patroni_sync_standby{', ['0x80', '1x80', '1x4 0x30 1x40']),
    quiet: '6m',
    fires: '7m',
    clears: '10m',
  },
  {
    alert: 'VezneEtcdSilent',
    series: at('up{job="etcd", ', ['1x40', '1x4 0x8 1x20', '1x40']),
    quiet: '2m',
    fires: '2m30s',
    clears: '4m',
    labels: { job: 'etcd', instance: 'db2' },
  },
  {
    alert: 'VezneDiskShort',
    series: {
      [`node_filesystem_avail_bytes{${DISK}}`]: '50x4 10x30 50x20',
      [`node_filesystem_size_bytes{${DISK}}`]: '100x60',
    },
    quiet: '6m',
    fires: '7m',
    clears: '10m',
    labels: { instance: 'db1', mountpoint: '/' },
  },
  {
    alert: 'VezneFrontDoorClosed',
    series: { 'probe_success{job="front", instance="https://pay.example.com/readyz"}': '1x4 0x8 1x20' },
    quiet: '1m15s',
    fires: '2m',
    clears: '4m',
    labels: { instance: 'https://pay.example.com/readyz' },
  },
  {
    alert: 'VezneExporterSilent',
    series: at('up{job="node", ', ['1x80', '1x4 0x30 1x40', '1x80']),
    quiet: '6m',
    fires: '7m',
    clears: '10m',
    labels: { job: 'node', instance: 'db2' },
  },
  {
    // blackbox_exporter is dead, and there is no probe_success that could be 0.
    alert: 'VezneExporterSilent',
    series: {
      'up{job="front", instance="https://pay.example.com/readyz"}': '1x4 0x30 1x40',
      'probe_success{job="front", instance="https://pay.example.com/readyz"}': '1x4 stale _x29 1x40',
    },
    quiet: '6m',
    fires: '7m',
    clears: '10m',
    labels: { job: 'front', instance: 'https://pay.example.com/readyz' },
  },
];

function promtool(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync('/usr/bin/promtool', args, {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (error) throw error;
  return { status, output: stdout + stderr };
}

test('Prometheus reads the rules of the cluster, and each leads to an entry of the runbook under a name of its own', () => {
  const { status, output } = promtool('check', 'rules', CLUSTER_RULES_FILE);
  assert.equal(status, 0, output);
  assert.match(output, new RegExp(`SUCCESS: ${RULES.length} rules found`));
  const runbook = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
  const anchors = new Set(
    [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-')),
  );
  const taken = new Set<string>([...ALARMS, ...SEEN_BY_PROMETHEUS]);
  for (const { name, expr, labels, annotations } of RULES) {
    assert.ok(anchors.has(annotations.runbook.replace('docs/runbook.md#', '')), annotations.runbook);
    assert.match(labels.severity, /^(page|ticket)$/, name);
    assert.notDeepEqual(metricsIn(expr), [], name);
    assert.ok(!taken.has(labels.alarm), `${labels.alarm} is given twice.`);
    taken.add(labels.alarm);
    assert.ok(runbook.includes(`\`${name}\``), `The runbook does not name ${name}.`);
  }
});

test('every rule of the cluster is quiet, fires and clears at its time', (t) => {
  assert.deepEqual(
    [...new Set(PLAYS.map(({ alert }) => alert))],
    RULES.map(({ name }) => name),
  );
  const { status, output } = play(t, PLAYS);
  assert.equal(status, 0, output);
});

test('a rule of the cluster that does not clear would be noticed', (t) => {
  const [first = assert.fail()] = PLAYS;
  const { status, output } = play(t, [{ ...first, clears: first.fires }]);
  assert.equal(status, 1, output);
});

function play(
  t: { after(work: () => void): void },
  plays: readonly Play[],
): { status: number | null; output: string } {
  const directory = mkdtempSync(join(tmpdir(), 'vezne-rules-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'plays.yml');
  const tests = plays.map(({ alert, series, quiet, fires, clears, labels = {} }) => {
    const rule = RULES.find(({ name }) => name === alert) ?? assert.fail(alert);
    const firing = { exp_labels: { ...rule.labels, ...labels }, exp_annotations: rule.annotations };
    return {
      name: alert,
      interval: '15s',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        { eval_time: quiet, alertname: alert, exp_alerts: [] },
        { eval_time: fires, alertname: alert, exp_alerts: [firing] },
        { eval_time: clears, alertname: alert, exp_alerts: [] },
      ],
    };
  });
  // JSON is YAML too.
  const text = { rule_files: [CLUSTER_RULES_FILE], evaluation_interval: '15s', tests };
  writeFileSync(file, JSON.stringify(text));
  return promtool('test', 'rules', file);
}
