// In a process of its own: its timers are counted.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep, setImmediate as nextTurn } from 'node:timers/promises';
import fastify from 'fastify';
import { cutLateBodies } from '../../../src/http/server/late-bodies.ts';
import {
  REQUEST_TIME_LIMITS,
  FILE_WITHIN_MS,
  timeLimitOptions,
} from '../../../src/http/server/time-limits.ts';
import { until } from '../../harness/expectations.ts';
import { openLine } from './impatient-api.ts';

/** For a busy machine; an answer takes milliseconds. */
const ANSWERED_WITHIN_MS = 10_000;
/** Beside much else more than 1.5 s were seen; a limit that does not hold would leave a body the minute of a file. */
const CUT_WITHIN_MS = 10_000;
const LIMITS = { headersWithinMs: 300, bodyWithinMs: 300, stalledWithinMs: 5_000, lookEveryMs: 50 };

async function startServer(t: TestContext): Promise<string> {
  const app = fastify(timeLimitOptions(LIMITS));
  cutLateBodies(app, LIMITS, () => undefined);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const answer = async () => await Promise.resolve('served');
  app.post('/usual', answer);
  app.post('/file', { config: { bodyWithinMs: FILE_WITHIN_MS } }, answer);
  app.post('/short', { config: { bodyWithinMs: 100 } }, answer);
  app.post('/timers', async () => {
    const atOnce = countTimers();
    await nextTurn();
    return `${Math.max(atOnce, countTimers())} timers`;
  });
  // Answers before the body arrives.
  app.post('/stranger', { onRequest: async (_request, reply) => await reply.code(404).send('no') }, answer);
  t.after(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return await app.listen({ host: '127.0.0.1', port: 0 });
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}

const headOf = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n`;

suite('the time limit for a body', { concurrency: 4 }, () => {
  test('is set by the route where a phone sends a file', async (t) => {
    const url = await startServer(t);
    const { socket, heard } = openLine(t, url);
    socket.write(headOf('/file'));
    for (const letter of 'slow!') {
      await sleep(200);
      socket.write(letter);
    }
    await until(
      async () => await Promise.resolve(heard()),
      (text) => text.endsWith('served'),
      ANSWERED_WITHIN_MS,
    );
    assert.match(heard(), /^HTTP\/1\.1 200 /);
  });

  test('is otherwise the usual limit, or less', async (t) => {
    const url = await startServer(t);
    const [usual, short] = await Promise.all(
      ['/usual', '/short'].map(async (path) => {
        const { socket, heard, ended } = openLine(t, url);
        socket.write(`${headOf(path)}slow`);
        const endedAfterMs = await ended;
        assert.equal(heard(), '', path);
        return endedAfterMs;
      }),
    );
    assert.ok(Number(usual) >= 290 && Number(usual) < CUT_WITHIN_MS, `${usual} ms`);
    assert.ok(Number(short) >= 90 && Number(short) < Number(usual), `${short} ms`);
  });

  test('also applies to a body that was refused before it arrived', async (t) => {
    const url = await startServer(t);
    const { socket, heard, ended } = openLine(t, url);
    socket.write(headOf('/stranger'));
    const endedAfterMs = await ended;
    assert.match(heard(), /^HTTP\/1\.1 404 /);
    assert.ok(endedAfterMs >= 290 && endedAfterMs < CUT_WITHIN_MS, `${endedAfterMs} ms`);
  });
});

test('headers and bodies have ten seconds, a file a minute, and the server’s own limit ends none of them sooner', () => {
  const { http, requestTimeout } = timeLimitOptions(REQUEST_TIME_LIMITS);
  assert.deepEqual(
    [http?.headersTimeout, REQUEST_TIME_LIMITS.bodyWithinMs, FILE_WITHIN_MS],
    [10_000, 10_000, 60_000],
  );
  assert.ok(Number(requestTimeout) >= 10_000 + FILE_WITHIN_MS);
  assert.ok(Number(http?.connectionsCheckingInterval) <= 1_000);
});

test('a body that arrives with its headers, as nearly all do, needs no timer', async (t) => {
  const url = await startServer(t);
  const before = countTimers();
  const slow = openLine(t, url);
  slow.socket.write(headOf('/file'));
  await sleep(100);
  const quick = openLine(t, url);
  quick.socket.write(`${headOf('/timers')}quick`);
  await once(quick.socket, 'data');
  // The missing body has two: for its time and for its rate.
  assert.match(quick.heard(), new RegExp(`${before + 2} timers$`));
});
