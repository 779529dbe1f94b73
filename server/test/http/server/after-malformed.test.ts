import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { partnerErrors } from '../../../src/http/partner/api-error.ts';
import { answerMalformedHttp } from '../../../src/http/server/error-handler.ts';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import { send, sign } from '../../harness/client.ts';
import { assertCreated, until } from '../../harness/expectations.ts';
import { depositBody } from '../../harness/factories.ts';
import { rawRequest } from '../../harness/raw-http.ts';
import { openLine } from './impatient-api.ts';

const MALFORMED = [
  'GARBAGE\r\n\r\n',
  'POST /v1/deposits HTTP/1.1\r\nHost: a\r\nBad Name: x\r\n\r\n',
  'POST /v1/deposits HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
  'POST /v1/deposits HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
  `POST /v1/deposits HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
  'POST /v1/deposits HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n0\r\n\r\n',
];

suite('after bytes that are not HTTP', { concurrency: 4 }, () => {
  test('a good create on the same connection is never executed, because "no" was already the answer', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    for (const malformed of MALFORMED) {
      const request = sign(partner, { path: '/v1/deposits', body: depositBody() });
      const good = rawRequest(request, { without: ['connection'] });
      const together = openLine(t, url);
      together.socket.write(Buffer.concat([Buffer.from(malformed), good]));
      const oneByOne = openLine(t, url);
      oneByOne.socket.write(malformed);
      for (const { socket, heard, ended } of [together, oneByOne]) {
        await ended;
        socket.write(good);
        await sleep(100);
        assert.match(heard(), /^HTTP\/1\.1 400 /, malformed.slice(0, 60));
        assert.equal(heard().split('HTTP/1.1 ').length, 2, 'one answer, and no more');
      }
      assert.equal(await countTransactions(owner), 0, malformed.slice(0, 60));
    }
    const request = sign(partner, { path: '/v1/deposits', body: depositBody() });
    assertCreated(await send(url, request));
  });

  test('the connection is closed soon, even if the other side keeps it open', async (t) => {
    const server = createServer();
    server.on('clientError', (error, socket) => {
      assert.ok(socket instanceof Socket);
      answerMalformedHttp(error, socket, { isServing: false, errors: partnerErrors });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const countConnections = promisify(server.getConnections.bind(server));
    const lines = MALFORMED.map((malformed) => {
      const line = openLine(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      line.socket.write(malformed);
      return line;
    });
    for (const { heard, ended } of lines) {
      await ended;
      assert.match(heard(), /^HTTP\/1\.1 400 /);
    }
    await until(countConnections, (connections) => connections === 0);
  });
});
