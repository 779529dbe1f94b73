/** Prometheus itself says when each rule fires and when it clears. promtool plays the series; nothing runs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { RULES_FILE, readRules } from '../../../tools/docs/alert-rules.ts';

interface Play {
  alert: string;
  /** The series and their values, one for each interval. */
  series: Readonly<Record<string, string>>;
  interval?: '15s' | '1m' | '5m';
  /** When it does not fire yet, when it does, when it still does, and when it does no more. */
  quiet?: string;
  fires?: string;
  stays?: string;
  clears?: string;
  /** What the expression leaves of the labels. */
  labels?: Readonly<Record<string, string>>;
}

const at = (...times: (string | undefined)[]): string[] => times.filter((time) => time !== undefined);

const OF = (instance: string): string => `job="vezne", instance="${instance}"`;

/** A process that is there for 45 s, gone until 150 s, and there again. */
const GONE = '1 1 1 stale _x6 1x10';

const alarmPlay = (alert: string, alarm: string, clears: string): Play => ({
  alert,
  series: { [`vezne_alarms_total{alarm="${alarm}", ${OF('worker')}}`]: '0x5 1x1000' },
  interval: '1m',
  quiet: '4m',
  fires: '7m',
  clears,
});

/** What happens once is shown for half a day, also if it happened before Prometheus looked for the first time. */
const oncePlay = (alert: string, alarm: string): Play => ({
  alert,
  series: { [`vezne_alarm_last_timestamp_seconds{alarm="${alarm}", ${OF('worker')}}`]: '_x6 1500x300' },
  interval: '5m',
  quiet: '25m',
  fires: '30m',
  stays: '12h',
  clears: '13h',
});

