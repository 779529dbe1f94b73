// Before a release: what it times depends on who else uses the machine. What lands has passed server/test/db/plans/queue-plans.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askEveryPage } from '../queue/asked.ts';
import { holdPages, holdStreams } from '../queue/limits.ts';
import { listenTogether } from '../queue/streams.ts';
import { openQueueWorld } from '../queue/world.ts';

/** `npm run long -- queue` has a million, and 30 sessions. */
const TRANSACTIONS = 20_000;
const WAITING = 10_000;
const SESSIONS = 12;
const SECONDS = 5;

test('a page of the queue comes in time with every filter, and whoever looks costs next to nothing', async (t) => {
  const world = await openQueueWorld(t, { transactions: TRANSACTIONS, waiting: WAITING });
  assert.ok(Math.abs(world.waiting - WAITING) < WAITING / 10, `${world.waiting} wait`);
  holdPages(await askEveryPage(world));
  holdStreams(await listenTogether(t, world, { sessions: SESSIONS, seconds: SECONDS }), SESSIONS);
});
