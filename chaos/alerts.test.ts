// Begins first: alerts fire and clear by the clock.
/**
 * Debian's Prometheus watches a real api and a real worker while the worst troubles happen to them. One has rules and intervals as we ship them,
 * and says how soon each alert fires; beside it stand `vezne status`, /metrics and the log. The other has shorter waits
 * (chaos/alerts/prometheus.ts), and says that each alert clears, for which the first would take a quarter of an hour.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { approveDeposit } from '../server/src/usecases/deposits/decide.ts';
import { manyVezneOn } from '../server/test/commands/vezne.ts';
import { startApiProcess } from '../server/test/harness/api-process.ts';
import { createAgent, send, sign } from '../server/test/harness/client.ts';
import { startDatabaseProxy } from '../server/test/harness/database-proxy.ts';
import type { TestDatabase } from '../server/test/harness/database.ts';
import { AYSE, cash, openDesk } from '../server/test/harness/desk.ts';
import { startDueJobs } from '../server/test/harness/due-jobs.ts';
import { until } from '../server/test/harness/expectations.ts';
import { depositBody } from '../server/test/harness/factories.ts';
import { holdTable, untilStatementWaits } from '../server/test/harness/hold-table.ts';
import { insertEndpoint } from '../server/test/harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../server/test/harness/worker-process.ts';
import { startReceiver } from '../server/test/jobs/webhooks/receiver.ts';
import { tamper } from '../server/test/usecases/audit/chain.ts';
import { claimPorts } from '../tools/ports/claim.ts';
import { asShipped, startPrometheus } from './alerts/prometheus.ts';
import { inLog, inMetrics, inStatus, seen } from './alerts/signs.ts';

test('each of the worst troubles is seen in status, metrics and alarm within a minute, and its alert clears when it is over', async (t) => {
  const desk = await openDesk(t);
  const { database, owner, partner } = desk;
  const proxy = await startDatabaseProxy(t, database.ownerUrl);
  const throughProxy = (role: 'vezne_api' | 'vezne_worker' | 'vezne_admin'): string =>
    Object.assign(new URL(database.urlOf(role)), { port: new URL(proxy.url).port }).href;
  const vezne = manyVezneOn(t, { urlOf: () => throughProxy('vezne_admin') });
  const firstPort = await claimPorts();
  const [clearingPort, shippedPort, apiPort, workerPort] = [0, 1, 2, 3].map((more) => firstPort + more) as [
    number,
    number,
    number,
    number,
  ];
  const startApi = async () =>
    await startApiProcess(t, database, {
      VEZNE_API_DATABASE_URL: throughProxy('vezne_api'),
      VEZNE_METRICS_PORT: String(apiPort),
      VEZNE_MAX_QUEUED_CREATES: '1',
      // The queue stays full until everybody has seen it.
      VEZNE_CREATE_BOUND_MS: '120000',
      VEZNE_BEAT_MS: '500',
    });
  const startWorker = async () =>
    await startWorkerProcess(t, database, {
      VEZNE_ENV: 'development',
      VEZNE_WORKER_DATABASE_URL: throughProxy('vezne_worker'),
      VEZNE_METRICS_PORT: String(workerPort),
      VEZNE_WEBHOOK_SCHEDULE_MS: Array.from({ length: 200 }, () => '1000').join(','),
      VEZNE_WEBHOOK_LEASE_MS: '1000',
      VEZNE_BEAT_MS: '500',
    });
  let isReceiverDown = true;
  const receiver = await startReceiver(t, (_request, response) => {
    response.writeHead(isReceiverDown ? 500 : 200).end();
  });
  await insertEndpoint(owner, { partnerId: partner.id, url: receiver.url });
  let api = await startApi();
  let worker = await startWorker();
  const makeDue = await startDueJobs(t, database);
  const targets = [`127.0.0.1:${apiPort}`, `127.0.0.1:${workerPort}`];
  const clearing = await startPrometheus(t, { port: clearingPort, targets });
  const shipped = await startPrometheus(t, { port: shippedPort, targets, watch: asShipped() });
  for (const prometheus of [clearing, shipped]) {
    await until(
      async () => await prometheus.series('up == 1'),
      (up) => up === 2,
    );
    // Before the first look nobody is there.
    await prometheus.untilNoneFires();
  }

  // Nobody can seal. A deposit is approved six minutes ago; its entry is in no seal, and its event is not taken.
  const letSeal = await holdSeals(database);
  await approveOne(desk);
  await tamper(owner, LONG_AGO);
  const lateEndpoint = seen(t, 'an endpoint that was down for five minutes', {
    status: inStatus(vezne, 'late_endpoint', 'has not taken 1 event, the oldest for 6 min'),
    metrics: inMetrics(workerPort, 'vezne_webhook_endpoints_late{state="active"}', (late) => late === 1),
    alert: shipped.untilFiring('VezneWebhookEndpointDown'),
  });
  const unsealed = seen(t, 'an audit log that is not sealed', {
    status: inStatus(vezne, 'unsealed_audit_entries', 'not sealed, the oldest for 6 min'),
    metrics: inMetrics(
      workerPort,
      'vezne_queue_oldest_seconds{queue="unsealed_audit_entries"}',
      (seconds) => seconds > 300,
    ),
    log: inLog(worker.urgentLines, 'audit_entries_unsealed'),
    alert: shipped.untilFiring('VezneAuditEntriesUnsealed'),
  });

  await tamper(
    owner,
    `update ledger_account set balance_cents = balance_cents + 1 where kind = 'partner_balance'`,
  );
  await makeDue('re_sum_ledger');
  // Where it is found it is said at once.
  await inLog(worker.urgentLines, 'ledger_difference');
  const difference = seen(t, 'a difference in the books', {
    status: inStatus(vezne, 'open_alarm', 'The alarm ledger_difference was raised by worker@'),
    metrics: inMetrics(workerPort, 'vezne_ledger_differences', (differences) => differences > 0),
    alert: shipped.untilFiring('VezneLedgerDifference'),
  });

  const release = await holdTable(owner);
  const agent = createAgent();
  const create = async (): Promise<number | undefined> =>
    (
      await send(
        api.url,
        { ...sign(partner, { path: '/v1/deposits', body: depositBody() }), timeoutMs: 120_000 },
        agent,
      )
    ).status;
  // One is being written, and one waits: the queue is full.
  const first = create();
  await untilStatementWaits(owner);
  const second = create();
  await inMetrics(apiPort, 'vezne_batch_queued{batch="create"}', (queued) => queued === 1);
  const pressure = startPressure(create);
  await seen(t, 'a full queue', {
    status: inStatus(vezne, 'open_alarm', 'The alarm overloaded was raised by api@'),
    metrics: inMetrics(apiPort, 'vezne_http_errors_total{code="overloaded"}', (refused) => refused >= 10),
    log: inLog(api.lastLines, 'overloaded'),
    alert: shipped.untilFiring('VezneOverloaded'),
  });
  await Promise.all([lateEndpoint, unsealed, difference]);
  assert.deepEqual(await pressure.stop(), new Set([503]), 'The queue was full all the time.');
  await release();
  assert.deepEqual([await first, await second], [201, 201]);

  await clearing.untilFiring(
    'VezneWebhookEndpointDown',
    'VezneAuditEntriesUnsealed',
    'VezneLedgerDifference',
    'VezneOverloaded',
  );
  await assertDashboardHasData(clearing);

  // All of it is mended, and both processes die.
  isReceiverDown = false;
  await clearing.untilClear('VezneWebhookEndpointDown', 'VezneOverloaded');
  await tamper(
    owner,
    `update ledger_account set balance_cents = balance_cents - 1 where kind = 'partner_balance'`,
  );
  await letSeal();
  api.child.kill('SIGKILL');
  const workerKnows = inMetrics(
    workerPort,
    'vezne_processes{process="api",state="dead"}',
    (dead) => dead === 1,
  );
  const deadApi = seen(t, 'a dead api', {
    status: inStatus(vezne, 'no_process', 'No api lives'),
    metrics: workerKnows,
    alert: shipped.untilFiring('VezneApiDead', 'VezneProcessDead'),
  });
  await workerKnows;
  worker.child.kill('SIGKILL');
  const deadWorker = seen(t, 'a dead worker', {
    status: inStatus(vezne, 'no_process', 'No worker lives'),
    // It tells nothing any more.
    metrics: until(
      async () => await shipped.series(`up{instance="127.0.0.1:${workerPort}"} == 0`),
      (down) => down === 1,
    ),
    alert: shipped.untilFiring('VezneWorkerDead'),
  });
  await Promise.all([deadApi, deadWorker]);
  await clearing.untilFiring('VezneWorkerDead', 'VezneApiDead', 'VezneProcessDead');
  [api, worker] = await Promise.all([startApi(), startWorker()]);
  // A worker seals when it starts.
  await clearing.untilClear(
    'VezneWorkerDead',
    'VezneApiDead',
    'VezneProcessDead',
    'VezneAuditEntriesUnsealed',
  );
  // A worker that was started since knows of the difference too.
  await clearing.untilFiring('VezneLedgerDifference');
  await makeDue('re_sum_ledger');
  await clearing.untilClear('VezneLedgerDifference');

  const before = worker.urgentLines().length;
  proxy.refuse(true);
  proxy.cut();
  await seen(t, 'a database that is away', {
    status: inStatus(vezne, 'database_away', 'Nothing is created, decided or delivered'),
    metrics: Promise.all(
      [apiPort, workerPort].map(async (port) => await inMetrics(port, 'vezne_database_up', (up) => up === 0)),
    ),
    log: Promise.all(
      [worker.urgentLines, api.lastLines].map(async (lines) => await inLog(lines, 'database_away')),
    ),
    alert: shipped.untilFiring('VezneDatabaseAway'),
  });
  await clearing.untilFiring('VezneDatabaseAway');
  proxy.refuse(false);
  await clearing.untilClear('VezneDatabaseAway');
  await until(
    async () => await Promise.resolve(worker.lines('the database is back')),
    (lines) => lines.length > 0,
  );
  const told = worker.urgentLines().slice(before);
  assert.deepEqual(
    told.flatMap(({ alarm }) => alarm ?? []),
    ['database_away', 'database_back'],
    'The outage is one alarm, and its end one.',
  );
  assert.ok(told.length <= MOST_LINES, `${told.length} lines`);
  await clearing.untilNoneFires();
});

/** Nobody else can seal until the returned function is called. */
async function holdSeals(database: TestDatabase): Promise<() => Promise<void>> {
  const holder = await database.pool('vezne_worker').connect();
  await holder.query('set idle_in_transaction_session_timeout = 0');
  await holder.query(`begin; select from work_lock where name = 'audit_seals' for update`);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

const BURST = 20;
const PAUSE_MS = 2_000;

/** Twenty creates at once, again and again. In the end it says which statuses they got. */
function startPressure(create: () => Promise<number | undefined>): {
  stop: () => Promise<Set<number | undefined>>;
} {
  const stopping = new AbortController();
  const statuses = new Set<number | undefined>();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      for (const status of await Promise.all(Array.from({ length: BURST }, create))) statuses.add(status);
      await sleep(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
      return statuses;
    },
  };
}

