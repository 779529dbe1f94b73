/**
 * Every alarm: a log line with this name in its field `alarm`. An alert rule of Prometheus says by its label `alarm` which of them it stands
 * for, so that a person finds the same thing in both. A test holds the list to the code, the rules and the runbook.
 */
export const ALARMS = [
  'audit_entries_unsealed',
  'audit_head_unfit',
  'connections_cut',
  'credential_unreadable',
  'csp_report',
  'database_away',
  'database_back',
  'database_commits_alone',
  'database_commits_confirmed',
  'database_confirms',
  'database_does_not_confirm',
  'database_went_back',
  'frozen_accounts_unwatched',
  'job_failed',
  'job_queue_failed',
  'ledger_checkpoint_refused',
  'ledger_difference',
  'outcome_unknown',
  'overloaded',
  'partner_unreadable',
  'schema_unfit',
  'staff_added_alone',
  'webhook_failed',
  'webhook_parked',
  'webhook_secret_unreadable',
] as const;

export type Alarm = (typeof ALARMS)[number];

/** What only Prometheus sees, because nobody is left to write a line, or because no moment is the wrong one. The names are those of alert rules. */
export const SEEN_BY_PROMETHEUS = [
  'api_dead',
  'database_connections_short',
  'database_archives_nothing',
  'database_does_not_archive',
  'deposits_wait',
  'event_loop_late',
  'job_stands_still',
  'ledger_unchecked',
  'not_ready',
  'payouts_wait',
  'process_dead',
  'process_died',
  'process_restarts',
  'service_state_unread',
  'standby_behind',
  'standby_gone',
  'standbys_missing',
  'standbys_unseen',
  'unexpected_errors',
  'watchdog',
  'webhook_endpoint_down',
  'worker_dead',
] as const;

/** What no other kind of process can find out. */
export const RAISED_BY_WORKERS = [
  'audit_entries_unsealed',
  'audit_head_unfit',
  'frozen_accounts_unwatched',
  'job_failed',
  'job_queue_failed',
  'ledger_checkpoint_refused',
  'ledger_difference',
  'staff_added_alone',
  'webhook_failed',
  'webhook_parked',
  'webhook_secret_unreadable',
] as const satisfies readonly Alarm[];

/** At level 40, one of them means little: a person watches how many there are. The end of an outage needs nobody. */
export const WITHOUT_RULE = [
  'connections_cut',
  'csp_report',
  'database_back',
  'database_commits_confirmed',
  'database_confirms',
  'webhook_failed',
] as const satisfies readonly Alarm[];
