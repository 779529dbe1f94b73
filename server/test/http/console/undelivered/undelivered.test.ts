import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { countsMessage } from '@vezne/contract/console/live';
import {
  getEndpointDeliveries,
  listEndpointsBehind,
  listParkedEvents,
} from '@vezne/contract/console/undelivered';
import type {
  EndpointBehind,
  EndpointDeliveries,
  UndeliveredEvent,
} from '@vezne/contract/console/undelivered';
import { systemClock } from '../../../../src/clock.ts';
import { announceEvents } from '../../../../src/db/event-channel.ts';
import { fromEventId } from '../../../../src/ids.ts';
import { createWebhookService } from '../../../../src/jobs/webhooks/service.ts';
import { createSealedSecrets } from '../../../../src/keys/sealed-secrets.ts';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser } from '../../../harness/console.ts';
import { insertEvent } from '../../../harness/events.ts';
import { until } from '../../../harness/expectations.ts';
import { testKeys } from '../../../harness/keys.ts';
import { hears, listen } from '../../../harness/live-stream.ts';
import { silentLog } from '../../../harness/silent-log.ts';
import { insertEndpoint } from '../../../harness/webhook-endpoints.ts';
import { startReceiver } from '../../../jobs/webhooks/receiver.ts';

const HOSTILE = '<img src=x onerror=alert(1)>\u202e';

/** A partner's server that fails until it works, and the worker that tells it. */
interface Shop {
  endpointId: string;
  url: string;
  secret: string;
  isDown: boolean;
  received: string[];
}

async function openShop(t: TestContext, desk: ConsoleDesk, partnerId = desk.partner.id): Promise<Shop> {
  const shop: Shop = { endpointId: '', url: '', secret: '', isDown: true, received: [] };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await text(request);
    shop.received.push(fromEventId(String(request.headers['x-svc-event-id'])) ?? '');
    response.writeHead(shop.isDown ? 503 : 200).end(shop.isDown ? HOSTILE : 'ok');
  };
  const { url } = await startReceiver(t, (request, response) => void receive(request, response));
  const { id, secret } = await insertEndpoint(desk.owner, { partnerId, url });
  return Object.assign(shop, { endpointId: id, url, secret });
}

/** With the worker's own code, over real HTTP. */
function startWorker(t: TestContext, desk: ConsoleDesk, scheduleMs: readonly number[]): void {
  const service = createWebhookService({
    databaseUrl: desk.database.urlOf('vezne_worker'),
    config: {
      scheduleMs: [...scheduleMs],
      timeoutMs: 2_000,
      maxPerEndpoint: 4,
      leaseMs: 60_000,
      allowPrivate: true,
    },
    sealedSecrets: createSealedSecrets(testKeys.secretKeys),
    clock: systemClock,
    log: silentLog,
  });
  t.after(async () => await service.stop());
  service.start();
}

/** Something was decided, so long ago. */
async function happens(desk: ConsoleDesk, minutesAgo = 0): Promise<string> {
  const transactionId = await desk.deposit();
  const id = fromEventId(await insertEvent(desk.owner, transactionId, 'deposit.approved')) ?? '';
  await desk.owner.query(`update event set occurred_at = now() - make_interval(mins => $2) where id = $1`, [
    id,
    minutesAgo,
  ]);
  announceEvents(desk.owner);
  return id;
}

async function behind(page: Browser): Promise<EndpointBehind[]> {
  const { status, body } = await read(page, '/api/undelivered/endpoints');
  assert.equal(status, 200, JSON.stringify(body));
  return listEndpointsBehind.response.parse(body).endpoints;
}

