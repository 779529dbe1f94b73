import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEventListener } from '../../src/db/event-channel.ts';
import { createTestDatabase } from '../harness/database.ts';
import { silentLog } from '../harness/silent-log.ts';

const STOPPED_WITHIN_MS = 5_000;

test('a worker that is told to stop while it is connecting to listen for events does stop', async (t) => {
  const databaseUrl = (await createTestDatabase(t)).urlOf('vezne_worker');
  for (const afterMs of [0, 1, 5, 20, 60]) {
    const listener = createEventListener({ databaseUrl, log: silentLog, onAnnounced: () => undefined });
    listener.start();
    await sleep(afterMs);
    const outcome = await Promise.race([
      listener.stop().then(() => 'stopped'),
      sleep(STOPPED_WITHIN_MS, 'still waiting', { ref: false }),
    ]);
    assert.equal(outcome, 'stopped', `told to stop after ${afterMs} ms`);
  }
});
