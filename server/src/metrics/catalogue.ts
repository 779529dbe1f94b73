/**
 * Every metric that a process tells Prometheus. Alert rules, the dashboard and docs/monitoring.md name only these; tests compare. Labels have
 * few values that we know: routes, statuses, codes, names of queues. Never a partner, an id or an address.
 */
export type ProcessKind = 'api' | 'console' | 'portal' | 'worker';

export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  labels: readonly string[];
  /** Who tells it. */
  of: readonly ProcessKind[];
}

const ALL = ['api', 'console', 'portal', 'worker'] as const;
const SERVERS = ['api', 'console', 'portal'] as const;
/** Those that gather what arrives together. */
const BATCHERS = ['api', 'console'] as const;
const API = ['api'] as const;
const DECIDERS = ['console'] as const;
const WORKER = ['worker'] as const;

export const METRICS = {
  processInfo: gauge(
    'vezne_process_info',
    'Always 1; says which process this is, and the last migration that its version knows.',
    ['process', 'migration'],
    ALL,
  ),
  ready: gauge(
    'vezne_ready',
    '1 while /readyz of this process answers 200, 0 while it is 503.',
    ['process'],
    SERVERS,
  ),
  startTime: gauge('process_start_time_seconds', 'When the process started, in Unix seconds.', [], ALL),
  cpuSeconds: counter('process_cpu_seconds_total', 'Processor time that the process has used.', [], ALL),
  residentMemory: gauge('process_resident_memory_bytes', 'Memory of the process.', [], ALL),
  heapUsed: gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript objects use.', [], ALL),
  eventLoopDelay: gauge(
    'vezne_event_loop_delay_seconds',
    'How late timers ran since the last time that somebody asked.',
    ['percentile'],
    ALL,
  ),
  alarms: counter('vezne_alarms_total', 'Lines of the log with this alarm.', ['alarm'], ALL),
  databaseUp: gauge(
    'vezne_database_up',
    '1 while this process reaches its database, 0 while it does not.',
    [],
    ALL,
  ),
  databaseConfirmedAge: gauge(
    'vezne_database_confirmed_age_seconds',
    'How long ago the last commit was sent that the database has confirmed to this process, which tries every second; on a full disk, for how long it has been full.',
    [],
    ALL,
  ),
  databaseCommitsAlone: gauge(
    'vezne_database_commits_alone',
    '1 while commits wait for no standby although VEZNE_DATABASE_STANDBYS expects some.',
    [],
    ALL,
  ),
  databaseConnections: gauge(
    'vezne_database_connections',
    'Connections to the database that are open.',
    ['pool', 'state'],
    ALL,
  ),
  databaseConnectionsMax: gauge(
    'vezne_database_connections_max',
    'Connections to the database that a pool may have.',
    ['pool'],
    ALL,
  ),
  databaseWaiting: gauge('vezne_database_waiting', 'Statements that wait for a connection.', ['pool'], ALL),
  databaseRetries: counter(
    'vezne_database_retries_total',
    'Statements that were run again because their outcome was not known.',
    [],
    ALL,
  ),

  httpRequests: counter(
    'vezne_http_requests_total',
    'Answers by method, route and status; unanswered where the outcome is not known.',
    ['method', 'route', 'status'],
    SERVERS,
  ),
  httpSeconds: histogram(
    'vezne_http_request_seconds',
    'From the first byte of a request to the end of its answer.',
    ['method', 'route'],
    SERVERS,
  ),
  httpErrors: counter(
    'vezne_http_errors_total',
    'Answers that are an error, by its code; outcome_unknown also where there was no answer.',
    ['code'],
    SERVERS,
  ),
  connectionsCut: counter(
    'vezne_connections_cut_total',
    'Connections that were cut, and new ones that were refused.',
    ['reason'],
    SERVERS,
  ),

  createSeconds: histogram(
    'vezne_create_seconds',
    'From a create at the line for its batch to its row in the database.',
    [],
    API,
  ),
  partnersUnreadable: gauge(
    'vezne_partners_unreadable',
    'Partners that this api does not serve because it cannot read their settings.',
    [],
    API,
  ),
  credentialsUnreadable: gauge(
    'vezne_credentials_unreadable',
    'Credentials of other partners whose secrets this api cannot open.',
    [],
    API,
  ),
  decisionSeconds: histogram(
    'vezne_decision_seconds',
    'From a decision at the line for its batch to its result.',
    [],
    DECIDERS,
  ),
  batchItems: histogram('vezne_batch_items', 'How many items a batch had.', ['batch'], BATCHERS),
  batchSeconds: histogram('vezne_batch_seconds', 'How long a batch took.', ['batch'], BATCHERS),
  batchQueued: gauge(
    'vezne_batch_queued',
    'Items that wait for their batch in this process.',
    ['batch'],
    BATCHERS,
  ),

  webhookTries: counter(
    'vezne_webhook_tries_total',
    'Tries to deliver a webhook: delivered, refused (4xx), failed (any other status), unanswered.',
    ['outcome'],
    WORKER,
  ),
  webhookTrySeconds: histogram(
    'vezne_webhook_try_seconds',
    'How long a try to deliver a webhook took.',
    [],
    WORKER,
  ),
  webhookLag: histogram(
    'vezne_webhook_lag_seconds',
    'From an event to the moment when its endpoint took it.',
    [],
    WORKER,
  ),
  webhooksParked: counter(
    'vezne_webhooks_parked_total',
    'Webhooks whose schedule of retries is used up.',
    [],
    WORKER,
  ),
  jobRuns: counter(
    'vezne_job_runs_total',
    'Runs of jobs by the clock: done or failed.',
    ['job_name', 'outcome'],
    WORKER,
  ),
  ledgerChecks: counter(
    'vezne_ledger_checks_total',
    'How often this worker has summed up the books again.',
    [],
    WORKER,
  ),

  // What the whole service does, read from the database. Every worker tells the same, so take the max() over instances.
  serviceStateUp: gauge(
    'vezne_service_state_up',
    '1 if this worker has read what the whole service does within half a minute.',
    [],
    WORKER,
  ),
  serviceStateAge: gauge(
    'vezne_service_state_age_seconds',
    'How old what this worker tells of the whole service is.',
    [],
    WORKER,
  ),
  processes: gauge(
    'vezne_processes',
    'Processes that say that they live (alive), and those that died and were not replaced (dead).',
    ['process', 'state'],
    WORKER,
  ),
  queueItems: gauge('vezne_queue_items', 'What waits in a queue, counted up to 10,000.', ['queue'], WORKER),
  queueOldest: gauge(
    'vezne_queue_oldest_seconds',
    'How long the oldest item of a queue has waited; 0 if there is none.',
    ['queue'],
    WORKER,
  ),
  endpointsLate: gauge(
    'vezne_webhook_endpoints_late',
    'Endpoints of partners that have not taken an event for five minutes.',
    ['state'],
    WORKER,
  ),
  endpointOldest: gauge(
    'vezne_webhook_oldest_late_seconds',
    'The age of the oldest event that such an endpoint has not taken; 0 if there is none.',
    ['state'],
    WORKER,
  ),
  databaseSize: gauge('vezne_database_size_bytes', 'Size of the database.', [], WORKER),
  serverConnections: gauge(
    'vezne_database_server_connections',
    "Connections of the database's server, of all who use it.",
    [],
    WORKER,
  ),
  serverConnectionsMax: gauge(
    'vezne_database_server_connections_max',
    "Connections that the database's server allows.",
    [],
    WORKER,
  ),
  standbys: gauge(
    'vezne_database_standbys',
    "Standbys that are connected to the database; nothing if the database's owner may not see them.",
    [],
    WORKER,
  ),
  confirmingStandbys: gauge(
    'vezne_database_confirming_standbys',
    "Standbys that commits wait for (sync or quorum) and that are connected; nothing if the database's owner may not see them.",
    [],
    WORKER,
  ),
  expectedStandbys: gauge(
    'vezne_database_expected_standbys',
    'VEZNE_DATABASE_STANDBYS: how many standbys have to confirm commits.',
    [],
    WORKER,
  ),
  replicationLag: gauge(
    'vezne_database_replication_lag_seconds',
    'How far the standby that is furthest behind is; nothing without one.',
    [],
    WORKER,
  ),
  archivedAge: gauge(
    'vezne_database_archived_age_seconds',
    'How long ago the database archived a segment of its log; nothing without archive_mode and archive_timeout.',
    [],
    WORKER,
  ),
  alarmLast: gauge(
    'vezne_alarm_last_timestamp_seconds',
    'When any process raised this alarm for the last time within a day, in Unix seconds.',
    ['alarm'],
    WORKER,
  ),
  ledgerSound: gauge(
    'vezne_ledger_sound_timestamp_seconds',
    'When the books were last found to add up, in Unix seconds; 0 if never.',
    [],
    WORKER,
  ),
  ledgerDifferences: gauge(
    'vezne_ledger_differences',
    'Differences that the last check of the books found; 0 when they add up.',
    [],
    WORKER,
  ),
} as const satisfies Record<string, Metric>;

function counter(name: string, help: string, labels: readonly string[], of: readonly ProcessKind[]): Metric {
  return { name, help, type: 'counter', labels, of };
}

function gauge(name: string, help: string, labels: readonly string[], of: readonly ProcessKind[]): Metric {
  return { name, help, type: 'gauge', labels, of };
}

function histogram(
  name: string,
  help: string,
  labels: readonly string[],
  of: readonly ProcessKind[],
): Metric {
  return { name, help, type: 'histogram', labels, of };
}
