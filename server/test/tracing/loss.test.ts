import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTracing } from '../../src/tracing/start.ts';
import type { TracedStep } from '../../src/tracing/tracing.ts';
import { newId, toTransactionId } from '../../src/ids.ts';
import { until } from '../harness/expectations.ts';
import { captureLog } from '../harness/log-lines.ts';
import { startReceiver } from '../jobs/webhooks/receiver.ts';
import { startCollector } from './collector.ts';

const step = (transactionId = newId()): TracedStep => ({
  name: 'a step',
  kind: 'internal',
  transactionId,
  startedAtMs: Date.now(),
  durationMs: 1,
  attributes: {},
});

const LOST = 'traces could not be sent';

test('what does not fit while the receiver hangs is dropped and counted', async (t) => {
  const { endpoint } = await startCollector(t, { isHanging: true });
  const { log, lines } = captureLog();
  const tracing = await startTracing({ endpoint, name: 'test', version: '1', log });
  for (let no = 0; no < 5_000; no += 1) tracing?.record(step());
  const [line] = await until(
    async () => lines(LOST),
    (found) => found.length > 0,
  );
  // 256 were on their way, 4,096 are kept in all.
  assert.equal(line?.['lost'], 256 + (5_000 - 4_096));
  await tracing?.stop();
});

test('a receiver that answers by the byte is cut off, and one that comes back is told what is new', async (t) => {
  let isSlow = true;
  let told = 0;
  const receiver = await startReceiver(t, (request, response) => {
    request.resume();
    if (!isSlow) {
      told += 1;
      response.end('{}');
      return;
    }
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 200);
    response.on('close', () => clearInterval(timer));
  });
  const { log, lines } = captureLog();
  const endpoint = new URL(receiver.url).origin;
  const tracing = await startTracing({ endpoint, name: 'test', version: '1', log });
  tracing?.record(step());
  await until(
    async () => lines(LOST),
    (found) => found.length === 1,
  );
  isSlow = false;
  tracing?.record(step());
  await tracing?.stop();
  assert.deepEqual([told, lines(LOST).length], [1, 1]);
});

test('an id as partners see it leads to the same trace, and what is no id to none', async (t) => {
  const { endpoint, spans } = await startCollector(t);
  const { log } = captureLog();
  const tracing = await startTracing({ endpoint, name: 'test', version: '1', log });
  const id = newId();
  for (const text of [id, toTransactionId(id), '', 'txn_', `${id}0`]) tracing?.record(step(text));
  await tracing?.stop();
  assert.deepEqual(
    spans.map(({ traceId }) => traceId),
    [id.replaceAll('-', ''), id.replaceAll('-', '')],
  );
});
