import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { TEST_EVENT_EXAMPLE } from '@vezne/contract/partner/examples';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import { isTestWebhook } from '@vezne/sdk/webhooks/test-event';
import { systemClock } from '../../../src/clock.ts';
import { createPool } from '../../../src/db/pool.ts';
import { toEventId } from '../../../src/ids.ts';
import { testEventBody } from '../../../src/jobs/webhooks/test-event-body.ts';
import { createWebhookTestService } from '../../../src/jobs/webhooks/test-service.ts';
import { createSealedSecrets } from '../../../src/keys/sealed-secrets.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/expectations.ts';
import { insertPartner } from '../../harness/factories.ts';
import { testKeys } from '../../harness/keys.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { insertEndpoint, insertEndpointSecret } from '../../harness/webhook-endpoints.ts';
import { startReceiver, startSecureReceiver } from './receiver.ts';

interface TestRow {
  taken_at: Date | null;
  ended_at: Date | null;
  status_code: number | null;
  error: string | null;
  answer_start: string | null;
  duration_ms: number | null;
}

async function prepare(t: TestContext) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  return {
    owner,
    endpointAt: async (url: string, status: 'active' | 'paused' = 'active') =>
      await insertEndpoint(owner, { partnerId, url, status }),
    async ask(endpointId: string): Promise<string> {
      const id = randomUUID();
      await owner.query(`insert into webhook_test (id, endpoint_id, asked_by) values ($1, $2, 'ayse')`, [
        id,
        endpointId,
      ]);
      return id;
    },
    async read(id: string): Promise<TestRow> {
      const { rows } = await owner.query<TestRow>('select * from webhook_test where id = $1', [id]);
      return rows[0] ?? assert.fail('It was forgotten.');
    },
    start(config: { allowPrivate?: boolean; timeoutMs?: number } = {}) {
      const pool = createPool({
        url: database.urlOf('vezne_worker'),
        maxConnections: 4,
        applicationName: 'test',
        log: silentLog,
      });
      const service = createWebhookTestService({
        pool,
        config: { allowPrivate: true, timeoutMs: 5_000, ...config },
        sealedSecrets: createSealedSecrets(testKeys.secretKeys),
        clock: systemClock,
        log: silentLog,
      });
      let stopping: Promise<void> | undefined;
      const stop = async (): Promise<void> => await (stopping ??= service.stop());
      t.after(async () => {
        await stop();
        await pool.end();
      });
      service.start();
      return { stop };
    },
  };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function ended(here: Prepared, id: string): Promise<TestRow> {
  return await until(
    async () => await here.read(id),
    ({ ended_at }) => ended_at !== null,
  );
}

test('the receiver gets one signed event that has nothing to credit, and no trace of it is left in the deliveries', async (t) => {
  const here = await prepare(t);
  const received: { headers: Record<string, string | string[] | undefined>; body: string }[] = [];
  const { url } = await startReceiver(t, async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.end('\u001b[2J thank you');
  });
  const { id: endpointId, secret } = await here.endpointAt(url);
  const second = await insertEndpointSecret(here.owner, endpointId);
  const before = (await here.owner.query('select * from webhook_endpoint')).rows;
  here.start();
  here.start();
  const id = await here.ask(endpointId);
  const row = await ended(here, id);
  assert.deepEqual([row.status_code, row.error], [200, null]);
  assert.equal(row.answer_start, ' [2J thank you', 'Nothing that moves the cursor of a terminal.');

  assert.equal(received.length, 1, 'Two workers run, and one sends it.');
  const [webhook = assert.fail()] = received;
  for (const secrets of [secret, second]) {
    const event = verifyWebhook({ ...webhook, secrets });
    assert.ok(isTestWebhook(event));
    assert.equal(event.eventId, toEventId(id));
  }
  assert.deepEqual(Object.keys(JSON.parse(webhook.body) as object), [
    'event',
    'eventId',
    'message',
    'occurredAt',
  ]);
  assert.equal(webhook.headers['content-type'], 'application/json');
  for (const table of ['event', 'webhook_delivery', 'webhook_attempt']) {
    assert.equal((await here.owner.query(`select from ${table}`)).rowCount, 0, table);
  }
  assert.deepEqual((await here.owner.query('select * from webhook_endpoint')).rows, before);
});

