import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEventListener } from '../../../src/db/event-channel.ts';
import { startDatabaseProxy } from '../../harness/database-proxy.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { silentLog } from '../../harness/silent-log.ts';

const STOPPED_WITHIN_MS = 5_000;

test('a worker that is told to stop while it is connecting to listen for events does stop', async (t) => {
  const databaseUrl = (await createTestDatabase(t)).urlOf('vezne_worker');
  for (const afterMs of [0, 1, 5, 20, 60]) {
    const listener = createEventListener({ databaseUrl, log: silentLog, onAnnounced: () => undefined });
    listener.start();
    await sleep(afterMs);
    assert.equal(await stopping(listener), 'stopped', `told to stop after ${afterMs} ms`);
  }
});

test('a worker that listens on a connection that was lost without a word does stop', async (t) => {
  const databaseUrl = (await createTestDatabase(t)).urlOf('vezne_worker');
  const proxy = await startDatabaseProxy(t, databaseUrl);
  const { promise: isListening, resolve } = Promise.withResolvers<void>();
  const listener = createEventListener({
    databaseUrl: proxy.url,
    log: silentLog,
    onAnnounced: () => resolve(),
  });
  listener.start();
  await isListening;
  proxy.silence();
  assert.equal(await stopping(listener), 'stopped');
});

async function stopping(listener: { stop: () => Promise<void> }): Promise<string> {
  return await Promise.race([
    listener.stop().then(() => 'stopped'),
    sleep(STOPPED_WITHIN_MS, 'still waiting', { ref: false }),
  ]);
}
