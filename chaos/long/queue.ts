import { test } from 'node:test';
import { askEveryPage } from '../queue/asked.ts';
import { holdPages, holdStreams } from '../queue/limits.ts';
import { listenTogether } from '../queue/streams.ts';
import { openQueueWorld } from '../queue/world.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- queue 100000`, of which a tenth waits. */
const TRANSACTIONS = Number(process.argv[2] ?? 1_000_000);
const WAITING = TRANSACTIONS / 10;
const SESSIONS = 30;
const SECONDS = 20;

test(`the deposit queue with ${WAITING} waiting of ${TRANSACTIONS}`, async (t) => {
  const startedMs = performance.now();
  const world = await openQueueWorld(t, { transactions: TRANSACTIONS, waiting: WAITING, say });
  const seededSeconds = (performance.now() - startedMs) / 1_000;
  const { rows } = await world.owner.query<{ server_version: string }>('show server_version');
  const asked = await askEveryPage(world);
  for (const [name, { ms, page }] of Object.entries({
    first: asked.first,
    last: asked.last,
    next: asked.next,
  }))
    say(`slowest ${name}: ${ms.toFixed(0)} ms, ${page}`);
  const streams = await listenTogether(t, world, { sessions: SESSIONS, seconds: SECONDS });
  say(JSON.stringify(streams));
  summarise({
    PostgreSQL: rows[0]?.server_version,
    transactions: TRANSACTIONS,
    waiting: world.waiting,
    'seeded in, s': seededSeconds.toFixed(0),
    pages: asked.pages,
    'slowest first page, ms': asked.first.ms.toFixed(0),
    'slowest last page, ms': asked.last.ms.toFixed(0),
    'slowest next, ms': asked.next.ms.toFixed(0),
    'reads of the queue a second, 1 and 30 sessions': `${streams.countsOfOne.toFixed(1)}, ${streams.countsOfAll.toFixed(1)}`,
    'looks at sessions a second': streams.looksOfAll.toFixed(1),
    'transactions a second, 1 and 30 sessions': `${streams.transactionsOfOne.toFixed(1)}, ${streams.transactionsOfAll.toFixed(1)}`,
    'heard by all within, ms': streams.heardMs.toFixed(0),
  });
  holdPages(asked);
  holdStreams(streams, SESSIONS);
});
