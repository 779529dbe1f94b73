import { after, test } from 'node:test';
import { startOwnPostgres } from '../webhooks/own-postgres.ts';
import { deliverUnderFaults } from '../webhooks/under-faults.ts';
import type { FaultyRunFigures } from '../webhooks/under-faults.ts';
import { say, summarise } from './figures.ts';

const EVENTS = 5_000;
const FAULTS = { kill: 20, stall: 20, restart: 3 };
/** Or those that are given, such as `npm run long -- webhook-delivery 7`. */
const SEEDS = [1, 2, 3, 4, 5];

const given = process.argv.slice(2).map(Number);
const postgres = await startOwnPostgres();
after(async () => await postgres.stop());

const runs: FaultyRunFigures[] = [];
for (const seed of given.length > 0 ? given : SEEDS) {
  test(`events are delivered under faults, with seed ${seed}`, async (t) => {
    say(`seed ${seed}`);
    runs.push(await deliverUnderFaults(t, { events: EVENTS, faults: FAULTS, seed, postgres, say }));
  });
}

after(() => {
  const sum = (of: (run: FaultyRunFigures) => number): number => runs.reduce((all, run) => all + of(run), 0);
  summarise({
    seeds: runs.length,
    events: sum(({ events }) => events),
    faults: runs.length * Object.values(FAULTS).reduce((all, count) => all + count, 0),
    requests: sum(({ requests }) => requests),
    'sent again': sum(({ repeats }) => repeats),
    'of at most': sum(({ allowed }) => allowed),
    'taken over': sum(({ takenOver }) => takenOver),
  });
});
