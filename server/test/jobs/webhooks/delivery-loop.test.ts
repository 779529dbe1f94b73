import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import { captureLog } from '../../harness/log-lines.ts';
import { insertEvent } from '../../harness/events.ts';
import { insertEndpoint, insertEndpointSecret } from '../../harness/webhook-endpoints.ts';
import { openWebhookSetup, readDeliveries, readShares, until } from './webhook-setup.ts';
import type { PartnerServer } from './webhook-setup.ts';

const ids = ({ received }: PartnerServer): string[] => received.map(({ eventId }) => eventId);

test('a decision is delivered once, and the SDK verifies it with the old secret and with the new one', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const partner = await webhooks.startPartnerServer();
  const { id, secret: old } = await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url });
  const fresh = await insertEndpointSecret(webhooks.owner, id);
  webhooks.startService();

  const eventId = await webhooks.addEvent(await webhooks.addDeposit());
  await until(async () => (await readDeliveries(webhooks.owner))[0]?.state === 'delivered');
  await sleep(100);

  assert.deepEqual(ids(partner), [eventId]);
  const [webhook] = partner.received;
  assert.ok(webhook);
  for (const secrets of [old, fresh]) {
    const event = verifyWebhook({ ...webhook, secrets });
    assert.equal(event.eventId, eventId);
    assert.equal(event.event, 'deposit.approved');
    assert.equal(event.playerAmountCents, 92_150);
  }
  assert.equal(webhook.headers['webhook-id'], eventId);
  const { rows } = await webhooks.owner.query('select attempt_no, status_code, error from webhook_attempt');
  assert.deepEqual(rows, [{ attempt_no: 1, status_code: 200, error: null }]);
});

test('an endpoint receives only the event types that it asked for', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const partner = await webhooks.startPartnerServer();
  await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url, eventTypes: ['deposit.corrected'] });
  webhooks.startService();
  const deposit = await webhooks.addDeposit();
  await webhooks.addEvent(deposit);
  const corrected = await webhooks.addEvent(deposit, 'deposit.corrected');
  await until(() => partner.received.length > 0);
  assert.deepEqual(ids(partner), [corrected]);
});

test('an event is not passed whose type was asked for a moment before it happened', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const { owner } = webhooks;
  const partner = await webhooks.startPartnerServer();
  await insertEndpoint(owner, { ...webhooks, url: partner.url, eventTypes: ['deposit.approved'] });
  webhooks.startService();
  const deposit = await webhooks.addDeposit();
  const approved = await webhooks.addEvent(deposit);
  await until(() => partner.received.length === 1);
  await owner.query(`update webhook_endpoint set event_types = event_types || array['deposit.corrected']`);
  const corrected = await webhooks.addEvent(deposit, 'deposit.corrected');
  await until(() => partner.received.length === 2);
  assert.deepEqual(ids(partner), [approved, corrected]);
});

test('an event that is not accepted is sent again by the schedule, and each attempt is in the log', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const partner = await webhooks.startPartnerServer(() => (partner.received.length < 3 ? 503 : 204));
  await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url });
  const { log, lines } = captureLog();
  webhooks.startService({}, log);

  const eventId = await webhooks.addEvent(await webhooks.addDeposit());
  await until(async () => (await readDeliveries(webhooks.owner))[0]?.state === 'delivered');

  assert.deepEqual(ids(partner), [eventId, eventId, eventId]);
  const { rows } = await webhooks.owner.query<{ status_code: number; waits: number | null }>(
    `select status_code, round(extract(epoch from next_attempt_at - at) * 1000)::int as waits
     from webhook_attempt order by attempt_no`,
  );
  assert.deepEqual(
    rows.map(({ status_code }) => status_code),
    [503, 503, 204],
  );
  const [first, second, third] = rows.map(({ waits }) => waits);
  assert.ok(first !== null && first !== undefined && first >= 18, `the first wait was ${first} ms`);
  assert.ok(second !== null && second !== undefined && second >= 36, `the second wait was ${second} ms`);
  assert.equal(third, null);
  assert.equal(lines('a webhook was not taken').length, 2);
});