/** The two, and what each part of a worker says before it is known that the database is away. */
const MOST_LINES = 12;

/** With everything whose time the books compare. */
const LONG_AGO = [
  'transaction_step.at',
  'event.occurred_at',
  'ledger_transfer.at',
  'bank_movement.at',
  'audit_entry.at',
]
  .map((column) => column.split('.') as [string, string])
  .map(([table, column]) => `update ${table} set ${column} = ${column} - interval '6 minutes'`)
  .join('; ');

async function approveOne(desk: Awaited<ReturnType<typeof openDesk>>): Promise<void> {
  const transactionId = await desk.deposit();
  const { outcome } = await desk.decide(
    (fingerprint) => approveDeposit({ transactionId, fingerprint, actor: AYSE, actualCents: cash(1000) }),
    transactionId,
  );
  assert.equal(outcome, 'made');
}

/** Panels of things that did not happen, or that this installation lacks. */
const EMPTY = new Set([
  'Answers that are an error',
  'Alarms in the log',
  'Books found sound',
  'Connections cut',
  'How long a decision takes',
  'Last archived segment',
  'Standby behind',
]);

/** Prometheus understands every query of the dashboard, and has something to show for it. */
async function assertDashboardHasData(prometheus: { series(expr: string): Promise<number> }): Promise<void> {
  const dashboard = JSON.parse(
    readFileSync(new URL('../deploy/grafana/vezne.json', import.meta.url), 'utf8'),
  ) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const empty: string[] = [];
  for (const { title, targets = [] } of dashboard.panels) {
    for (const { expr } of targets) {
      const series = await prometheus.series(expr.replaceAll('$__rate_interval', '10s'));
      assert.ok(series >= 0, `${title}: Prometheus does not understand ${expr}`);
      if (series === 0) empty.push(title);
    }
  }
  assert.deepEqual(
    [...new Set(empty)].filter((title) => !EMPTY.has(title)),
    [],
  );
}