async function parked(
  page: Browser,
  query = '',
): Promise<{ events: UndeliveredEvent[]; next: string | null }> {
  const { status, body } = await read(page, `/api/undelivered/parked${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return listParkedEvents.response.parse(body);
}

async function deliveriesOf(page: Browser, endpointId: string): Promise<EndpointDeliveries> {
  const { status, body } = await read(page, `/api/undelivered/endpoints/${endpointId}`);
  assert.equal(status, 200, JSON.stringify(body));
  return getEndpointDeliveries.response.parse(body);
}

async function untilParked(page: Browser, count: number): Promise<UndeliveredEvent[]> {
  return (
    await until(
      async () => await parked(page),
      ({ events }) => events.length === count,
    )
  ).events;
}

async function replays(desk: ConsoleDesk): Promise<{ actor: string; details: Record<string, unknown> }[]> {
  const { rows } = await desk.owner.query<{ actor: string; details: Record<string, unknown> }>(
    `select actor, details from audit_entry where action = 'webhook.replay' order by id`,
  );
  return rows;
}

const ADMINISTRATOR = { roles: ['administrator'] } as const;

suite('what partners have not taken', () => {
  test('an endpoint is shown when an event has waited for five minutes, with its last answer, and then what was given up', async (t) => {
    const desk = await openConsoleDesk(t);
    const shop = await openShop(t, desk);
    startWorker(t, desk, [600_000]);
    const { page } = await desk.operator();
    const event = await happens(desk, 3);
    await until(
      async () => await deliveriesOf(page, shop.endpointId),
      ({ events }) => events.length === 1,
    );
    assert.deepEqual(await behind(page), [], 'Three minutes are no trouble.');
    await desk.owner.query(`update event set occurred_at = now() - interval '6 minutes'`);
    const [endpoint] = await behind(page);
    assert.ok(endpoint);
    assert.equal(endpoint.id, shop.endpointId);
    assert.deepEqual(endpoint.partner, { id: desk.partner.id, name: desk.partner.name });
    assert.equal(
      endpoint.address,
      `${shop.url.split('?')[0]}?…`,
      'Without what may be a secret of the partner.',
    );
    assert.deepEqual([endpoint.status, endpoint.waiting, endpoint.parked], ['active', 1, 0]);
    assert.ok(Math.abs(Date.now() - Date.parse(endpoint.waitingSince ?? '') - 360_000) < 60_000);
    assert.ok(Date.parse(endpoint.nextTryAt ?? '') > Date.now() + 300_000);
    assert.deepEqual(
      [endpoint.lastFailure?.status, endpoint.lastFailure?.error, endpoint.lastFailure?.answerStart],
      // The worker keeps no characters that turn a line around.
      [503, null, HOSTILE.replace('\u202e', ' ')],
    );
    const { events } = await deliveriesOf(page, shop.endpointId);
    assert.deepEqual(
      events.map(({ eventId, state, attempts, eventType }) => ({ eventId, state, attempts, eventType })),
      [{ eventId: event, state: 'pending', attempts: 1, eventType: 'deposit.approved' }],
    );
    const all = JSON.stringify(await read(page, `/api/undelivered/endpoints/${shop.endpointId}`));
    assert.ok(!all.includes(shop.secret) && !all.includes('from=vezne'));
    assert.equal((await read(page, `/api/undelivered/endpoints/${randomUUID()}`)).code, 'not_found');
  });

  test('one that was given up is replayed once, however often it is pressed, and the worker delivers it', async (t) => {
    const desk = await openConsoleDesk(t);
    const shop = await openShop(t, desk);
    startWorker(t, desk, [5]);
    const { page, person } = await desk.operator(ADMINISTRATOR);
    const eventId = await happens(desk);
    const [given] = await untilParked(page, 1);
    assert.ok(given);
    assert.deepEqual([given.eventId, given.state, given.lastAttempt?.status], [eventId, 'parked', 503]);
    const tried = shop.received.length;
    assert.equal(given.attempts, tried);
    shop.isDown = false;
    const body = { eventId, attempts: given.attempts };
    const press = async (): Promise<unknown> =>
      (await page.call('replayUndelivered', body, { id: shop.endpointId })).body;
    const answers = await Promise.all([press(), press(), press()]);
    assert.deepEqual(answers.map((answer) => (answer as { events: number }).events).toSorted(), [0, 0, 1]);
    await untilParked(page, 0);
    await until(
      async () => shop.received.length,
      (count) => count === tried + 1,
    );
    await until(
      async () => (await deliveriesOf(page, shop.endpointId)).events.length,
      (count) => count === 0,
    );
    // A lost answer: the same press after it was delivered.
    assert.deepEqual(await press(), { events: 0, hasMore: false });
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(shop.received.length, tried + 1);
    const entries = await replays(desk);
    assert.deepEqual(
      entries.map(({ actor, details }) => [actor, details['deliveries']]),
      [[person.handle, 1]],
    );
  });

  test('all of an endpoint go out again, those that wait for a later try too, and the same press does it once', async (t) => {
    const desk = await openConsoleDesk(t);
    const shop = await openShop(t, desk);
    startWorker(t, desk, [600_000]);
    const { page } = await desk.operator(ADMINISTRATOR);
    const [old, first, second] = [await happens(desk, 120), await happens(desk, 10), await happens(desk)];
    const seen = await until(
      async () => await deliveriesOf(page, shop.endpointId),
      ({ events }) => events.length === 3,
    );
    const body = { seenAt: seen.readAt, since: new Date(Date.now() - 3_600_000).toISOString() };
    const press = async (given: Record<string, string>): Promise<unknown> =>
      (await page.call('replayUndelivered', given, { id: shop.endpointId })).body;
    // Still down: they are tried, and wait again.
    const tried = shop.received.length;
    assert.deepEqual(await press(body), { events: 2, hasMore: false });
    await until(
      async () => shop.received.length,
      (count) => count === tried + 2,
    );
    await until(
      async () => (await deliveriesOf(page, shop.endpointId)).events.map(({ attempts }) => attempts),
      (attempts) => attempts.join(',') === '1,2,2',
    );
    assert.deepEqual(await press(body), { events: 0, hasMore: false }, 'Tried since the person looked.');
    shop.isDown = false;
    const again = await deliveriesOf(page, shop.endpointId);
    assert.deepEqual(await press({ seenAt: again.readAt }), { events: 3, hasMore: false });
    await until(
      async () => (await deliveriesOf(page, shop.endpointId)).events.length,
      (count) => count === 0,
    );
    assert.deepEqual(shop.received.slice(-3).toSorted(), [old, first, second].toSorted());
    assert.deepEqual(
      (await replays(desk)).map(({ details }) => details['deliveries']),
      [2, 3],
    );
  });

  test('only who may change settings replays, and nothing of another endpoint', async (t) => {
    const desk = await openConsoleDesk(t);
    const [shop, other] = [await openShop(t, desk), await openShop(t, desk)];
    startWorker(t, desk, [5]);
    const { page } = await desk.operator(ADMINISTRATOR);
    const eventId = await happens(desk);
    const given = await untilParked(page, 2);
    const attempts = given[0]?.attempts ?? 0;
    for (const roles of [['operator'], ['senior_operator'], ['finance'], ['auditor']] as const) {
      const who = await desk.operator({ roles });
      const answer = await who.page.call('replayUndelivered', { eventId, attempts }, { id: shop.endpointId });
      assert.equal(answer.code, 'not_permitted', roles[0]);
      assert.equal((await parked(who.page)).events.length, 2, 'but everybody may look');
    }
    const call = async (body: unknown, id: string): Promise<unknown> => {
      const answer = await page.call('replayUndelivered', body, { id });
      return answer.code ?? answer.body;
    };
    assert.equal(await call({ eventId, attempts }, randomUUID()), 'not_found');
    assert.deepEqual(await call({ eventId: randomUUID(), attempts }, shop.endpointId), {
      events: 0,
      hasMore: false,
    });
    for (const wrong of [
      {},
      { eventId },
      { eventId, attempts: -1 },
      { eventId, attempts, seenAt: new Date().toISOString() },
      { seenAt: 'now' },
    ])
      assert.equal(await call(wrong, shop.endpointId), 'invalid_request', JSON.stringify(wrong));
    const isStill = await parked(page);
    assert.deepEqual(
      isStill.events.map(({ endpoint }) => endpoint.id).toSorted(),
      [shop.endpointId, other.endpointId].toSorted(),
    );
    shop.isDown = false;
    assert.deepEqual(await call({ eventId, attempts }, shop.endpointId), { events: 1, hasMore: false });
    const [left] = await untilParked(page, 1);
    assert.equal(left?.endpoint.id, other.endpointId);
  });

  test('what was given up comes page by page, the longest ago first, each once', async (t) => {
    const desk = await openConsoleDesk(t);
    const shop = await openShop(t, desk);
    const ids: string[] = [];
    for (let count = 0; count < 57; count += 1) ids.push(await happens(desk));
    await desk.owner.query(
      `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at)
       select $1, id, feed_no, external_reference, 'parked', 1, now() - make_interval(secs => (feed_no / 3)::int) from event`,
      [shop.endpointId],
    );
    const { page } = await desk.operator();
    const first = await parked(page);
    const second = await parked(page, `?after=${encodeURIComponent(first.next ?? '')}`);
    assert.deepEqual([first.events.length, second.events.length, second.next], [50, 7, null]);
    const walked = [...first.events, ...second.events];
    assert.deepEqual(walked.map(({ eventId }) => eventId).toSorted(), ids.toSorted());
    const times = walked.map(({ at }) => at);
    assert.deepEqual(times, times.toSorted());
    for (const wrong of ['x', `2026-02-30T00:00:00.000000Z_${randomUUID()}_${randomUUID()}`])
      assert.equal((await read(page, `/api/undelivered/parked?after=${wrong}`)).code, 'invalid_request');
  });

  test('a paused endpoint is counted, a disabled one is shown last and not counted', async (t) => {
    const desk = await openConsoleDesk(t);
    const partnerId = desk.partner.id;
    const url = (path: string): string => `https://shop.example/${path}`;
    const disabled = await insertEndpoint(desk.owner, { partnerId, url: url('old'), status: 'disabled' });
    const paused = await insertEndpoint(desk.owner, { partnerId, url: url('new'), status: 'paused' });
    await insertEndpoint(desk.owner, {
      partnerId,
      url: url('other'),
      status: 'paused',
      eventTypes: ['withdrawal.approved'],
    });
    await happens(desk, 10);
    await happens(desk);
    const { page } = await desk.operator();
    assert.deepEqual(
      (await behind(page)).map(({ id, waiting, lastFailure }) => ({ id, waiting, lastFailure })),
      [
        { id: paused.id, waiting: 2, lastFailure: null },
        { id: disabled.id, waiting: 2, lastFailure: null },
      ],
    );
    const stream = await listen(t, page, desk.url);
    const { data } = await hears(stream, ({ event }) => event === 'counts');
    assert.deepEqual(countsMessage.parse(data).undelivered, { endpoints: 1, parked: 0 });
  });
});
