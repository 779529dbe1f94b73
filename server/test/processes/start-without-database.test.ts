import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApiProcess } from '../harness/api-process.ts';
import { startConsoleProcess } from '../harness/console-process.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { ProcessRole } from '../harness/database.ts';
import { startDatabaseProxy } from '../harness/database-proxy.ts';
import type { DatabaseProxy } from '../harness/database-proxy.ts';
import { until } from '../harness/expectations.ts';
import { startTestPortal } from '../harness/portal.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';
import { claimPorts } from '../../../tools/ports/claim.ts';

test('an api, a worker, a console and a portal that start while the database is away wait for it, and then serve', async (t) => {
  const database = await createTestDatabase(t);
  const proxyOf = async (role: ProcessRole): Promise<DatabaseProxy> => {
    const proxy = await startDatabaseProxy(t, database.urlOf(role));
    proxy.refuse(true);
    return proxy;
  };
  const ofApi = await proxyOf('vezne_api');
  const ofConsole = await proxyOf('vezne_console');
  const ofPortal = await proxyOf('vezne_portal');
  const ofWorker = await proxyOf('vezne_worker');
  const proxies = [ofApi, ofConsole, ofPortal, ofWorker];
  const apiMetrics = await claimPorts();
  const workerMetrics = apiMetrics + 1;
  const starting = [
    startApiProcess(t, database, {
      VEZNE_API_DATABASE_URL: ofApi.url,
      VEZNE_METRICS_PORT: String(apiMetrics),
    }),
    startConsoleProcess(t, database, { VEZNE_CONSOLE_DATABASE_URL: ofConsole.url }),
    startTestPortal(t, { database, config: { databaseUrl: ofPortal.url } }),
    startWorkerProcess(t, database, {
      VEZNE_WORKER_DATABASE_URL: ofWorker.url,
      VEZNE_METRICS_PORT: String(workerMetrics),
    }),
  ] as const;
  // The watch of each, and several tries of its start.
  const refused = until(
    async () => await Promise.resolve(Math.min(...proxies.map((proxy) => proxy.refusals()))),
    (refusals) => refusals > 10,
  );
  assert.equal(
    typeof (await Promise.race([refused, ...starting])),
    'number',
    'One is ready before the database is.',
  );
  // Whoever restarts processes during an outage must not end its alert by that.
  for (const port of [apiMetrics, workerMetrics]) {
    const told = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    assert.match(told, /^vezne_database_up\b.* 0$/m);
  }
  for (const proxy of proxies) proxy.refuse(false);
  const [api, desk, portal] = await Promise.all(starting);
  for (const { url } of [api, desk, portal]) assert.equal((await fetch(`${url}/readyz`)).status, 200, url);
});

for (const { what, spoil } of [
  { what: 'a wrong password', spoil: (url: URL) => Object.assign(url, { password: 'wrong' }) },
  { what: 'TLS that the server does not speak', spoil: (url: URL) => withTls(url) },
])
  test(`a process with ${what} does not wait: no other try would mend it`, async (t) => {
    const database = await createTestDatabase(t);
    const wrong = spoil(new URL(database.urlOf('vezne_worker')));
    await assert.rejects(
      startWorkerProcess(t, database, { VEZNE_WORKER_DATABASE_URL: wrong.href }),
      /ended before it was ready: 1/,
    );
  });

function withTls(url: URL): URL {
  url.searchParams.set('sslmode', 'require');
  return url;
}
