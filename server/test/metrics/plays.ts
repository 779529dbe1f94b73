/** What each rule of Prometheus is played: series in the notation of promtool, and when the alert fires and clears. */
export interface Play {
  alert: string;
  /** The series and their values, one for each interval. */
  series: Readonly<Record<string, string>>;
  interval?: '10s' | '15s' | '1m' | '5m';
  /** When it does not fire yet, when it does, when it still does, and when it does no more. */
  quiet?: string;
  fires?: string;
  stays?: string;
  clears?: string;
  /** What the expression leaves of the labels. */
  labels?: Readonly<Record<string, string>>;
}

/** The labels that Prometheus adds to a series of ours. */
export const OF = (instance: string): string => `job="vezne", instance="${instance}"`;

/** A process that is there for 45 s, gone until 150 s, and there again. */
const GONE = '1 1 1 stale _x6 1x10';

const runsOf = (job: string, worker: string): string =>
  `vezne_job_runs_total{job_name="${job}", outcome="done", ${OF(worker)}}`;

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
  series: { [`vezne_alarm_last_timestamp_seconds{alarm="${alarm}", ${OF('worker')}}`]: '_x6 1500x320' },
  interval: '5m',
  quiet: '25m',
  fires: '30m',
  stays: '12h',
  clears: '13h',
});