test('after the last attempt an event is parked with an alarm, and a replay starts the schedule again', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const partner = await webhooks.startPartnerServer(() => 500);
  await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url });
  const { log, lines } = captureLog();
  webhooks.startService({}, log);

  const eventId = await webhooks.addEvent(await webhooks.addDeposit());
  await until(async () => (await readDeliveries(webhooks.owner))[0]?.state === 'parked');
  assert.equal(partner.received.length, 4, 'one attempt and three retries');
  await until(() => lines(PARKED).length > 0);
  assert.deepEqual(
    lines(PARKED).map(({ alarm, eventId: parked }) => ({ alarm, parked })),
    [{ alarm: 'webhook_parked', parked: eventId }],
  );

  // What a replay does. The first retry fails too: only a schedule that started again has more retries left.
  partner.respond = () => (partner.received.length < 6 ? 500 : 200);
  await webhooks.owner.query(
    `update webhook_delivery set state = 'pending', schedule_from = attempts, next_attempt_at = now()`,
  );
  await until(async () => (await readDeliveries(webhooks.owner))[0]?.state === 'delivered');
  assert.equal((await readDeliveries(webhooks.owner))[0]?.attempts, 6);
});

const PARKED = 'a webhook was tried to the end of its schedule; it waits for a person to replay it';

test('while the first event of a reference fails its followers wait, and other references do not', async (t) => {
  const webhooks = await openWebhookSetup(t);
  let isBroken = true;
  const partner = await webhooks.startPartnerServer(({ eventId }) =>
    isBroken && eventId === first ? 500 : 200,
  );
  await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url });
  webhooks.startService({ scheduleMs: Array.from({ length: 100 }, () => 50) });
  const deposit = await webhooks.addDeposit('order-1');
  const first = await webhooks.addEvent(deposit);
  await until(() => partner.received.length > 0);
  const second = await webhooks.addEvent(deposit, 'deposit.corrected');
  const third = await webhooks.addEvent(deposit, 'deposit.corrected');
  const other = await webhooks.addEvent(await webhooks.addDeposit('order-2'));

  await until(() => partner.received.filter(({ eventId }) => eventId === first).length >= 3);
  assert.equal(ids(partner).includes(other), true, 'the other reference did not wait');
  assert.equal(ids(partner).includes(second) || ids(partner).includes(third), false);

  isBroken = false;
  await until(async () => (await readDeliveries(webhooks.owner)).every(({ state }) => state === 'delivered'));
  const order = ids(partner).filter((id) => id !== other);
  assert.deepEqual(order.slice(-3), [first, second, third]);
});

test('a paused endpoint gets nothing, and gets what it missed when it resumes', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const partner = await webhooks.startPartnerServer();
  const { id } = await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url });
  webhooks.startService();
  const first = await webhooks.addEvent(await webhooks.addDeposit());
  await until(() => partner.received.length === 1);
  await webhooks.owner.query(`update webhook_endpoint set status = 'paused' where id = $1`, [id]);
  // It is let go as soon as the worker has seen it.
  await until(async () => (await readShares(webhooks.owner))[0] === 0);
  const missed = await webhooks.addEvent(await webhooks.addDeposit());
  await sleep(700);
  assert.deepEqual(ids(partner), [first]);
  await webhooks.owner.query(`update webhook_endpoint set status = 'active' where id = $1`, [id]);
  await until(() => partner.received.length > 1);
  assert.deepEqual(ids(partner), [first, missed]);
});

test('what is in flight when an endpoint is paused ends as usual, and nothing more goes', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const partner = await webhooks.startPartnerServer(() => undefined);
  const { id } = await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url });
  webhooks.startService({ maxPerEndpoint: 3, timeoutMs: 4_000, scheduleMs: [60_000] });
  for (let count = 0; count < 5; count++) await webhooks.addEvent(await webhooks.addDeposit());
  await until(() => partner.received.length === 3);
  await webhooks.owner.query(`update webhook_endpoint set status = 'paused' where id = $1`, [id]);
  await until(async () => (await readShares(webhooks.owner))[0] === 0);
  const deliveries = await readDeliveries(webhooks.owner);
  assert.deepEqual(
    deliveries.map(({ state, attempts }) => `${state} ${attempts}`),
    ['pending 1', 'pending 1', 'pending 1', 'unknown 0', 'unknown 0'],
  );
  assert.equal(partner.received.length, 3);
});

test('an attempt of a worker of the version before is not repeated while its lease lasts', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const partner = await webhooks.startPartnerServer();
  await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url });
  const eventId = await webhooks.addEvent(await webhooks.addDeposit());
  // What such a worker leaves when it dies in the middle of an attempt.
  await webhooks.owner.query(
    `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, attempts, leased_until)
     select w.id, e.id, e.feed_no, e.external_reference, 1, now() + interval '1500 ms' from webhook_endpoint w, event e`,
  );
  await webhooks.owner.query('update webhook_endpoint set last_feed_no = 1');
  const from = performance.now();
  webhooks.startService();
  await until(() => partner.received.length === 1);
  assert.ok(performance.now() - from > 700, 'not before the lease was over');
  await until(async () => (await readDeliveries(webhooks.owner))[0]?.state === 'delivered');
  assert.deepEqual(ids(partner), [eventId]);
});

