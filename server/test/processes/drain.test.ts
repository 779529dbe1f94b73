import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApi } from '../../src/processes/api.ts';
import { apiConfig } from '../harness/api.ts';
import { createAgent, send } from '../harness/client.ts';
import { createTestDatabase } from '../harness/database.ts';
import { silentLog } from '../harness/silent-log.ts';

/** For a busy machine. It ends when all connections have ended. */
const DRAIN_MS = 30_000;
/** All of these are answered at once. */
const PATHS = ['/nowhere', '/openapi.json', '/healthz', '/pay/%'];

test('a process that is asked to stop says on an open connection that it is not ready', async (t) => {
  const database = await createTestDatabase(t);
  const { url, stop } = await startApi(apiConfig(database, { drainMs: DRAIN_MS }), silentLog);
  const agent = createAgent(1);
  const isReady = async () => await send(url, { method: 'GET', path: '/readyz' }, agent);
  assert.equal((await isReady()).status, 200);
  const stopped = stop();
  const { status, json } = await isReady();
  assert.deepEqual([status, json], [503, { status: 'the process is stopping' }]);
  await stopped;
});

test('an immediate answer also gets through while a process closes, and says that the connection closes', async (t) => {
  const database = await createTestDatabase(t);
  const { url, stop } = await startApi(apiConfig(database, { drainMs: DRAIN_MS }), silentLog);
  const agents = PATHS.map((path) => ({ path, agent: createAgent(1) }));
  for (const { agent } of agents) await send(url, { method: 'GET', path: '/healthz' }, agent);
  const stopped = stop();
  for (const { path, agent } of agents) {
    const { headers } = await send(url, { method: 'GET', path }, agent);
    assert.equal(headers.connection, 'close', path);
  }
  await stopped;
});
