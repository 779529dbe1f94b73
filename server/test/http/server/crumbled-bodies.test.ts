import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countTransactions } from '../../harness/api.ts';
import { sign } from '../../harness/client.ts';
import { until } from '../../harness/expectations.ts';
import { depositBody } from '../../harness/factories.ts';
import { rawRequest } from '../../harness/raw-http.ts';
import { REQUEST_TIME_LIMITS } from '../../../src/http/server/time-limits.ts';
import { openLine, startImpatientApi } from './impatient-api.ts';

/** For a busy machine; the limits for bodies would take longer. */
const CUT_WITHIN_MS = 5_000;

function inChunksOf(bytes: number, body: Buffer): string {
  const chunks: string[] = [];
  for (let at = 0; at < body.length; at += bytes) {
    const chunk = body.toString('latin1', at, at + bytes);
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  }
  return chunks.join('');
}

const headOf = (path: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}Transfer-Encoding: chunked\r\n\r\n`;

suite('a body in chunks of a few bytes', { concurrency: 4 }, () => {
  for (const [what, path] of [
    ['of the API', '/v1/deposits'],
    ['without a route', '/nothing'],
  ]) {
    test(`${what} is cut`, async (t) => {
      const { url } = await startImpatientApi(t, REQUEST_TIME_LIMITS);
      const { socket, heard, ended } = openLine(t, url);
      // Less than any route takes in, so that nothing but the chunks is wrong with it.
      socket.write(`${headOf(path ?? '')}${inChunksOf(1, Buffer.alloc(4_000, ' '))}`);
      assert.ok((await ended) < CUT_WITHIN_MS);
      assert.equal(heard(), '');
    });
  }

  test('of a page that is not there is cut, although it is answered before', async (t) => {
    const { url } = await startImpatientApi(t, REQUEST_TIME_LIMITS);
    const { socket, heard, ended } = openLine(t, url);
    socket.write(headOf('/pay/txn_0/0/details'));
    await until(
      async () => await Promise.resolve(heard()),
      (text) => text !== '',
      CUT_WITHIN_MS,
    );
    assert.match(heard(), /^HTTP\/1\.1 404 /);
    socket.write(inChunksOf(1, Buffer.alloc(4_000, ' ')));
    assert.ok((await ended) < CUT_WITHIN_MS);
  });

  test('is not read after a refusal', async (t) => {
    const { url } = await startImpatientApi(t, REQUEST_TIME_LIMITS);
    const { socket, heard, ended } = openLine(t, url);
    socket.write(
      `${headOf('/v1/deposits', 'Expect: nothing\r\n')}${inChunksOf(1, Buffer.alloc(4_000, ' '))}`,
    );
    assert.ok((await ended) < CUT_WITHIN_MS);
    assert.match(heard(), /^(HTTP\/1\.1 417 |$)/);
  });

  test('is served if it is short, and so is a long one in larger chunks', async (t) => {
    const { url, owner, partner } = await startImpatientApi(t, REQUEST_TIME_LIMITS);
    for (const [bytes, length] of [
      [1, 1_000],
      [64, 16_000],
    ] as const) {
      const request = sign(partner, {
        path: '/v1/deposits',
        body: JSON.stringify(depositBody()).padEnd(length),
      });
      const body = Buffer.from(`${inChunksOf(bytes, Buffer.from(request.body ?? ''))}0\r\n\r\n`, 'latin1');
      const { socket, heard } = openLine(t, url);
      socket.write(
        rawRequest(request, { without: ['content-length'], add: [['transfer-encoding', 'chunked']], body }),
      );
      await until(
        async () => await Promise.resolve(heard()),
        (text) => text !== '',
        CUT_WITHIN_MS,
      );
      assert.match(heard(), /^HTTP\/1\.1 201 /);
    }
    assert.equal(await countTransactions(owner), 2);
  });
});
