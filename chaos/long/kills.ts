import { after, test } from 'node:test';
import { createUnderKills } from '../kills/kills.ts';
import { startOwnPostgres } from '../webhooks/own-postgres.ts';
import { say, summarise } from './figures.ts';

const CREATES = 20_000;
const KILLS = { api: 20, worker: 20, operators: 5, backend: 4, postmaster: 3, shutdown: 3 };
/** Or the one that is given, such as `npm run long -- kills 7`. */
const SEED = Number(process.argv[2] ?? 1);

const postgres = await startOwnPostgres();
after(async () => await postgres.stop());

test(`${CREATES} creates and their decisions, while everything is killed, with seed ${SEED}`, async (t) => {
  const startMs = performance.now();
  const figures = await createUnderKills(t, { creates: CREATES, kills: KILLS, seed: SEED, postgres, say });
  summarise({
    creates: figures.creates,
    'decisions reported': figures.decisions,
    kills: figures.kills,
    'of PostgreSQL': KILLS.backend + KILLS.postmaster + KILLS.shutdown,
    unanswered: figures.unanswered,
    refused: figures.refused,
    seconds: ((performance.now() - startMs) / 1_000).toFixed(0),
  });
});