test('the documentation shows the event as it is sent', () => {
  const { eventId, occurredAt } = TEST_EVENT_EXAMPLE;
  const sent = testEventBody({ eventId, occurredAt: new Date(occurredAt) });
  assert.equal(JSON.stringify(TEST_EVENT_EXAMPLE), sent);
});

test('what the endpoint does is told as it is, and never tried again', async (t) => {
  const here = await prepare(t);
  let calls = 0;
  const answering = async (status: number, headers: Record<string, string> = {}): Promise<string> =>
    (
      await startReceiver(t, (_request, response) => {
        calls += 1;
        response.writeHead(status, headers).end('no');
      })
    ).url;
  const secure = await startSecureReceiver(t, (_request, response) => void response.end(), {
    name: 'localhost',
  });
  const hanging = await startReceiver(t, () => undefined);
  const closed = await startReceiver(t, (request) => request.socket.destroy());
  const expected: [url: string, status: number | null, error: string | null][] = [
    [await answering(401), 401, null],
    [await answering(404), 404, null],
    [await answering(500), 500, null],
    [await answering(307, { location: await answering(200) }), 307, 'redirect'],
    [secure.url, null, 'certificate_not_trusted'],
    [hanging.url, null, 'timeout'],
    [closed.url, null, 'connection_reset'],
    ['http://127.0.0.1:1/', null, 'connection_refused'],
    ['http://nowhere.invalid/', null, 'name_not_resolved'],
  ];
  here.start({ timeoutMs: 1_500 });
  const asked = await Promise.all(
    expected.map(async ([url]) => await here.ask((await here.endpointAt(url)).id)),
  );
  for (const [index, id] of asked.entries()) {
    const [url = '', status, error] = expected[index] ?? [];
    const row = await ended(here, id);
    assert.deepEqual([row.status_code, row.error], [status, error], url);
    assert.ok((row.duration_ms ?? -1) >= 0);
  }
  assert.equal(calls, 4, 'Each once, and the redirect was not followed.');
});

test('a test is bound by the same rules as a delivery: public addresses, live secrets, active endpoints', async (t) => {
  const here = await prepare(t);
  const reached: string[] = [];
  const { url } = await startReceiver(t, (request, response) => {
    reached.push(request.url ?? '');
    response.end();
  });
  here.start({ allowPrivate: false });
  const errorOf = async (endpointId: string): Promise<string | null> =>
    (await ended(here, await here.ask(endpointId))).error;
  assert.equal(await errorOf((await here.endpointAt(url)).id), 'address_refused: https_required');
  const local = await here.endpointAt(url.replace('http:', 'https:'));
  assert.equal(await errorOf(local.id), 'address_refused: loopback');
  assert.equal(await errorOf((await here.endpointAt(`${url}&paused`, 'paused')).id), 'endpoint_not_active');
  assert.deepEqual(reached, []);
});

test('a secret that cannot be opened is left out of the signatures, and without any other nothing is sent', async (t) => {
  const here = await prepare(t);
  const received: { headers: Record<string, string | string[] | undefined>; body: string }[] = [];
  const { url } = await startReceiver(t, async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.end();
  });
  const { id } = await here.endpointAt(url);
  await here.owner.query('update webhook_secret set key_version = 2');
  here.start();
  assert.equal((await ended(here, await here.ask(id))).error, 'secret_unreadable');
  assert.equal(received.length, 0);
  const secrets = await insertEndpointSecret(here.owner, id);
  assert.equal((await ended(here, await here.ask(id))).status_code, 200);
  verifyWebhook({ ...(received[0] ?? assert.fail()), secrets });
});

test('a worker that stops ends what it has begun, and takes nothing that waits for too long', async (t) => {
  const here = await prepare(t);
  const { url } = await startReceiver(t, (_request, response) => void setTimeout(() => response.end(), 400));
  const { id: endpointId } = await here.endpointAt(url);
  const { id: otherId } = await here.endpointAt(`${url}&other`);
  const old = await here.ask(otherId);
  await here.owner.query(`update webhook_test set asked_at = now() - interval '31 seconds'`);
  const id = await here.ask(endpointId);
  const service = here.start();
  await until(
    async () => await here.read(id),
    ({ taken_at }) => taken_at !== null,
  );
  await service.stop();
  assert.equal((await here.read(id)).status_code, 200);
  assert.equal((await here.read(old)).taken_at, null);
});