test('two workers in parallel deliver each event once when nothing fails', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const partner = await webhooks.startPartnerServer();
  await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url });
  webhooks.startService();
  webhooks.startService();
  const told: string[] = [];
  for (let count = 0; count < 60; count += 1) told.push(await webhooks.addEvent(await webhooks.addDeposit()));
  await until(async () => {
    const deliveries = await readDeliveries(webhooks.owner);
    return deliveries.length === told.length && deliveries.every(({ state }) => state === 'delivered');
  });
  assert.deepEqual(ids(partner).toSorted(), told.toSorted());
});

test('a service that stops waits for deliveries in flight, and leaves nothing half done', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const partner = await webhooks.startPartnerServer(() => undefined);
  await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url });
  const service = webhooks.startService({ timeoutMs: 400, scheduleMs: [60_000] });
  await webhooks.addEvent(await webhooks.addDeposit());
  await until(() => partner.received.length === 1);
  await service.stop();
  assert.deepEqual(
    (await readDeliveries(webhooks.owner)).map(({ state, attempts }) => ({ state, attempts })),
    [{ state: 'pending', attempts: 1 }],
  );
  const { rows } = await webhooks.owner.query(
    'select error, owner_id, (select count(*)::int4 from living_process) as living from webhook_attempt, webhook_endpoint',
  );
  assert.deepEqual(rows, [{ error: 'timeout', owner_id: null, living: 0 }]);
});

test('an event whose notification was lost is delivered within a moment, even while another endpoint is always busy', async (t) => {
  const webhooks = await openWebhookSetup(t);
  const busy = await webhooks.startPartnerServer(() => {
    // It takes its time, and the other one is never idle.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    return 200;
  });
  const quiet = await webhooks.startPartnerServer();
  await insertEndpoint(webhooks.owner, { ...webhooks, url: busy.url, eventTypes: ['deposit.corrected'] });
  await insertEndpoint(webhooks.owner, { ...webhooks, url: quiet.url, eventTypes: ['deposit.approved'] });
  const [deposit, other] = [await webhooks.addDeposit(), await webhooks.addDeposit()];
  for (let count = 0; count < 400; count += 1)
    await insertEvent(webhooks.owner, deposit, 'deposit.corrected');
  // Only now: on a slow machine the busy one would be done before all of them are written.
  webhooks.startService({ maxPerEndpoint: 1 });
  await until(() => busy.received.length > 0);
  await insertEvent(webhooks.owner, other, 'deposit.approved');
  await until(() => quiet.received.length === 1);
  assert.ok(busy.received.length < 400, `${busy.received.length} of 400: the other endpoint was still busy`);
});

test('an event that is replayed during a failing attempt is tried again at once, and not by the old schedule', async (t) => {
  const webhooks = await openWebhookSetup(t);
  let isHanging = false;
  const partner = await webhooks.startPartnerServer(() => (isHanging ? undefined : 500));
  await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url });
  webhooks.startService({ scheduleMs: [20, 3_600_000], timeoutMs: 1_000 });
  await webhooks.addEvent(await webhooks.addDeposit());
  await until(() => partner.received.length === 1);
  isHanging = true;
  await until(() => partner.received.length === 2);
  await webhooks.owner.query(`update webhook_delivery set schedule_from = attempts, next_attempt_at = now()`);
  partner.respond = () => 200;
  await until(async () => (await readDeliveries(webhooks.owner))[0]?.state === 'delivered');
  assert.equal(partner.received.length, 3);
});

test('while an endpoint is down its events wait untried, one goes now and then, and all come when it is back', async (t) => {
  const webhooks = await openWebhookSetup(t);
  let isDown = true;
  const partner = await webhooks.startPartnerServer(() => (isDown ? 503 : 200));
  await insertEndpoint(webhooks.owner, { ...webhooks, url: partner.url });
  webhooks.startService({ scheduleMs: Array.from({ length: 50 }, () => 500) });
  const told: string[] = [];
  for (let count = 0; count < 300; count += 1)
    told.push(await webhooks.addEvent(await webhooks.addDeposit()));
  await sleep(1_200);
  const tried = new Set(ids(partner)).size;
  assert.ok(tried < 20, `${tried} were tried`);
  isDown = false;
  await until(() => new Set(ids(partner)).size === told.length);
  await until(async () => (await readDeliveries(webhooks.owner)).every(({ state }) => state === 'delivered'));
});
