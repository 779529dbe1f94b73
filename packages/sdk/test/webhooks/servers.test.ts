import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import express from 'express';
import fastify from 'fastify';
import { fastifyPlugin } from '@vezne/sdk/webhooks/fastify';
import type { WebhookHandler } from '@vezne/sdk/webhooks/handler';
import { expressHandler, nodeHandler } from '@vezne/sdk/webhooks/node';
import { MAX_BODY_BYTES } from '@vezne/sdk/webhooks/raw-body';
import { anEvent, asSent, deliver, EVENT, OTHER_SECRET } from './sample-webhook.ts';
import { aShop, serve } from './receiver.ts';

type Start = (t: TestContext, handler: WebhookHandler) => Promise<string>;

const PATH = '/webhooks/vezne';

const SERVERS: Record<string, Start> = {
  'node:http': async (t, handler) => await serve(t, nodeHandler(handler)),
  'Express without a body parser': async (t, handler) =>
    await serve(t, express().post(PATH, expressHandler(handler))),
  'Express with express.raw': async (t, handler) =>
    await serve(t, express().post(PATH, express.raw({ type: '*/*', limit: '1mb' }), expressHandler(handler))),
  'Express with express.text': async (t, handler) =>
    await serve(
      t,
      express().post(PATH, express.text({ type: '*/*', limit: '1mb' }), expressHandler(handler)),
    ),
  'Express with express.json that keeps the raw bytes': async (t, handler) => {
    const keep = (request: object, _response: unknown, rawBody: Buffer): void => {
      Object.assign(request, { rawBody });
    };
    return await serve(
      t,
      express()
        .use(express.json({ verify: keep, limit: '1mb' }))
        .post(PATH, expressHandler(handler)),
    );
  },
  Fastify: async (t, handler) => {
    const app = fastify();
    t.after(async () => await app.close());
    await app.register(fastifyPlugin(handler), { path: PATH });
    return await app.listen({ host: '127.0.0.1', port: 0 });
  },
};

for (const [name, start] of Object.entries(SERVERS)) {
  suite(name, () => {
    test('accepts signed webhooks, each once', async (t) => {
      const shop = aShop();
      const url = `${await start(t, shop.handler)}${PATH}`;
      for (let number = 1; number <= 3; number++) {
        const event = { ...anEvent(number), externalReference: 'sipariş-İı-€-𝄞' };
        assert.deepEqual(await deliver(url, asSent(event)), { status: 200, answer: { result: 'done' } });
        assert.deepEqual(await deliver(url, asSent(event)), { status: 200, answer: { result: 'already' } });
      }
      assert.deepEqual(
        shop.processed,
        [1, 2, 3].map((number) => anEvent(number).eventId),
      );
      assert.deepEqual(shop.errors, []);
    });

    test('refuses forged, changed and unsigned ones', async (t) => {
      const shop = aShop();
      const url = `${await start(t, shop.handler)}${PATH}`;
      const sent = asSent();
      const forged = await deliver(url, asSent(EVENT, { secrets: OTHER_SECRET }));
      assert.deepEqual([forged.status, forged.answer['code']], [401, 'signature_mismatch']);
      const changed = await deliver(url, { ...sent, body: sent.body.replace('92150', '99150') });
      assert.deepEqual([changed.status, changed.answer['code']], [401, 'signature_mismatch']);
      const bare = await deliver(url, { headers: { 'content-type': 'application/json' }, body: sent.body });
      assert.deepEqual([bare.status, bare.answer['code']], [401, 'header_missing']);
      assert.deepEqual(shop.processed, []);
      assert.equal(shop.errors.length, 3);
    });

    test('answers 500 when the shop fails, and accepts the event the next time', async (t) => {
      const shop = aShop();
      const url = `${await start(t, shop.handler)}${PATH}`;
      shop.failing.add(EVENT.eventId);
      const failed = await deliver(url, asSent());
      assert.deepEqual([failed.status, failed.answer['code']], [500, 'event_not_processed']);
      assert.equal((await deliver(url, asSent())).status, 200);
      assert.deepEqual(shop.processed, [EVENT.eventId]);
    });

    test('answers 413 to a body that is larger than any webhook', async (t) => {
      const shop = aShop();
      const url = `${await start(t, shop.handler)}${PATH}`;
      const { headers } = asSent();
      const large = await deliver(url, { headers, body: bodyOf(MAX_BODY_BYTES + 1) });
      assert.deepEqual([large.status, large.answer['code']], [413, 'body_too_large']);
      const largest = await deliver(url, { headers, body: bodyOf(MAX_BODY_BYTES) });
      assert.equal(largest.status, 401);
      assert.equal((await deliver(url, asSent())).status, 200, 'the next one is accepted');
    });
  });
}

