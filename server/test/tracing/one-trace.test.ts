import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDecisionRows } from '../../src/db/read/desk/decision-rows.ts';
import { startWorker } from '../../src/processes/worker.ts';
import { createDecisions } from '../../src/usecases/decisions/decisions.ts';
import { approveDeposit } from '../../src/usecases/deposits/decide.ts';
import { startTracing } from '../../src/tracing/start.ts';
import { startTestApi } from '../harness/api.ts';
import { post } from '../harness/client.ts';
import { AYSE, cash, retry } from '../harness/desk.ts';
import { assertCreated, until } from '../harness/expectations.ts';
import { depositBody } from '../harness/factories.ts';
import { silentLog } from '../harness/silent-log.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { workerConfig } from '../harness/worker-config.ts';
import { press } from '../http/pay/pages.ts';
import { startReceiver } from '../jobs/webhooks/receiver.ts';
import { startCollector } from './collector.ts';

test('create, press, decision and both tries of the webhook are one trace, named by the transaction', async (t) => {
  const collector = await startCollector(t);
  const otlpEndpoint = collector.endpoint;
  const api = await startTestApi(t, { config: { otlpEndpoint } });
  let asked = 0;
  const shop = await startReceiver(t, (request, response) => {
    request.resume();
    asked += 1;
    response.writeHead(asked === 1 ? 500 : 204).end();
  });
  const endpoint = await insertEndpoint(api.owner, { partnerId: api.partner.id, url: shop.url });
  const body = depositBody();

  const created = assertCreated(await post(api.url, api.partner, '/v1/deposits', body));
  const replayed = assertCreated(await post(api.url, api.partner, '/v1/deposits', body));
  assert.equal(replayed['id'], created['id']);
  const page = new URL(String(created['hostedUrl'])).pathname;
  assert.equal((await press(api, page)).status, 303);

  const traceId = String(created['id']).replace('txn_', '');
  const { rows } = await api.owner.query<{ id: string; iban: string }>(
    'select transaction.id, iban from transaction join bank_account on bank_account.id = bank_account_id',
  );
  const { id: transactionId, iban } = rows[0] ?? { id: '', iban: '' };
  const consolePool = api.database.pool('vezne_console');
  const tracing = await startTracing({
    endpoint: otlpEndpoint,
    name: 'console',
    version: '1',
    log: silentLog,
  });
  const decisions = createDecisions({ pool: consolePool, log: silentLog, retry, tracing });
  const row = (await findDecisionRows(consolePool, [transactionId], { timeoutMs: 5_000 })).get(transactionId);
  assert.ok(row);
  const approval = { transactionId, actor: AYSE, actualCents: cash(100) };
  const stale = await decisions.submit(approveDeposit({ ...approval, fingerprint: 'of something else' }));
  assert.equal(stale.outcome, 'refused');
  const { fingerprint } = row;
  const { outcome } = await decisions.submit(
    approveDeposit({ ...approval, fingerprint, actualCents: row.amountCents }),
  );
  assert.equal(outcome, 'made');
  await tracing?.stop();

  const { webhooks, ...config } = workerConfig(api.database, { otlpEndpoint });
  const worker = await startWorker({ ...config, webhooks: { ...webhooks, scheduleMs: [50] } }, silentLog);
  t.after(worker.stop);
  const spans = await until(
    async () => collector.spans.toSorted((a, b) => (a.startTimeUnixNano < b.startTimeUnixNano ? -1 : 1)),
    (found) => found.filter(({ service }) => service === 'vezne-worker').length === 2 && found.length === 7,
  );

  const root = traceId.slice(16);
  assert.deepEqual(
    spans.map((span) => [span.service, span.name, span.values['vezne.attempt'], span.status.code === 2]),
    [
      ['vezne-api', 'POST /v1/deposits', undefined, false],
      ['vezne-api', 'POST /v1/deposits', undefined, false],
      ['vezne-api', 'POST /pay/:id/:token/sent', undefined, false],
      ['vezne-console', 'decision approve', undefined, false],
      ['vezne-console', 'decision approve', undefined, false],
      ['vezne-worker', 'webhook deposit.approved', 1, true],
      ['vezne-worker', 'webhook deposit.approved', 2, false],
    ],
  );
  const [first, replay, , refused, made, failed, taken] = spans;
  assert.deepEqual([...new Set(spans.map((span) => span.traceId))], [traceId]);
  assert.deepEqual([first?.spanId, first?.parentSpanId ?? ''], [root, '']);
  assert.deepEqual([...new Set(spans.slice(1).map((span) => span.parentSpanId))], [root]);
  assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, spans.length);
  assert.deepEqual([first?.values['vezne.is_replay'], replay?.values['vezne.is_replay']], [false, true]);
  assert.match(String(first?.values['vezne.request_id']), /^req_[0-9a-f]{32}$/);
  assert.deepEqual(
    [refused?.values['vezne.outcome'], refused?.values['vezne.code']],
    ['refused', 'transaction_changed'],
  );
  assert.deepEqual([made?.values['vezne.outcome'], made?.values['vezne.status']], ['made', 'approved']);
  assert.deepEqual(
    [failed?.values['http.response.status_code'], failed?.values['vezne.endpoint_id']],
    [500, endpoint.id],
  );
  assert.equal(taken?.values['http.response.status_code'], 204);

  const all = collector.texts.join('\n');
  const token = page.split('/')[3] ?? '';
  assert.ok(token.length > 10 && iban.length > 10);
  for (const secret of [token, body.customer.fullName, iban, shop.url, body.externalReference])
    assert.ok(!all.includes(secret), `a trace tells ${secret}`);
});
