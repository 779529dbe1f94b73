import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startApi } from '../../src/processes/api.ts';
import { apiConfig } from '../harness/api.ts';
import { startApiProcess } from '../harness/api-process.ts';
import { post } from '../harness/client.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { assertCreated, until } from '../harness/expectations.ts';
import { depositBody, insertBankAccount, insertPartner } from '../harness/factories.ts';
import type { TestPartner } from '../harness/factories.ts';
import { captureLog } from '../harness/log-lines.ts';
import { startCollector } from './collector.ts';

async function openShop(t: TestContext): Promise<{ database: TestDatabase; partner: TestPartner }> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await insertBankAccount(owner);
  return { database, partner: await insertPartner(owner) };
}

/** The modules of OpenTelemetry that a real api has loaded when it ends, after a create. V8 lists all scripts. */
async function loadedByApi(t: TestContext, env: Record<string, string>): Promise<string[]> {
  const { database, partner } = await openShop(t);
  const directory = await mkdtemp(join(tmpdir(), 'vezne-scripts-'));
  t.after(async () => await rm(directory, { recursive: true }));
  const scripts = { NODE_V8_COVERAGE: directory, VEZNE_DRAIN_MS: '50' };
  const { url, child, ended } = await startApiProcess(t, database, { ...scripts, ...env });
  assertCreated(await post(url, partner, '/v1/deposits', depositBody()));
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
  const urls: string[] = [];
  for (const file of await readdir(directory)) {
    const { result } = JSON.parse(await readFile(join(directory, file), 'utf8')) as {
      result: { url: string }[];
    };
    urls.push(...result.map((script) => script.url));
  }
  assert.ok(urls.some((script) => script.endsWith('/server/src/processes/api.ts')));
  return urls.filter((script) => script.includes('opentelemetry'));
}

test('without an endpoint an api loads nothing of OpenTelemetry, whatever its own variable says, and sends nothing', async (t) => {
  const collector = await startCollector(t);
  assert.deepEqual(await loadedByApi(t, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }), []);
  assert.deepEqual(collector.texts, []);
});

test('with an endpoint it is loaded, and a process that stops has sent what it did', async (t) => {
  const collector = await startCollector(t);
  assert.notDeepEqual(await loadedByApi(t, { VEZNE_OTLP_ENDPOINT: collector.endpoint }), []);
  assert.deepEqual(
    collector.spans.map(({ name }) => name),
    ['POST /v1/deposits'],
  );
});

/** A batch has two seconds. The rest is for a busy machine. */
const STOPS_WITHIN_MS = 8_000;

for (const away of ['hangs', 'is not there'] as const) {
  test(`while the receiver ${away}, the api answers, says what was lost, and stops in time`, async (t) => {
    const { database, partner } = await openShop(t);
    const { log, lines } = captureLog();
    const collector = away === 'hangs' ? await startCollector(t, { isHanging: true }) : undefined;
    // Nobody listens at port 1.
    const otlpEndpoint = collector?.endpoint ?? 'http://127.0.0.1:1';
    const { url, stop } = await startApi(apiConfig(database, { otlpEndpoint }), log);
    const create = async (): Promise<unknown> =>
      assertCreated(await post(url, partner, '/v1/deposits', depositBody()));
    await create();
    const [line] = await until(
      async () => {
        // More come while the first can't be sent.
        await create();
        return lines('traces could not be sent');
      },
      (found) => found.length > 0,
    );
    assert.ok(Number(line?.['lost']) >= 1);
    assert.equal(line?.['level'], 40);
    await create();
    const started = performance.now();
    await stop();
    assert.ok(performance.now() - started < STOPS_WITHIN_MS);
  });
}
