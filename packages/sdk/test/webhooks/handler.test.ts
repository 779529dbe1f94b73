import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createWebhookHandler } from '@vezne/sdk/webhooks/handler';
import { memoryStore } from '@vezne/sdk/webhooks/store';
import type { ProcessedEvents } from '@vezne/sdk/webhooks/store';
import { isTestWebhook } from '@vezne/sdk/webhooks/test-event';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import { anEvent, asSent, EVENT, OTHER_SECRET, SECRET } from './sample-webhook.ts';

test('an event is processed once, however often it arrives', async () => {
  const credited: number[] = [];
  const handler = createWebhookHandler({
    secrets: SECRET,
    store: memoryStore(),
    onEvent: (event) => void credited.push(event.playerAmountCents),
  });
  const first = await handler.handle(asSent());
  assert.deepEqual([first.status, first.body], [200, '{"result":"done"}']);
  for (let time = 0; time < 3; time++) {
    const again = await handler.handle(asSent());
    assert.deepEqual([again.status, again.body], [200, '{"result":"already"}']);
  }
  assert.deepEqual(credited, [EVENT.playerAmountCents]);
});

test('of many simultaneous deliveries of one event, one does the work and the others wait for it', async () => {
  let credits = 0;
  const handler = createWebhookHandler({
    secrets: SECRET,
    store: memoryStore(),
    onEvent: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      credits++;
    },
  });
  const answers = await Promise.all(Array.from({ length: 20 }, async () => await handler.handle(asSent())));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(answers.filter(({ body }) => body === '{"result":"done"}').length, 1);
  assert.equal(credits, 1);
});

test('work that fails is answered with 500 and not remembered, so the next delivery does it again', async () => {
  const errors: Error[] = [];
  let attempts = 0;
  const handler = createWebhookHandler({
    secrets: SECRET,
    store: memoryStore(),
    onError: (error) => void errors.push(error),
    onEvent: () => {
      attempts++;
      if (attempts < 3) throw new Error('the password of the database is wrong');
    },
  });
  const statuses: number[] = [];
  for (let delivery = 0; delivery < 4; delivery++) {
    const { status, body } = await handler.handle(asSent());
    statuses.push(status);
    assert.ok(!body.includes('password'), 'internal errors stay private');
  }
  assert.deepEqual(statuses, [500, 500, 200, 200]);
  assert.equal(attempts, 3);
  assert.equal(errors.length, 2);
});

test('when one of several simultaneous deliveries fails, exactly one other does the work', async () => {
  let attempts = 0;
  const handler = createWebhookHandler({
    secrets: SECRET,
    store: memoryStore(),
    onError: () => undefined,
    onEvent: async () => {
      const attempt = ++attempts;
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (attempt === 1) throw new Error('not this time');
    },
  });
  const answers = await Promise.all(Array.from({ length: 5 }, async () => await handler.handle(asSent())));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 500]);
  assert.equal(attempts, 2);
});

test('the work gets the transaction of the store, and a store that fails is answered with 500', async () => {
  const seen: unknown[] = [];
  const store: ProcessedEvents<string> = {
    async once(_eventId, work) {
      await work('a transaction');
      throw new Error('the commit failed');
    },
  };
  const handler = createWebhookHandler({
    secrets: SECRET,
    store,
    onError: () => undefined,
    onEvent: (event, transaction) => void seen.push([event.eventId, transaction.toUpperCase()]),
  });
  assert.equal((await handler.handle(asSent())).status, 500);
  assert.deepEqual(seen, [[EVENT.eventId, 'A TRANSACTION']]);
});

test('a forged webhook does nothing, and its refusal says why', async () => {
  const errors: Error[] = [];
  const handler = createWebhookHandler({
    secrets: SECRET,
    store: memoryStore(),
    onEvent: () => assert.fail('It was processed.'),
    onError: (error) => void errors.push(error),
  });
  const { status, body } = await handler.handle(asSent(anEvent(1), { secrets: OTHER_SECRET }));
  assert.equal(status, 401);
  const answer = JSON.parse(body) as Record<string, string>;
  assert.equal(answer['code'], 'signature_mismatch');
  assert.equal(answer['error'], errors[0]?.message);
});

test('a mistake of the receiving program is answered with 500, so it does not look like a forgery', async () => {
  const handler = createWebhookHandler({
    secrets: SECRET,
    store: memoryStore(),
    onEvent: () => assert.fail('It was processed.'),
    onError: () => undefined,
  });
  const { headers } = asSent();
  for (const body of [EVENT as unknown as string, JSON.stringify(EVENT, null, 2)]) {
    assert.equal((await handler.handle({ headers, body })).status, 500);
  }
});

test('a malformed secret is found when the program starts', () => {
  assert.throws(
    () => createWebhookHandler({ secrets: '', store: memoryStore(), onEvent: () => undefined }),
    /The webhook secret is missing/,
  );
});

test('without onError nothing fails silently: the process emits a warning', async () => {
  const handler = createWebhookHandler({
    secrets: SECRET,
    store: memoryStore(),
    onEvent: () => {
      throw new TypeError('no such player');
    },
  });
  const warned = once(process, 'warning') as Promise<[Error]>;
  assert.equal((await handler.handle(asSent())).status, 500);
  const [warning] = await warned;
  assert.deepEqual([warning.name, warning.message], ['TypeError', 'no such player']);
});

test('a webhook gets its answer even if the log fails', async () => {
  const handler = createWebhookHandler({
    secrets: SECRET,
    store: memoryStore(),
    onEvent: () => undefined,
    onError: () => {
      throw new Error('the disk is full');
    },
  });
  const warned = once(process, 'warning') as Promise<[Error]>;
  assert.equal((await handler.handle(asSent(EVENT, { secrets: OTHER_SECRET }))).status, 401);
  assert.equal((await warned)[0].message, 'the disk is full');
});

test('an event that tests the endpoint is answered with 200, and neither the work nor the store hears of it', async () => {
  const handler = createWebhookHandler({
    secrets: SECRET,
    store: { once: () => assert.fail('the store was asked') },
    onEvent: () => assert.fail('the work was done'),
  });
  const test = {
    event: 'webhook.test',
    eventId: 'evt_1',
    message: '',
    occurredAt: '2026-11-15T09:52:18.640Z',
  };
  const sent = asSent(test as unknown as typeof EVENT);
  const { status, body } = await handler.handle(sent);
  assert.deepEqual([status, body], [200, '{"result":"test"}']);
  const verified = verifyWebhook({ ...sent, secrets: SECRET });
  assert.deepEqual([isTestWebhook(verified), isTestWebhook(EVENT)], [true, false]);
  const forged = await handler.handle(asSent(test as unknown as typeof EVENT, { secrets: OTHER_SECRET }));
  assert.equal(forged.status, 401);
});
