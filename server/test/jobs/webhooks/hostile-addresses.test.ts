import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createNameResolver, resolveLikeTheSystem } from '../../../src/jobs/webhooks/resolve-name.ts';
import type { ResolveName } from '../../../src/jobs/webhooks/resolve-name.ts';
import { HOSTILE_ANSWERS, HOSTILE_LITERALS } from './hostile-addresses.ts';
import { startNameServer } from './name-server.ts';
import { startReceiver } from './receiver.ts';
import { startForbiddenNetwork } from './forbidden-network.ts';
import { openSender } from './sending.ts';
import type { AwaitedSender } from './sending.ts';

const EVENT = { headers: { 'content-type': 'application/json' }, body: '{}' };
/** Public by its range, but used by nobody: this test network of the 1990s was given back and is not routed. */
const PUBLIC_ADDRESS = '3ffe::1';

function sender(t: TestContext, allowPrivate: boolean, resolveName?: ResolveName): AwaitedSender {
  return openSender(t, { allowPrivate, timeoutMs: 1000, resolveName });
}

test('at least 60 hostile addresses are tried', () => {
  assert(new Set([...HOSTILE_LITERALS, ...HOSTILE_ANSWERS]).size >= 60);
});

test('no spelling of an internal address lets a delivery into our network', async (t) => {
  const forbiddenNetwork = await startForbiddenNetwork(t);
  const { send } = sender(t, false);
  for (const literal of HOSTILE_LITERALS) {
    const { outcome, status, error } = await send({
      ...EVENT,
      url: literal.replace('PORT', `${forbiddenNetwork.port}`),
    });
    assert.equal(outcome, 'failed', literal);
    assert.equal(status, null, literal);
    assert.match(error ?? 'none', /^address_(?:malformed|refused: (?!https_required))/, literal);
  }
  assert.equal(forbiddenNetwork.connections(), 0);
});

test('in development the same addresses are reached, so this test would notice a delivery', async (t) => {
  const forbiddenNetwork = await startForbiddenNetwork(t);
  const { send } = sender(t, true);
  const literals = ['https://127.0.0.2:PORT/', 'https://0x7f.1:PORT/', 'https://[::ffff:7f00:1]:PORT/'];
  for (const literal of [...literals, 'http://[::1]:PORT/', 'http://localhost:PORT/']) {
    await send({ ...EVENT, url: literal.replace('PORT', `${forbiddenNetwork.port}`) });
  }
  assert.equal(forbiddenNetwork.connections(), 5);
});

test('plain http is refused in production', async (t) => {
  const forbiddenNetwork = await startForbiddenNetwork(t);
  const { send } = sender(t, false);
  for (const host of ['127.0.0.1', '[::1]', 'localhost', '192.0.66.2']) {
    const { error } = await send({ ...EVENT, url: `http://${host}:${forbiddenNetwork.port}/` });
    assert.equal(error, 'address_refused: https_required', host);
  }
  assert.equal(forbiddenNetwork.connections(), 0);
});

test('no name that leads into our network lets a delivery in, whatever else it leads to', async (t) => {
  const forbiddenNetwork = await startForbiddenNetwork(t);
  const { server } = await startNameServer(t, (name) => HOSTILE_ANSWERS[Number(name.split('.', 1)[0])]);
  const { send } = sender(t, false, createNameResolver({ servers: [server] }));
  for (const [index, answers] of HOSTILE_ANSWERS.entries()) {
    const { error } = await send({
      ...EVENT,
      url: `https://${index}.hostile.example:${forbiddenNetwork.port}/`,
    });
    assert.match(error ?? 'none', /^address_refused: (?!https_required)/, answers.join(', '));
  }
  assert.equal(forbiddenNetwork.connections(), 0);
});

test('a name that this machine itself resolves to an internal address is refused too', async (t) => {
  const forbiddenNetwork = await startForbiddenNetwork(t);
  const { send } = sender(t, false, resolveLikeTheSystem);
  for (const name of ['localhost', 'LOCALHOST']) {
    const { error } = await send({ ...EVENT, url: `https://${name}:${forbiddenNetwork.port}/` });
    assert.equal(error, 'address_refused: loopback', name);
  }
  assert.equal(forbiddenNetwork.connections(), 0);
});

test('a name that is public when checked and internal afterwards is never followed inside', async (t) => {
  const forbiddenNetwork = await startForbiddenNetwork(t);
  const names = await startNameServer(t, (_, nth) => (nth === 0 ? [PUBLIC_ADDRESS] : ['127.0.0.1', '::1']));
  const { send } = sender(t, false, createNameResolver({ servers: [names.server] }));
  const url = `https://rebinding.example:${forbiddenNetwork.port}/`;

  const first = await send({ ...EVENT, url });
  assert.match(first.error ?? 'none', /^(?:unreachable|timeout|connection_refused)$/);
  assert.deepEqual(names.questions('rebinding.example'), { a: 1, aaaa: 1 });
  assert.equal(forbiddenNetwork.connections(), 0);

  const second = await send({ ...EVENT, url });
  assert.equal(second.error, 'address_refused: loopback');
  assert.equal(forbiddenNetwork.connections(), 0);
});

test('a redirect into our network is not followed', async (t) => {
  const forbiddenNetwork = await startForbiddenNetwork(t);
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await startReceiver(t, (_, response) =>
      response.writeHead(status, { location: `http://127.0.0.2:${forbiddenNetwork.port}/` }).end(),
    );
    const result = await sender(t, true).send({ ...EVENT, url: receiver.url });
    assert.deepEqual([result.outcome, result.status, result.error], ['failed', status, 'redirect']);
    assert.equal(receiver.connections(), 1);
  }
  assert.equal(forbiddenNetwork.connections(), 0);
});

test('a refusal reveals no address to the partner', async (t) => {
  const { server } = await startNameServer(t, () => ['10.20.30.40']);
  const { send } = sender(t, false, createNameResolver({ servers: [server] }));
  const result = await send({ ...EVENT, url: 'https://inside.example/' });
  assert.equal(result.error, 'address_refused: private');
  assert(!JSON.stringify(result).includes('10.20'));
});
