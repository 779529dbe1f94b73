import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { createNameResolver } from '../../../src/jobs/webhooks/resolve-name.ts';
import type { DeliveryResult } from '../../../src/jobs/webhooks/sender.ts';
import { startNameServer } from './name-server.ts';
import { startReceiver, startSecureReceiver } from './receiver.ts';
import { openSender } from './sending.ts';
import type { AwaitedSender } from './sending.ts';

const EVENT = { headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' }, body: '{"a":"ğ"}' };
/** For tests in which the time runs out. */
const TIMEOUT_MS = 300;
/** For all others: a busy machine takes its time, and must not look like a receiver that hangs. */
const AMPLE_MS = 20_000;

function developmentSender(
  t: TestContext,
  options: Partial<Parameters<typeof openSender>[1]> = {},
): AwaitedSender {
  return openSender(t, { allowPrivate: true, timeoutMs: AMPLE_MS, ...options });
}

/** Sends one event to a receiver that responds like this. */
async function deliverTo(
  t: TestContext,
  answer: RequestListener,
  timeoutMs = AMPLE_MS,
): Promise<DeliveryResult> {
  const { url } = await startReceiver(t, answer);
  return await developmentSender(t, { timeoutMs }).send({ ...EVENT, url });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function assertTookAboutTheTimeout({ durationMs }: DeliveryResult): void {
  assert(durationMs >= TIMEOUT_MS - 5 && durationMs < AMPLE_MS, `took ${durationMs} ms`);
}

test('the receiver gets exactly the given bytes and headers, at the path with its query', async (t) => {
  let seen: unknown;
  await deliverTo(t, async (request, response) => {
    const { method, url, headers } = request;
    seen = { method, url, id: headers['webhook-id'], host: headers.host, body: await bodyOf(request) };
    response.end();
  });
  assert.partialDeepStrictEqual(seen, {
    method: 'POST',
    url: '/hooks?from=vezne',
    id: 'evt_1',
    body: EVENT.body,
  });
});

test('200 and 204 count as delivered', async (t) => {
  const ok = await deliverTo(t, (_, response) => response.end('{"ok":true}'));
  assert.partialDeepStrictEqual(ok, {
    outcome: 'delivered',
    status: 200,
    error: null,
    answerStart: '{"ok":true}',
    retryAfterSeconds: null,
  });
  const empty = await deliverTo(t, (_, response) => response.writeHead(204).end());
  assert.partialDeepStrictEqual(empty, { outcome: 'delivered', status: 204, error: null, answerStart: '' });
});

test('an early hint is not the response', async (t) => {
  const result = await deliverTo(t, (_, response) => {
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.writeHead(503).end();
  });
  assert.partialDeepStrictEqual(result, { outcome: 'failed', status: 503 });
});

test('every other status is a failure, and the log shows the start of the response', async (t) => {
  for (const status of [301, 400, 404, 410, 429, 500, 503]) {
    const result = await deliverTo(t, (_, response) => response.writeHead(status).end('why'));
    const error = status === 301 ? 'redirect' : null;
    assert.partialDeepStrictEqual(result, { outcome: 'failed', status, error, answerStart: 'why' });
  }
});

test('a receiver that never responds costs the time of one delivery and no more', async (t) => {
  const result = await deliverTo(t, () => undefined, TIMEOUT_MS);
  assert.partialDeepStrictEqual(result, { outcome: 'failed', status: null, error: 'timeout' });
  assertTookAboutTheTimeout(result);
});

test('a response that trickles in is cut off when the time is over, and does not count as delivered', async (t) => {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const trickleOn: RequestListener = (_, response) => {
    const trickle = setInterval(() => response.write('.'), 20);
    response.on('close', () => {
      clearInterval(trickle);
      close();
    });
  };
  // Enough for the first bytes to arrive on a busy machine.
  const result = await deliverTo(t, trickleOn, 2_000);
  assert.partialDeepStrictEqual(result, { outcome: 'failed', status: 200, error: 'timeout' });
  // The test ends by its own limit if the connection stays open.
  await closed;
});

test('an endless response is read up to 16 KiB, and the connection is dropped', async (t) => {
  let sentBytes = 0;
  let closed: Promise<unknown> | undefined;
  const result = await deliverTo(t, (_, response) => {
    closed = once(response, 'close');
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(1024))) sentBytes += 1024;
    };
    response.on('drain', more);
    more();
  });
  assert.partialDeepStrictEqual(result, { outcome: 'delivered', status: 200, error: null });
  assert.equal(result.answerStart, 'x'.repeat(512));
  await closed;
  assert(sentBytes < 8 * 1024 * 1024, `${sentBytes} bytes were taken`);
});

