import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { settle } from '../../../src/db/write/webhooks/settle.ts';
import { insertEvent } from '../../harness/events.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { depositRow, insertRow } from '../../db/rows/valid-rows.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';
import { openWebhookSetup, readDeliveries, readShares, until } from './webhook-setup.ts';
import type { PartnerServer, WebhookSetup } from './webhook-setup.ts';

const ENDPOINTS = 10;

interface BusyPartners {
  webhooks: WebhookSetup;
  server: PartnerServer;
  /** An event for every partner. */
  tellAll: () => Promise<void>;
}

/** Ten partners with an endpoint each, which always have something to hear. */
async function openBusyPartners(t: TestContext): Promise<BusyPartners> {
  const webhooks = await openWebhookSetup(t);
  const { owner } = webhooks;
  const server = await webhooks.startPartnerServer();
  const bankAccount = await insertBankAccount(owner);
  const partnerIds: string[] = [];
  for (let index = 0; index < ENDPOINTS; index += 1) {
    const { id } = await insertPartner(owner);
    await insertEndpoint(owner, { partnerId: id, url: `${server.url}/${index}` });
    partnerIds.push(id);
  }
  const tellAll = async (): Promise<void> => {
    for (const id of partnerIds) {
      const row = depositRow({ partner: { id }, bankAccount });
      await insertRow(owner, 'transaction', row);
      await insertEvent(owner, String(row['id']), 'deposit.approved');
    }
  };
  return { webhooks, server, tellAll };
}

test('two workers share ten endpoints evenly, a new one gets its share, and one that stops hands over at once', async (t) => {
  const { webhooks, server, tellAll } = await openBusyPartners(t);
  const telling = setInterval(() => void tellAll(), 300);
  t.after(() => clearInterval(telling));
  const first = webhooks.startService();
  await until(async () => String(await readShares(webhooks.owner)) === '10');
  const second = webhooks.startService();
  await until(async () => String(await readShares(webhooks.owner)) === '5,5');
  webhooks.startService();
  await until(async () => {
    const shares = await readShares(webhooks.owner);
    // Nobody has more than a third of ten, rounded up.
    return (
      shares.length === 3 &&
      shares.every((share) => share <= 4) &&
      shares.reduce((sum, share) => sum + share) === 10
    );
  });
  await first.stop();
  await until(async () => String(await readShares(webhooks.owner)) === '5,5', 3_000);
  await second.stop();
  await until(async () => String(await readShares(webhooks.owner)) === '10', 3_000);
  clearInterval(telling);
  await sleep(500);
  await until(async () => (await readDeliveries(webhooks.owner)).every(({ state }) => state === 'delivered'));
  // Nothing failed and nobody died, so nothing was sent twice.
  const received = server.received.map(({ eventId }) => eventId);
  assert.equal(new Set(received).size, received.length);
});

