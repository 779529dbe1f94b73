import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import { send, sign } from '../../harness/client.ts';
import { assertCreated, assertRefused } from '../../harness/expectations.ts';
import { depositBody } from '../../harness/factories.ts';
import { exchange, rawRequest } from '../../harness/raw-http.ts';

const PATH = '/v1/deposits';

suite('bytes that are not HTTP', () => {
  test('get our error format instead of no answer', async (t) => {
    const { url } = await startTestApi(t);
    for (const bytes of [
      'nonsense\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'POST /v1/deposits HTTP/9.9\r\n\r\n',
      'POST /v1/deposits FTP/1.1\r\n\r\n',
      'POST /v1/deposits HTTP/1.1\r\nHost: a\r\nBad Name: x\r\n\r\n',
      'POST /v1/deposits HTTP/1.1\r\nHost: a\r\nX-Api-Key : x\r\n\r\n',
      'POST /v1/deposits HTTP/1.1\r\nHost: a\r\nX-Api-Key\r\n\r\n',
      'POST /v1/deposits HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n',
      'POST /v1/deposits HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n',
      `POST /v1/deposits HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
      `POST /${'x'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      'POST /v1/deposits HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ]) {
      const answer = await exchange(url, Buffer.from(bytes, 'latin1'), { endAfterSending: true });
      assertRefused(
        answer ?? assert.fail(`no answer to ${bytes.slice(0, 60)}`),
        'invalid_request',
        bytes.slice(0, 60),
      );
    }
  });

  test('never turn the answer to the good request before them into a refusal', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    for (const [index, garbage] of ['\0', 'xx', '}', 'GARBAGE\r\n\r\n', 'POST', '\r\n\r\n%'].entries()) {
      const request = sign(partner, { path: PATH, body: depositBody() });
      const bytes = Buffer.concat([rawRequest(request, { without: ['connection'] }), Buffer.from(garbage)]);
      const answer = await exchange(url, bytes, { endAfterSending: true });
      // Success or no answer. A refusal would make the partner give the money back although the row exists.
      assert.ok(answer === undefined || answer.status === 201, `${garbage}: ${answer?.text}`);
      // The retry finds it or creates it.
      assertCreated(await send(url, request));
      assert.equal(await countTransactions(owner), index + 1);
    }
  });
});