const PLAYS: readonly Play[] = [
  ...(['api', 'worker'] as const).map((process) => ({
    alert: process === 'api' ? 'VezneApiDead' : 'VezneWorkerDead',
    series: { [`vezne_process_info{process="${process}", ${OF('one')}}`]: GONE },
    quiet: '45s',
    fires: '75s',
    clears: '150s',
    labels: { process },
  })),
  {
    alert: 'VezneProcessDead',
    series: { [`up{${OF('one')}}`]: '1x2 0x6 1x10', [`up{${OF('two')}}`]: '1x20' },
    quiet: '45s',
    fires: '75s',
    clears: '150s',
    labels: { job: 'vezne', instance: 'one' },
  },
  {
    alert: 'VezneProcessDied',
    series: { [`vezne_processes{process="api", state="dead", ${OF('worker')}}`]: '0x2 1x6 0x10' },
    quiet: '45s',
    fires: '75s',
    clears: '150s',
    labels: { process: 'api' },
  },
  {
    alert: 'VezneProcessRestarts',
    series: { [`process_start_time_seconds{${OF('one')}}`]: '0 60 60 120 180 240x60' },
    interval: '1m',
    quiet: '4m',
    fires: '6m',
    clears: '21m',
    labels: { job: 'vezne', instance: 'one' },
  },
  alarmPlay('VezneSchemaUnfit', 'schema_unfit', '40m'),
  {
    alert: 'VezneSchemaUnfit',
    series: { [`vezne_alarm_last_timestamp_seconds{alarm="schema_unfit", ${OF('worker')}}`]: '_x6 300x100' },
    interval: '1m',
    quiet: '5m',
    fires: '7m',
    clears: '40m',
  },
  {
    alert: 'VezneEventLoopLate',
    series: { [`vezne_event_loop_delay_seconds{percentile="99", ${OF('one')}}`]: '0.01x2 0.4x20 0.01x10' },
    quiet: '2m',
    fires: '3m',
    clears: '6m',
    labels: { instance: 'one' },
  },
  {
    alert: 'VezneUnexpectedErrors',
    series: { [`vezne_http_errors_total{code="internal_error", ${OF('one')}}`]: '0x2 1x100' },
    quiet: '30s',
    fires: '1m',
    clears: '7m',
  },
  {
    alert: 'VezneOutcomeUnknown',
    series: { [`vezne_http_errors_total{code="outcome_unknown", ${OF('one')}}`]: '0x2 1x100' },
    quiet: '30s',
    fires: '1m',
    clears: '7m',
  },
  {
    alert: 'VezneDatabaseAway',
    series: {
      [`vezne_database_up{${OF('one')}}`]: '1x2 0x6 1x10',
      [`vezne_database_up{${OF('two')}}`]: '1x20',
    },
    quiet: '45s',
    fires: '60s',
    clears: '150s',
  },
  {
    alert: 'VezneDatabaseConnectionsShort',
    series: {
      [`vezne_database_server_connections{${OF('worker')}}`]: '50x2 95x20 50x10',
      [`vezne_database_server_connections_max{${OF('worker')}}`]: '100x40',
    },
    quiet: '2m',
    fires: '3m',
    clears: '6m',
  },
  {
    alert: 'VezneStandbyBehind',
    series: { [`vezne_database_replication_lag_seconds{${OF('worker')}}`]: '0x4 90x8 0x10' },
    quiet: '1m',
    fires: '150s',
    clears: '4m',
  },
  {
    // One of two is gone, and after a day that is how it is.
    alert: 'VezneStandbyGone',
    series: { [`vezne_database_standbys{${OF('worker')}}`]: '2x6 1x400' },
    interval: '5m',
    quiet: '30m',
    fires: '45m',
    clears: '25h',
  },
  {
    alert: 'VezneServiceStateUnread',
    series: {
      [`vezne_service_state_up{${OF('worker')}}`]: '1x2 0x10 1x10',
      [`vezne_database_up{${OF('worker')}}`]: '1x30',
    },
    quiet: '1m',
    fires: '2m',
    clears: '4m',
  },
  {
    alert: 'VezneOverloaded',
    series: { [`vezne_http_errors_total{code="overloaded", ${OF('one')}}`]: '0x2 10 20 30 40x30' },
    quiet: '30s',
    fires: '75s',
    clears: '3m',
  },
  {
    // Fewer than ten in a minute are a burst.
    alert: 'VezneOverloaded',
    series: { [`vezne_http_errors_total{code="overloaded", ${OF('one')}}`]: '0x2 3 6 9x30' },
    quiet: '75s',
    clears: '2m',
  },
  {
    alert: 'VezneDepositsWait',
    series: {
      [`vezne_queue_oldest_seconds{queue="waiting_deposits", ${OF('worker')}}`]: '800x4 1000x8 10x10',
    },
    quiet: '1m',
    fires: '150s',
    clears: '4m',
  },
  {
    alert: 'VeznePayoutsWait',
    series: {
      [`vezne_queue_oldest_seconds{queue="waiting_payouts", ${OF('worker')}}`]: '3500x4 3700x8 10x10',
    },
    quiet: '1m',
    fires: '150s',
    clears: '4m',
  },
  {
    alert: 'VezneLedgerDifference',
    // The database is away for five minutes in between.
    series: { [`vezne_ledger_differences{${OF('worker')}}`]: '0x2 2x6 stale _x20 2x6 0x100' },
    quiet: '30s',
    fires: '45s',
    stays: '5m',
    clears: '26m',
  },
  oncePlay('VezneLedgerCheckpointRefused', 'ledger_checkpoint_refused'),
  {
    alert: 'VezneLedgerUnchecked',
    // Found sound at the beginning, and again after 27 hours.
    series: { [`vezne_ledger_sound_timestamp_seconds{${OF('worker')}}`]: '1x324 97200x12' },
    interval: '5m',
    quiet: '26h',
    fires: '26h5m',
    clears: '27h5m',
  },
  {
    alert: 'VezneLedgerUnchecked',
    // Never found sound, until after 27 hours. A new installation has a night's time.
    series: { [`vezne_ledger_sound_timestamp_seconds{${OF('worker')}}`]: '0x324 97200x12' },
    interval: '5m',
    quiet: '25h',
    fires: '26h5m',
    clears: '27h5m',
  },
  alarmPlay('VezneFrozenAccountsUnwatched', 'frozen_accounts_unwatched', '12m'),
  {
    alert: 'VezneWebhookEndpointDown',
    series: {
      [`vezne_webhook_endpoints_late{state="active", ${OF('worker')}}`]: '0x2 1x30 0x60',
      [`vezne_webhook_endpoints_late{state="paused", ${OF('worker')}}`]: '1x90',
    },
    quiet: '5m',
    fires: '6m',
    stays: '10m',
    clears: '14m',
  },
  {
    alert: 'VezneWebhookParked',
    series: { [`vezne_queue_items{queue="parked_webhooks", ${OF('worker')}}`]: '0x2 4x6 0x40' },
    quiet: '30s',
    fires: '45s',
    stays: '4m',
    clears: '8m',
  },
  alarmPlay('VezneWebhookSecretUnreadable', 'webhook_secret_unreadable', '12m'),
  {
    alert: 'VezneAuditEntriesUnsealed',
    series: {
      [`vezne_queue_oldest_seconds{queue="unsealed_audit_entries", ${OF('worker')}}`]: '290x2 310x16 0x60',
    },
    quiet: '2m',
    fires: '3m',
    stays: '7m',
    clears: '11m',
  },
  oncePlay('VeznePartnerUnreadable', 'partner_unreadable'),
  oncePlay('VezneStaffAddedAlone', 'staff_added_alone'),
  alarmPlay('VezneJobFailed', 'job_failed', '25m'),
  alarmPlay('VezneJobQueueFailed', 'job_queue_failed', '25m'),
  // It fires when there is nothing at all.
  { alert: 'VezneWatchdog', series: {}, fires: '1m' },
];

function promtool(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync('/usr/bin/promtool', args, {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (error) throw error;
  return { status, output: stdout + stderr };
}

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

function play(
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