test('an endless error page is a failure', async (t) => {
  const page = 'x'.repeat(1024 * 1024);
  const result = await deliverTo(t, (_, response) => response.writeHead(500).end(page));
  assert.partialDeepStrictEqual(result, { outcome: 'failed', status: 500, error: null });
});

test('a connection that is reset before or during the response is a failure', async (t) => {
  const before = await deliverTo(t, (request) => request.socket.resetAndDestroy());
  assert.partialDeepStrictEqual(before, { outcome: 'failed', status: null, error: 'connection_reset' });
  const amid = await deliverTo(t, (request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => setTimeout(() => request.socket.resetAndDestroy(), 30));
  });
  assert.partialDeepStrictEqual(amid, { outcome: 'failed', status: 200, error: 'connection_reset' });
});

test('a closed port, an unknown name and a response that is not HTTP have different errors', async (t) => {
  const { send } = developmentSender(t);
  const raw = createServer((socket) => socket.resume().end('SSH-2.0-OpenSSH_9.2\r\n')).listen(0, '127.0.0.1');
  await once(raw, 'listening');
  const { port } = raw.address() as AddressInfo;
  assert.equal((await send({ ...EVENT, url: `http://127.0.0.1:${port}/` })).error, 'malformed_answer');
  raw.close();
  await once(raw, 'close');
  assert.equal((await send({ ...EVENT, url: `http://127.0.0.1:${port}/` })).error, 'connection_refused');
  const { server } = await startNameServer(t, () => []);
  const named = developmentSender(t, { resolveName: createNameResolver({ servers: [server] }) });
  assert.equal((await named.send({ ...EVENT, url: 'http://nobody.example/' })).error, 'name_not_resolved');
  for (const url of ['', 'nonsense', 'ftp://127.0.0.1/', 'https://']) {
    assert.equal((await send({ ...EVENT, url })).error, 'address_malformed', url);
  }
});

test('a header that cannot be sent is a failure, not an exception', async (t) => {
  const { url } = await startReceiver(t, (_, response) => response.end());
  const headers = { 'webhook-id': 'evt\r\nx-forged: 1' };
  assert.equal((await developmentSender(t).send({ ...EVENT, headers, url })).outcome, 'failed');
});

test('silent name servers cost the time of one delivery and no more', async (t) => {
  const { server } = await startNameServer(t, () => undefined);
  const { send } = developmentSender(t, {
    timeoutMs: TIMEOUT_MS,
    resolveName: createNameResolver({ servers: [server] }),
  });
  const result = await send({ ...EVENT, url: 'http://silent.example/' });
  assert.equal(result.error, 'timeout');
  assertTookAboutTheTimeout(result);
});

test('an untrusted certificate is refused before anything is sent', async (t) => {
  let requests = 0;
  const receiver = await startSecureReceiver(
    t,
    (_, response) => {
      requests += 1;
      response.end();
    },
    { name: 'partner.example' },
  );
  const result = await developmentSender(t).send({ ...EVENT, url: receiver.url });
  assert.partialDeepStrictEqual(result, {
    outcome: 'failed',
    status: null,
    error: 'certificate_not_trusted',
  });
  assert.equal(requests, 0);
});