export const PLAYS: readonly Play[] = [
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
    alert: 'VezneNotReady',
    series: {
      [`vezne_ready{process="api", ${OF('one')}}`]: '1x2 0x10 1x10',
      [`vezne_ready{process="api", ${OF('two')}}`]: '1x30',
    },
    quiet: '90s',
    fires: '2m',
    clears: '4m',
    labels: { process: 'api', instance: 'one' },
  },
  {
    // A failover takes some seconds.
    alert: 'VezneNotReady',
    series: { [`vezne_ready{process="api", ${OF('one')}}`]: '1x2 0x3 1x20' },
    quiet: '2m',
    clears: '4m',
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
    alert: 'VezneDatabaseDoesNotConfirm',
    series: {
      [`vezne_database_confirmed_age_seconds{${OF('one')}}`]: '0.5x2 6 21 36 51 66 81 0.5x10',
      [`vezne_database_up{${OF('one')}}`]: '1x20',
    },
    quiet: '45s',
    fires: '60s',
    clears: '150s',
  },
  {
    // One that is away is another alert.
    alert: 'VezneDatabaseDoesNotConfirm',
    series: {
      [`vezne_database_confirmed_age_seconds{${OF('one')}}`]: '0.5x2 6 21 36 51 66 81 0.5x10',
      [`vezne_database_up{${OF('one')}}`]: '1x2 0x6 1x10',
    },
    quiet: '60s',
    clears: '150s',
  },
  oncePlay('VezneDatabaseWentBack', 'database_went_back'),
  {
    alert: 'VezneDatabaseCommitsAlone',
    series: {
      [`vezne_database_commits_alone{${OF('one')}}`]: '0x2 1x6 0x10',
      [`vezne_database_commits_alone{${OF('two')}}`]: '0x20',
    },
    quiet: '30s',
    fires: '45s',
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
    // A new primary archives its first segment within minutes, however long ago its own last one was.
    alert: 'VezneDatabaseDoesNotArchive',
    series: { [`vezne_database_archived_age_seconds{${OF('worker')}}`]: '30 90000x3 30x10' },
    interval: '1m',
    quiet: '4m',
    clears: '10m',
  },
  {
    alert: 'VezneDatabaseDoesNotArchive',
    series: { [`vezne_database_archived_age_seconds{${OF('worker')}}`]: '30+60x20 30x10' },
    interval: '1m',
    quiet: '14m',
    fires: '16m',
    clears: '22m',
  },
  {
    // Off from the fourth minute on, and on again.
    alert: 'VezneDatabaseArchivesNothing',
    series: {
      [`vezne_database_archived_age_seconds{${OF('worker')}}`]: '30x3 stale _x9 30x10',
      [`vezne_database_expected_standbys{${OF('worker')}}`]: '2x30',
      [`vezne_service_state_up{${OF('worker')}}`]: '1x30',
    },
    interval: '1m',
    quiet: '8m',
    fires: '10m',
    clears: '15m',
  },
  {
    // A single server is its owner's matter.
    alert: 'VezneDatabaseArchivesNothing',
    series: {
      [`vezne_database_expected_standbys{${OF('worker')}}`]: '0x30',
      [`vezne_service_state_up{${OF('worker')}}`]: '1x30',
    },
    interval: '1m',
    quiet: '20m',
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
    // Gone on a Friday evening, it is still missing on Monday.
    alert: 'VezneStandbysMissing',
    series: {
      [`vezne_database_confirming_standbys{${OF('worker')}}`]: '2x6 1x800 2x10',
      [`vezne_database_expected_standbys{${OF('worker')}}`]: '2x830',
    },
    interval: '5m',
    quiet: '30m',
    fires: '45m',
    stays: '60h',
    clears: '67h30m',
  },
  {
    alert: 'VezneStandbysUnseen',
    series: {
      [`vezne_database_confirming_standbys{${OF('worker')}}`]: '_x12 2x10',
      [`vezne_database_expected_standbys{${OF('worker')}}`]: '2x30',
      [`vezne_service_state_up{${OF('worker')}}`]: '1x30',
    },
    interval: '1m',
    quiet: '4m',
    fires: '6m',
    clears: '14m',
  },
  {
    // Nothing is known while the database is away.
    alert: 'VezneStandbysUnseen',
    series: {
      [`vezne_database_expected_standbys{${OF('worker')}}`]: '2x30',
      [`vezne_service_state_up{${OF('worker')}}`]: '0x30',
    },
    interval: '1m',
    quiet: '20m',
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
  {
    // Until the next night has passed without it.
    ...oncePlay('VezneLedgerCheckpointRefused', 'ledger_checkpoint_refused'),
    stays: '25h',
    clears: '26h',
  },
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
    quiet: '45s',
    fires: '75s',
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
    quiet: '45s',
    fires: '75s',
    stays: '7m',
    clears: '11m',
  },
  ...(['Partner', 'Credential'] as const).map((what) => ({
    alert: `Vezne${what}Unreadable`,
    series: { [`vezne_${what.toLowerCase()}s_unreadable{${OF('api')}}`]: '0x2 1x20 0x40' },
    quiet: '30s',
    fires: '45s',
    stays: '8m',
    clears: '12m',
  })),
  oncePlay('VezneStaffAddedAlone', 'staff_added_alone'),
  alarmPlay('VezneAuditHeadUnfit', 'audit_head_unfit', '25m'),
  alarmPlay('VezneJobFailed', 'job_failed', '25m'),
  {
    // Done until the twelfth minute, and again from the 32nd on. Another job goes on, and one that runs by night is not asked for.
    alert: 'VezneJobStandsStill',
    series: {
      [runsOf('return_shares', 'worker')]: '0+1x12 12x19 13+1x60',
      [runsOf('expire_deposits', 'worker')]: '0+1x60',
      [runsOf('re_sum_ledger', 'worker')]: '1x60',
    },
    interval: '1m',
    quiet: '22m',
    fires: '26m',
    clears: '34m',
    labels: { job_name: 'return_shares' },
  },
  {
    // Never done since the worker started.
    alert: 'VezneJobStandsStill',
    series: { [runsOf('return_shares', 'worker')]: '0x20 1+1x20' },
    interval: '1m',
    quiet: '11m',
    fires: '14m',
    clears: '22m',
    labels: { job_name: 'return_shares' },
  },
  {
    // One worker of two does all.
    alert: 'VezneJobStandsStill',
    series: {
      [runsOf('return_shares', 'one')]: '0x60',
      [runsOf('return_shares', 'two')]: '0+1x60',
    },
    interval: '1m',
    quiet: '30m',
  },
  {
    // It starts, and its first run takes nine minutes.
    alert: 'VezneJobStandsStill',
    series: { [runsOf('return_shares', 'worker')]: '_x5 0x9 1+1x40' },
    interval: '1m',
    quiet: '12m',
    clears: '16m',
  },
  {
    // No worker runs, and a new one starts: VezneWorkerDead says so.
    alert: 'VezneJobStandsStill',
    series: { [runsOf('return_shares', 'worker')]: '0+1x20 stale _x9 0 1+1x30' },
    interval: '1m',
    quiet: '30m',
    clears: '32m',
  },
  alarmPlay('VezneJobQueueFailed', 'job_queue_failed', '25m'),
  // It fires when there is nothing at all.
  { alert: 'VezneWatchdog', series: {}, fires: '1m' },
];
