import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countTransactions } from '../../harness/api.ts';
import { send, sign } from '../../harness/client.ts';
import { assertCreated, until } from '../../harness/expectations.ts';
import { depositBody } from '../../harness/factories.ts';
import { rawRequest } from '../../harness/raw-http.ts';
import { openLine, startImpatientApi } from './impatient-api.ts';

const LIMITS = { headersWithinMs: 400, bodyWithinMs: 400, stalledWithinMs: 5_000, lookEveryMs: 50 };
/** For a busy machine. */
const SLACK_MS = 2_000;

function assertInTime(endedAfterMs: number, limitMs: number): void {
  assert.ok(
    endedAfterMs >= limitMs - 20 && endedAfterMs < limitMs + SLACK_MS,
    `ended after ${endedAfterMs} ms`,
  );
}

suite('a create that arrives too slowly', { concurrency: 4 }, () => {
  const headEnd = (whole: Buffer) => whole.indexOf('\r\n\r\n');
  for (const [what, sentBytes] of [
    ['without a byte', () => 0],
    ['with half of its headers', (whole) => headEnd(whole) / 2],
    ['with its headers alone', (whole) => headEnd(whole) + 4],
    ['with all but the last byte', (whole) => whole.length - 1],
  ] satisfies [string, (whole: Buffer) => number][]) {
    test(`${what} is cut off without an answer, and is never executed even if the rest arrives later`, async (t) => {
      const { url, owner, partner } = await startImpatientApi(t, LIMITS);
      const request = sign(partner, { path: '/v1/deposits', body: depositBody() });
      const whole = rawRequest(request);
      const { socket, heard, ended } = openLine(t, url);
      socket.write(whole.subarray(0, sentBytes(whole)));
      assertInTime(await ended, 400);
      socket.write(whole.subarray(sentBytes(whole)));
      await sleep(500);
      // A partner reads a refusal as "nothing was created". After a broken connection it looks up or retries.
      assert.equal(heard(), '');
      assert.equal(await countTransactions(owner), 0);
      assertCreated(await send(url, request));
      assert.equal(await countTransactions(owner), 1);
    });
  }

  test('is also cut off if it keeps arriving byte by byte', async (t) => {
    const { url, owner, partner } = await startImpatientApi(t, LIMITS);
    const whole = rawRequest(sign(partner, { path: '/v1/deposits', body: depositBody() }));
    for (const start of [5, headEnd(whole) + 4]) {
      const { socket, heard, ended } = openLine(t, url);
      socket.write(whole.subarray(0, start));
      let sent = start;
      const drip = setInterval(() => socket.write(whole.subarray(sent, (sent += 1))), 50);
      t.after(() => clearInterval(drip));
      assertInTime(await ended, 400);
      assert.equal(heard(), '');
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test('to a path that does not exist is cut off like any other', async (t) => {
    const { url } = await startImpatientApi(t, LIMITS);
    const { socket, ended } = openLine(t, url);
    socket.write(
      'POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nab',
    );
    assertInTime(await ended, 400);
    assert.equal((await send(url, { method: 'GET', path: '/healthz' })).status, 200);
  });

  test('is created if it stays within the limits, in any number of pieces', async (t) => {
    const { url, partner } = await startImpatientApi(t, {
      ...LIMITS,
      headersWithinMs: 5_000,
      bodyWithinMs: 5_000,
    });
    const whole = rawRequest(sign(partner, { path: '/v1/deposits', body: depositBody() }));
    const { socket, heard, ended } = openLine(t, url);
    for (let from = 0; from < whole.length; from += 100) {
      socket.write(whole.subarray(from, from + 100));
      await sleep(50);
    }
    await ended;
    assert.match(heard(), /^HTTP\/1\.1 201 /);
  });
});

suite('a connection', { concurrency: 4 }, () => {
  test('stays open between two requests for longer than a request may take, and the next request is served', async (t) => {
    const { url, owner, partner } = await startImpatientApi(t, LIMITS);
    const { socket, heard } = openLine(t, url);
    for (let round = 1; round <= 3; round += 1) {
      const request = sign(partner, { path: '/v1/deposits', body: depositBody() });
      socket.write(rawRequest(request, { without: ['connection'] }));
      await until(
        async () => await Promise.resolve(heard().split('HTTP/1.1 201 ').length - 1),
        (created) => created === round,
        SLACK_MS,
      );
      await sleep(1_000);
    }
    assert.equal(socket.closed, false);
    assert.match(heard(), /^keep-alive: timeout=65\r$/im);
    assert.equal(await countTransactions(owner), 3);
  });
});
