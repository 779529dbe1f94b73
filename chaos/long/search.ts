import { test } from 'node:test';
import { askEveryKind, holdSearches } from '../search/asked.ts';
import { openSearchWorld } from '../search/world.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- search 100000`. */
const TRANSACTIONS = Number(process.argv[2] ?? 1_000_000);
const WAITING = TRANSACTIONS / 100;
/** At each of six partners, so that there are some two hundred thousand in all. */
const PLAYERS = Math.round(TRANSACTIONS / 20);

test(`every kind of search among ${TRANSACTIONS}`, async (t) => {
  const world = await openSearchWorld(t, {
    transactions: TRANSACTIONS,
    waiting: WAITING,
    players: PLAYERS,
    say,
  });
  const { rows } = await world.owner.query<{ server_version: string }>('show server_version');
  const asked = await askEveryKind(world);
  for (const { what, p50Ms, slowestMs } of asked)
    say(
      `${what.padEnd(36)} p50 ${p50Ms.toFixed(0).padStart(4)} ms, slowest ${slowestMs.toFixed(0).padStart(4)} ms`,
    );
  const slowest = asked.toSorted((one, other) => other.slowestMs - one.slowestMs)[0];
  summarise({
    PostgreSQL: rows[0]?.server_version,
    transactions: TRANSACTIONS,
    players: world.players,
    'players noted in, s': (world.notedMs / 1_000).toFixed(0),
    'slowest, ms': `${slowest?.slowestMs.toFixed(0)} (${slowest?.what})`,
    'highest p50, ms': Math.max(...asked.map(({ p50Ms }) => p50Ms)).toFixed(0),
  });
  holdSearches(asked);
});