test('the certificate must be for the name of the endpoint, and the Host header contains that name', async (t) => {
  let host: string | undefined;
  const receiver = await startSecureReceiver(
    t,
    (request, response) => {
      host = request.headers.host;
      response.end();
    },
    { name: 'partner.example' },
  );
  const trusted = getCACertificates('default');
  setDefaultCACertificates([receiver.certificate]);
  t.after(() => setDefaultCACertificates(trusted));
  const { server } = await startNameServer(t, () => ['127.0.0.1']);
  const { send } = developmentSender(t, { resolveName: createNameResolver({ servers: [server] }) });

  const right = await send({ ...EVENT, url: `https://partner.example:${receiver.port}/` });
  assert.partialDeepStrictEqual(right, { outcome: 'delivered', error: null });
  assert.equal(host, `partner.example:${receiver.port}`);
  const wrong = await send({ ...EVENT, url: `https://other.example:${receiver.port}/` });
  assert.equal(wrong.error, 'certificate_not_trusted');
});

test('Retry-After is read in seconds and as a date, and nonsense is ignored', async (t) => {
  const wish = async (value: string): Promise<number | null> => {
    const result = await deliverTo(t, (_, response) =>
      response.writeHead(503, { 'retry-after': value }).end(),
    );
    return result.retryAfterSeconds;
  };
  assert.equal(await wish('120'), 120);
  const inAMinute = await wish(new Date(Date.now() + 60_000).toUTCString());
  assert(inAMinute !== null && inAMinute >= 58 && inAMinute <= 60, `${inAMinute}`);
  assert.equal(await wish('Wed, 21 Oct 2015 07:28:00 GMT'), 0);
  for (const nonsense of ['-5', '1e9', 'soon', '2030', '99999999999']) {
    const expected = nonsense === '2030' ? 2030 : null;
    assert.equal(await wish(nonsense), expected, nonsense);
  }
});

test('what a receiver writes into our log is cut at 512 bytes and has no control characters', async (t) => {
  const text = `a\0b\r\n\u001B[31mred\u202Eevil ğ`;
  const result = await deliverTo(t, (_, response) => response.writeHead(500).end(text));
  assert.equal(result.answerStart, 'a b   [31mred evil ğ');
  const long = await deliverTo(t, (_, response) => {
    for (let part = 0; part < 10; part++) response.write('y'.repeat(100));
    response.end();
  });
  assert.equal(long.answerStart, 'y'.repeat(512));
});

test('deliveries share kept-alive connections, and use no more than are sent at once', async (t) => {
  const receiver = await startReceiver(t, (_, response) => setTimeout(() => response.end(), 5));
  const { send } = developmentSender(t);
  const oneAfterAnother = async (): Promise<void> => {
    for (let count = 0; count < 20; count += 1) {
      assert.equal((await send({ ...EVENT, url: receiver.url })).outcome, 'delivered');
    }
  };
  await Promise.all([oneAfterAnother(), oneAfterAnother()]);
  assert.equal(receiver.connections(), 2);
});

test('a hanging endpoint does not block the connections of another endpoint at the same host', async (t) => {
  const receiver = await startReceiver(t, (request, response) => {
    if (request.url === '/good') response.end();
  });
  const timeoutMs = 5_000;
  const { send } = developmentSender(t, { timeoutMs });
  const base = `http://127.0.0.1:${receiver.port}`;
  const hanging = Array.from({ length: 4 }, async () => await send({ ...EVENT, url: `${base}/hanging` }));
  const { outcome, durationMs } = await send({ ...EVENT, url: `${base}/good` });
  assert.equal(outcome, 'delivered');
  assert(durationMs < timeoutMs - 500, `took ${durationMs} ms`);
  assert((await Promise.all(hanging)).every(({ error }) => error === 'timeout'));
});

test('a delivery that timed out before it was connected is not sent afterwards', async (t) => {
  let requests = 0;
  const receiver = await startReceiver(t, (_, response) => {
    requests += 1;
    response.end();
  });
  const { send } = developmentSender(t, {
    timeoutMs: TIMEOUT_MS,
    // Undici's own connection timeout is coarse: it has not fired within this time.
    resolveName: async () => {
      await delay(TIMEOUT_MS + 30);
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  const { error } = await send({ ...EVENT, url: `http://slow.example:${receiver.port}/` });
  assert.equal(error, 'timeout');
  await delay(TIMEOUT_MS);
  assert.equal(receiver.connections(), 1, 'the connection came too early or not at all');
  assert.equal(requests, 0);
});
