import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApi } from '../../harness/api.ts';
import { get, post, send } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';
import { assertRefused } from '../../harness/expectations.ts';
import { exchange } from '../../harness/raw-http.ts';

test('an error is never cached, is always read as JSON, and carries a request id for questions', async (t) => {
  const { url, partner } = await startTestApi(t);
  const malformed = await exchange(url, Buffer.from('GARBAGE\r\n\r\n'), { endAfterSending: true });
  const refusals: [Answer, Parameters<typeof assertRefused>[1]][] = [
    [await send(url, { path: '/v1/deposits' }), 'authentication_headers_invalid'],
    [await post(url, partner, '/v1/deposits', {}), 'invalid_request'],
    [await get(url, partner, '/v1/transactions/txn_0'), 'not_found'],
    [await send(url, { method: 'GET', path: '/nowhere' }), 'not_found'],
    // A path that can't be decoded, and bytes that are not HTTP: neither has a route.
    [await send(url, { method: 'GET', path: '/v1/%zz' }), 'not_found'],
    [malformed ?? assert.fail('no answer'), 'invalid_request'],
  ];
  for (const [answer, code] of refusals) {
    const { requestId } = assertRefused(answer, code);
    assert.equal(answer.headers['cache-control'], 'no-store', answer.text);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff', answer.text);
    assert.equal(answer.headers['x-request-id'], requestId, answer.text);
  }
});
