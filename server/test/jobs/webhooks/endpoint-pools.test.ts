import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createConnector } from '../../../src/jobs/webhooks/connector.ts';
import { createEndpointPools } from '../../../src/jobs/webhooks/endpoint-pools.ts';
import { startReceiver } from './receiver.ts';

const connect = createConnector({ allowPrivate: true, timeoutMs: 1000 });

test('the connections of an endpoint are kept, and forgotten when the last one closes', async (t) => {
  const { url } = await startReceiver(t, (_, response) => response.end());
  const pools = createEndpointPools({ connect, maxConnectionsPerEndpoint: 1 });
  t.after(async () => await pools.close());
  const first = pools.of(url);
  assert(first);
  const { pool, path } = first;
  await (await pool.request({ path, method: 'POST' })).body.dump();
  assert.equal(pools.of(url), first);

  const disconnected = once(pool, 'disconnect');
  await (await pool.request({ path, method: 'POST', reset: true })).body.dump();
  await disconnected;
  assert.equal(pool.closed, true);
  assert.notEqual(pools.of(url), first);
});

test('an endpoint that refuses connections is forgotten, however often it is tried', async (t) => {
  const pools = createEndpointPools({ connect, maxConnectionsPerEndpoint: 2 });
  t.after(async () => await pools.close());
  // Port 1 belongs to a service that has not been used for decades.
  const url = 'http://127.0.0.1:1/';
  for (let attempt = 0; attempt < 3; attempt++) {
    const endpoint = pools.of(url);
    assert(endpoint);
    await assert.rejects(endpoint.pool.request({ path: '/', method: 'POST' }), { code: 'ECONNREFUSED' });
    assert.equal(endpoint.pool.closed, true);
  }
});