test('after express.json the raw bytes are gone, and the answer and onError say what to do', async (t) => {
  const shop = aShop();
  const app = express().use(express.json()).post(PATH, expressHandler(shop.handler));
  const { status, answer } = await deliver(`${await serve(t, app)}${PATH}`, asSent());
  assert.deepEqual([status, answer['code']], [500, 'body_parsed']);
  assert.match(shop.errors[0]?.message ?? '', /before any body parser.*express\.raw/);
  assert.deepEqual(shop.processed, []);
});

test('for node:http, a body that was already read is reported', async (t) => {
  const shop = aShop();
  const handle = nodeHandler(shop.handler);
  const url = await serve(t, (request, response) => {
    request.resume().on('end', () => handle(request, response));
  });
  const { status, answer } = await deliver(url, asSent());
  assert.deepEqual([status, answer['code']], [500, 'body_parsed']);
});

test('the Fastify plugin does not change the parsing and the errors of other routes', async (t) => {
  const app = fastify();
  t.after(async () => await app.close());
  await app.register(fastifyPlugin(aShop().handler), { path: PATH });
  app.post('/other', (request) => ({ parsed: request.body }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { 'content-type': 'application/json' };
  assert.deepEqual(await deliver(`${url}/other`, { headers, body: '{"a":1}' }), {
    status: 200,
    answer: { parsed: { a: 1 } },
  });
  const malformed = await deliver(`${url}/other`, { headers, body: '{' });
  assert.equal(malformed.answer['code'], 'FST_ERR_CTP_INVALID_JSON_BODY');
});

for (const name of ['node:http', 'Express without a body parser']) {
  test(`${name}: a method other than POST is answered with 405`, async (t) => {
    const start = SERVERS[name] ?? assert.fail();
    const handler = aShop().handler;
    const url =
      name === 'node:http' ? await start(t, handler) : await serve(t, express().use(expressHandler(handler)));
    const response = await fetch(url);
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST']);
  });
}

test('an endless body is refused before its end', async (t) => {
  const url = await serve(t, nodeHandler(aShop().handler));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 100000000\r\n\r\n');
  socket.write('x'.repeat(MAX_BODY_BYTES + 1));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 413 .*"code":"body_too_large"/s);
});

test('a connection that breaks within the body does no harm', async (t) => {
  const shop = aShop();
  const url = await serve(t, nodeHandler(shop.handler));
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 500\r\n\r\n{"type":');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  assert.equal((await deliver(url, asSent())).status, 200);
  assert.equal(shop.errors.length, 1);
});

test('when the program has already answered, the handler adds nothing', async (t) => {
  const shop = aShop();
  const handle = nodeHandler(shop.handler);
  const url = await serve(t, (request, response) => {
    handle(request, response);
    response.writeHead(503).end('{"late":true}');
  });
  assert.deepEqual(await deliver(url, asSent()), { status: 503, answer: { late: true } });
});

function bodyOf(bytes: number): string {
  const empty = JSON.stringify({ text: '' });
  return JSON.stringify({ text: 'x'.repeat(bytes - empty.length) });
}
