import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApi } from '../harness/api.ts';
import { send } from '../harness/client.ts';

test('whoever opens the bare address is led to the documentation, below whatever path the service has', async (t) => {
  for (const [publicUrl, path, docs] of [
    ['https://pay.example', '/', '/docs'],
    ['https://pay.example/bank', '/bank/', '/bank/docs'],
    ['https://pay.example/bank', '/bank', '/bank/docs'],
  ] as const) {
    const { url } = await startTestApi(t, { config: { publicUrl } });
    const answer = await send(url, { method: 'GET', path });
    assert.deepEqual([answer.status, answer.headers['location'], answer.text], [302, docs, '']);
    assert.equal((await send(url, { method: 'GET', path: docs })).status, 200);
  }
});

test('nothing can be sent to the bare address', async (t) => {
  const { url } = await startTestApi(t);
  assert.equal((await send(url, { method: 'POST', path: '/' })).status, 404);
});
