import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'undici';
import { createConnector } from '../../../src/jobs/webhooks/connector.ts';
import { createClientsByUrl } from '../../../src/jobs/webhooks/endpoint-clients.ts';
import type { ClientsByUrl, EndpointClients } from '../../../src/jobs/webhooks/endpoint-clients.ts';
import { startReceiver } from './receiver.ts';

function openClients(t: TestContext): ClientsByUrl {
  const clients = createClientsByUrl(createConnector({ allowPrivate: true, timeoutMs: 1_000 }));
  t.after(async () => await clients.close());
  return clients;
}

function endpointOf(clients: ClientsByUrl, url: string): EndpointClients {
  return clients.of(url) ?? assert.fail(url);
}

/** One request to its end, as the sender does it. */
async function post(endpoint: EndpointClients): Promise<void> {
  const client = endpoint.take();
  try {
    const { body } = await client.request({ path: endpoint.path, method: 'POST' });
    await body.dump();
  } finally {
    endpoint.give(client);
  }
}

test('an endpoint uses its connection again, and opens another only while all are busy', async (t) => {
  const receiver = await startReceiver(t, (_, response) => setTimeout(() => response.end(), 20));
  const endpoint = endpointOf(openClients(t), receiver.url);
  for (let count = 0; count < 3; count += 1) await post(endpoint);
  assert.equal(receiver.connections(), 1);
  await Promise.all([post(endpoint), post(endpoint), post(endpoint)]);
  assert.equal(receiver.connections(), 3);
  await post(endpoint);
  assert.equal(receiver.connections(), 3);
});

test('the client that was used last is taken first, so that the others come to the end of their time', async (t) => {
  const { url } = await startReceiver(t, (_, response) => response.end());
  const endpoint = endpointOf(openClients(t), url);
  await Promise.all([post(endpoint), post(endpoint)]);
  const [first, second] = [endpoint.take(), endpoint.take()];
  endpoint.give(second);
  endpoint.give(first);
  assert.equal(endpoint.take(), first);
});

test('connections are kept by the whole address, and are not shared by those of one host', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.end());
  const clients = openClients(t);
  const base = `http://127.0.0.1:${receiver.port}`;
  const urls = [`${base}/a`, `${base}/b`, `${base}/a?of=c`];
  for (const url of urls) await post(endpointOf(clients, url));
  assert.equal(receiver.connections(), 3);
  for (const url of urls) assert.equal(clients.of(url), clients.of(url));
  assert.equal(new Set(urls.map((url) => clients.of(url))).size, 3);
  assert.equal(endpointOf(clients, `${base}/a?of=c`).path, '/a?of=c');
  for (const url of ['', 'nonsense', 'ftp://127.0.0.1/', 'https://'])
    assert.equal(clients.of(url), undefined);
});

test('an endpoint is forgotten when its last connection closes', async (t) => {
  const { url } = await startReceiver(t, (_, response) => response.end());
  const clients = openClients(t);
  const endpoint = endpointOf(clients, url);
  await Promise.all([post(endpoint), post(endpoint)]);
  const [one, other] = [endpoint.take(), endpoint.take()];
  const closes = async (client: Client): Promise<void> => {
    const disconnected = once(client, 'disconnect');
    const { body } = await client.request({ path: endpoint.path, method: 'POST', reset: true });
    endpoint.give(client);
    await body.dump();
    await disconnected;
  };
  await closes(one);
  assert.equal(one.destroyed, true);
  assert.equal(clients.of(url), endpoint, 'The other connection is still used.');
  await closes(other);
  assert.notEqual(clients.of(url), endpoint);
});

test('an endpoint that refuses connections is forgotten, however often it is tried', async (t) => {
  const clients = openClients(t);
  // Port 1 belongs to a service that has not been used for decades.
  const url = 'http://127.0.0.1:1/';
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const endpoint = endpointOf(clients, url);
    await assert.rejects(post(endpoint), { code: 'ECONNREFUSED' });
    assert.notEqual(clients.of(url), endpoint);
  }
});

test('a client that is given back while it still connects is not used again', async (t) => {
  const { url } = await startReceiver(t, (_, response) => response.end());
  const endpoint = endpointOf(openClients(t), url);
  const slow = endpoint.take();
  const request = slow.request({ path: endpoint.path, method: 'POST' });
  endpoint.give(slow);
  await assert.rejects(request);
  assert.notEqual(endpoint.take(), slow);
});

test('a busy client whose connection closes connects again by itself', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.end());
  const clients = openClients(t);
  const endpoint = endpointOf(clients, receiver.url);
  const client = endpoint.take();
  const { body } = await client.request({ path: endpoint.path, method: 'POST', reset: true });
  await body.dump();
  await sleep(50);
  assert.equal(client.destroyed, false);
  const again = await client.request({ path: endpoint.path, method: 'POST' });
  await again.body.dump();
  endpoint.give(client);
  assert.equal(receiver.connections(), 2);
});
