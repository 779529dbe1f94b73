// Before a release: what it times depends on who else uses the machine. What lands has passed server/test/db/plans/search-plans.test.ts.
import { test } from 'node:test';
import { askEveryKind, holdSearches } from '../search/asked.ts';
import { openSearchWorld } from '../search/world.ts';

/** `npm run long -- search` has a million. */
const TRANSACTIONS = 10_000;
const WAITING = 1_000;
const PLAYERS = 1_000;

test('every kind of search is answered in time', async (t) => {
  const world = await openSearchWorld(t, { transactions: TRANSACTIONS, waiting: WAITING, players: PLAYERS });
  holdSearches(await askEveryKind(world));
});
