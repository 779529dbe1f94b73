import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDrain } from '../../../src/processes/drain.ts';
import { readBeforeClosing } from '../../../src/http/server/read-before-closing.ts';
import { REQUEST_TIME_LIMITS, timeLimitOptions } from '../../../src/http/server/time-limits.ts';
import { startTestApi } from '../../harness/api.ts';
import { createAgent, send } from '../../harness/client.ts';
import { until } from '../../harness/expectations.ts';
import { openLine } from './impatient-api.ts';
import type { Line } from './impatient-api.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const QUIET_MS = 100;
/** For a busy machine. */
const SERVED_WITHIN_MS = 10_000;

/** A server, and a client's connection to it that has already had one answer. */
async function openServed(t: TestContext): Promise<{ server: Server; line: Line; atServer: Socket }> {
  const server = createServer((_request, response) => response.end('served'));
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const line = openLine(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [atServer] = (await once(server, 'connection')) as [Socket];
  line.socket.write(REQUEST);
  await untilServed(line, 1);
  return { server, line, atServer };
}

async function untilServed({ heard }: Line, times: number): Promise<void> {
  await until(
    async () => await Promise.resolve(heard().split('served').length - 1),
    (served) => served === times,
    SERVED_WITHIN_MS,
  );
}

function beBusy(ms: number): void {
  const startedMs = performance.now();
  while (performance.now() - startedMs < ms);
}

test('a request that arrived before its connection timed out is served, however busy the process was', async (t) => {
  const { server, line, atServer } = await openServed(t);
  server.keepAliveTimeout = QUIET_MS;
  readBeforeClosing(server);
  // After an immediate, as after other requests, timers run before arrived data is read.
  await nextTurn();
  line.socket.write(REQUEST);
  atServer.setTimeout(1);
  beBusy(QUIET_MS);
  await untilServed(line, 2);
  // Nothing more arrived, so now it is closed.
  await line.ended;
});

test('a request that arrived before a process closes is served, however busy the process was', async (t) => {
  const { server, line } = await openServed(t);
  const drain = createDrain(server);
  const drained = drain.start(QUIET_MS);
  await nextTurn();
  line.socket.write(REQUEST);
  beBusy(2 * QUIET_MS);
  await drained;
  await line.ended;
  assert.match(line.heard(), /connection: close\r\n[^]*served$/i);
});

test('a connection is kept ten seconds longer than every answer announces, and clients that follow it leave earlier', async (t) => {
  const { keepAliveTimeout, http } = timeLimitOptions(REQUEST_TIME_LIMITS);
  assert.equal(keepAliveTimeout, 65_000);
  assert.equal(http?.keepAliveTimeoutBuffer, 10_000);
  const { url } = await startTestApi(t);
  const agent = createAgent(1);
  t.after(() => agent.destroy());
  const answer = await send(url, { method: 'GET', path: '/healthz' }, agent);
  assert.equal(answer.headers['keep-alive'], 'timeout=65');
  const [idle] = Object.values(agent.freeSockets).flat();
  assert.equal(idle?.timeout, 64_000);
});