test('the endpoints of a worker that fell silent are taken over when its lease ends, and what it had done is not repeated', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const { owner } = webhooks;
  const partner = await webhooks.startPartnerServer();
  await insertEndpoint(owner, { ...webhooks, url: partner.url });
  const events: string[] = [];
  for (let count = 0; count < 4; count += 1)
    events.push(await webhooks.addEvent(await webhooks.addDeposit()));
  // It died after the third of four was taken, and before the first had an answer.
  const silent = '0190aaaa-0000-7000-8000-000000000001';
  await owner.query(
    `insert into living_process (id, kind, alive_until) values ($1, 'worker', now() + interval '1500 ms')`,
    [silent],
  );
  await owner.query('update webhook_endpoint set owner_id = $1', [silent]);
  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code)
     select w.id, e.id, 1, now(), 1, 200 from webhook_endpoint w, event e where e.feed_no = 3`,
  );
  const from = performance.now();
  webhooks.startService();
  await until(() => partner.received.length >= 3);
  assert.ok(performance.now() - from > 700, 'not before the lease was over');
  await until(async () => (await readDeliveries(owner)).every(({ state }) => state === 'delivered'));
  assert.deepEqual(
    partner.received.map(({ eventId }) => eventId).toSorted(),
    events.filter((_, index) => index !== 2).toSorted(),
  );
});

test('a worker that died before the clock went back keeps its endpoints no longer than any other', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const { owner } = webhooks;
  const partner = await webhooks.startPartnerServer();
  await insertEndpoint(owner, { ...webhooks, url: partner.url });
  await webhooks.addEvent(await webhooks.addDeposit());
  const dead = '0190aaaa-0000-7000-8000-000000000002';
  await owner.query(
    `insert into living_process (id, kind, alive_until) values ($1, 'worker', now() + interval '30 minutes')`,
    [dead],
  );
  await owner.query('update webhook_endpoint set owner_id = $1', [dead]);
  webhooks.startService();
  await until(() => partner.received.length === 1);
});

test('a worker whose word was not heard in time sends nothing more under its old name, and goes on under a new one', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const { owner } = webhooks;
  const partner = await webhooks.startPartnerServer();
  await insertEndpoint(owner, { ...webhooks, url: partner.url });
  webhooks.startService({ leaseMs: 1_000 });
  await webhooks.addEvent(await webhooks.addDeposit());
  await until(() => partner.received.length === 1);
  const before = await owner.query<{ id: string }>('select id from living_process');
  await owner.query(`update living_process set alive_until = now() - interval '1 second'`);
  const after = await webhooks.addEvent(await webhooks.addDeposit());
  await until(() => partner.received.some(({ eventId }) => eventId === after));
  await until(async () => {
    const { rows } = await owner.query<{ id: string }>(
      'select id from living_process where alive_until > now()',
    );
    return rows.length === 1 && rows[0]?.id !== before.rows[0]?.id;
  });
});

test('an endpoint that was lost to another worker is not moved by the first one, whose attempts are in the log all the same', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const { owner } = webhooks;
  const partner = await webhooks.startPartnerServer(() => undefined);
  await insertEndpoint(owner, { ...webhooks, url: partner.url });
  webhooks.startService({ timeoutMs: 1_000 });
  await webhooks.addEvent(await webhooks.addDeposit());
  await until(() => partner.received.length === 1);
  const other = '0190aaaa-0000-7000-8000-000000000002';
  await owner.query(
    `insert into living_process (id, kind, alive_until) values ($1, 'worker', now() + interval '1 minute')`,
    [other],
  );
  await owner.query('update webhook_endpoint set owner_id = $1, claim_no = claim_no + 1', [other]);
  await until(async () => (await owner.query('select from webhook_attempt')).rowCount === 1);
  await sleep(700);
  const { rows } = await owner.query(
    'select last_feed_no::int4, owner_id, (select count(*)::int4 from webhook_delivery) as exceptions from webhook_endpoint',
  );
  assert.deepEqual(rows, [{ last_feed_no: 0, owner_id: other, exceptions: 0 }]);
  assert.equal(partner.received.length, 1);
});

test('the log has every attempt, also when two owners made a first one of the same event', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const { owner } = webhooks;
  const partner = await webhooks.startPartnerServer();
  await insertEndpoint(owner, { ...webhooks, url: partner.url });
  await webhooks.addEvent(await webhooks.addDeposit());
  // What a process wrote that had lost the endpoint.
  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code)
     select w.id, e.id, 1, now(), 1, 500 from webhook_endpoint w, event e`,
  );
  webhooks.startService();
  await until(async () => (await readDeliveries(owner))[0]?.state === 'delivered');
  await until(async () => (await owner.query('select from webhook_attempt')).rowCount === 2);
  const { rows } = await owner.query(
    'select attempt_no, status_code from webhook_attempt order by attempt_no',
  );
  assert.deepEqual(rows, [
    { attempt_no: 1, status_code: 500 },
    { attempt_no: 2, status_code: 200 },
  ]);
});

test('two failures of one event that are written together are both in the log', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const { owner } = webhooks;
  const { id: endpointId } = await insertEndpoint(owner, { ...webhooks, url: 'http://127.0.0.1:9' });
  await webhooks.addEvent(await webhooks.addDeposit());
  const { rows: events } = await owner.query<{ eventId: string }>('select id as "eventId" from event');
  const failure = {
    endpointId,
    eventId: events[0]?.eventId ?? '',
    feedNo: 1,
    reference: 'order-1',
    durationMs: 5,
    isDelivered: false,
    status: null,
    error: 'ECONNRESET',
    answerStart: '',
    retryAfterMs: 60_000,
    scheduleFrom: 0,
  };
  const nowMs = Date.now();
  // One is of the time before the endpoint was lost and taken again.
  const tried = [{ ...failure, startedAtMs: nowMs }];
  const stale = [{ ...failure, startedAtMs: nowMs - 500 }];
  const progress = [{ endpointId, claimNo: 0, position: 1 }];
  await settle(owner, { progress, successes: [], tried, followers: [], stale }, { timeoutMs: 5_000 });
  const { rows } = await owner.query<{ attempt_no: number; at: Date }>(
    'select attempt_no, at from webhook_attempt order by attempt_no',
  );
  assert.deepEqual(rows, [
    { attempt_no: 1, at: new Date(nowMs - 500) },
    { attempt_no: 2, at: new Date(nowMs) },
  ]);
});
