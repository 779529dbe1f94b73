/**
 * Debian's Prometheus watches a real api and a real worker while what alerts are for happens to them. Only waiting times are shortened
 * (chaos/alerts/prometheus.ts); the expressions, the metrics and the processes are the real ones.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { approveDeposit } from '../server/src/usecases/deposits/decide.ts';
import { startApiProcess } from '../server/test/harness/api-process.ts';
import { createAgent, send, sign } from '../server/test/harness/client.ts';
import { startDatabaseProxy } from '../server/test/harness/database-proxy.ts';
import { AYSE, cash, openDesk } from '../server/test/harness/desk.ts';
import { startDueJobs } from '../server/test/harness/due-jobs.ts';
import { until } from '../server/test/harness/expectations.ts';
import { depositBody } from '../server/test/harness/factories.ts';
import { holdTable, untilStatementWaits } from '../server/test/harness/hold-table.ts';
import { insertEndpoint } from '../server/test/harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../server/test/harness/worker-process.ts';
import { startReceiver } from '../server/test/jobs/webhooks/receiver.ts';
import { insertEntries, tamper } from '../server/test/usecases/audit/chain.ts';
import { claimPorts } from '../tools/ports/claim.ts';
import { startPrometheus } from './alerts/prometheus.ts';

/** What a person on call has to see within this time, counted from the moment when it is so. */
const SEEN_WITHIN_MS = 60_000;

test('what happens to the service fires its alert within a minute, and the alert clears when it is over', async (t) => {
  const desk = await openDesk(t);
  const { database, owner, partner } = desk;
  const proxy = await startDatabaseProxy(t, database.ownerUrl);
  const throughProxy = (role: 'vezne_api' | 'vezne_worker'): string =>
    Object.assign(new URL(database.urlOf(role)), { port: new URL(proxy.url).port }).href;
  const firstPort = await claimPorts();
  const [prometheusPort, apiPort, workerPort] = [firstPort, firstPort + 1, firstPort + 2];
  const startApi = async () =>
    await startApiProcess(t, database, {
      VEZNE_API_DATABASE_URL: throughProxy('vezne_api'),
      VEZNE_METRICS_PORT: String(apiPort),
      VEZNE_MAX_QUEUED_CREATES: '1',
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
  const prometheus = await startPrometheus(t, {
    port: prometheusPort,
    targets: [`127.0.0.1:${apiPort}`, `127.0.0.1:${workerPort}`],
  });
  await until(
    async () => await prometheus.series('up == 1'),
    (up) => up === 2,
  );
  // Before the first look nobody is there.
  await prometheus.untilNoneFires();
  const seen = async (what: string, ...names: string[]): Promise<void> => {
    const ms = await prometheus.untilFiring(...names);
    assert.ok(ms < SEEN_WITHIN_MS, what);
    t.diagnostic(`${what}: ${names.join(', ')} after ${ms} ms`);
  };

  // An event that is six minutes old, to an endpoint that does not take it.
  await approveOne(desk);
  await tamper(owner, LONG_AGO);
  await seen('an endpoint was down for five minutes', 'VezneWebhookEndpointDown');

  // A round of sealing may come at any moment, and then there is another.
  await until(
    async () => {
      const { rowCount } = await owner.query('select from audit_entry where seal_no is null');
      if (rowCount === 0) await insertEntries(owner, 1);
      await tamper(
        owner,
        `update audit_entry set at = at - interval '6 minutes' where seal_no is null and at > now() - interval '5 minutes'`,
      );
      return await prometheus.firing();
    },
    (firing) => firing.includes('VezneAuditEntriesUnsealed'),
  );

  await tamper(
    owner,
    `update ledger_account set balance_cents = balance_cents + 1 where kind = 'partner_balance'`,
  );
  await makeDue('re_sum_ledger');
  await seen('the books have a difference', 'VezneLedgerDifference');

  const release = await holdTable(owner);
  const agent = createAgent();
  const create = async (): Promise<number | undefined> =>
    (await send(api.url, sign(partner, { path: '/v1/deposits', body: depositBody() }), agent)).status;
  // One is being written, and one waits: the queue is full.
  const first = create();
  await untilStatementWaits(owner);
  const second = create();
  await until(
    async () => await prometheus.series('vezne_batch_queued{batch="create"} == 1'),
    (series) => series === 1,
  );
  const others = await Promise.all(Array.from({ length: 20 }, create));
  assert.deepEqual(new Set(others), new Set([503]));
  await seen('the queue of creates is full', 'VezneOverloaded');
  await release();
  assert.deepEqual([await first, await second], [201, 201]);

  await assertDashboardHasData(prometheus);

  // All of it is mended, and both processes die.
  isReceiverDown = false;
  await prometheus.untilClear('VezneWebhookEndpointDown', 'VezneOverloaded');
  await tamper(
    owner,
    `update ledger_account set balance_cents = balance_cents - 1 where kind = 'partner_balance'`,
  );
  worker.child.kill('SIGKILL');
  api.child.kill('SIGKILL');
  await seen('both processes are dead', 'VezneWorkerDead', 'VezneApiDead', 'VezneProcessDead');
  [api, worker] = await Promise.all([startApi(), startWorker()]);
  // A worker seals when it starts.
  await prometheus.untilClear(
    'VezneWorkerDead',
    'VezneApiDead',
    'VezneProcessDead',
    'VezneAuditEntriesUnsealed',
  );
  // A worker that was started since knows of the difference too.
  await prometheus.untilFiring('VezneLedgerDifference');
  await makeDue('re_sum_ledger');
  await prometheus.untilClear('VezneLedgerDifference');

  const before = worker.urgentLines().length;
  proxy.refuse(true);
  proxy.cut();
  await seen('the database is away', 'VezneDatabaseAway');
  await until(
    async () => await Promise.resolve(worker.lines(AWAY)),
    (lines) => lines.length > 0,
  );
  proxy.refuse(false);
  await prometheus.untilClear('VezneDatabaseAway');
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
  await prometheus.untilNoneFires();
});

/** The two, and what each part of a worker says before it is known that the database is away. */
const MOST_LINES = 12;

const AWAY = 'the database cannot be reached; one line follows when it is back';

/** With everything whose time the books compare. */
const LONG_AGO = ['transaction_step.at', 'event.occurred_at', 'ledger_transfer.at', 'bank_movement.at']
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
