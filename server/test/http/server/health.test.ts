import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { healthRoutes } from '../../../src/http/server/health.ts';
import { startTestApi } from '../../harness/api.ts';
import { send } from '../../harness/client.ts';
import { until } from '../../harness/expectations.ts';

test('the readiness check says no after a second, however long the configuration takes to load', async () => {
  const app = fastify();
  healthRoutes(app, { whyNotReady: async () => await new Promise(() => undefined) });
  const startMs = performance.now();
  const { statusCode } = await app.inject('/readyz');
  const tookMs = performance.now() - startMs;
  assert.equal(statusCode, 503);
  assert.ok(tookMs > 900 && tookMs < 2_500, `it took ${tookMs} ms`);
});

test('while the database stalls the process is alive but not ready, and is ready again afterwards', async (t) => {
  const { url, owner } = await startTestApi(t);
  const ask = async (path: string) => (await send(url, { method: 'GET', path })).status;
  const untilReadiness = async (expected: number) =>
    await until(
      async () => await ask('/readyz'),
      (status) => status === expected,
    );
  await untilReadiness(200);
  const holder = await owner.connect();
  try {
    await holder.query('begin; lock table configuration_epoch in access exclusive mode');
    await untilReadiness(503);
    assert.equal(await ask('/healthz'), 200);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await untilReadiness(200);
});
