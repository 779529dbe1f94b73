import { after, test } from 'node:test';
import { createUnderKills } from './kills/kills.ts';
import { startOwnPostgres } from './webhooks/own-postgres.ts';

const CREATES = 2_000;
const KILLS = { api: 2, worker: 1, operators: 1, backend: 0, postmaster: 1, shutdown: 0 };
const SEED = 20_261_116;

const postgres = await startOwnPostgres();
after(async () => await postgres.stop());

test(`${CREATES} creates and their decisions stay as they were reported, once, while an api, the worker, the operators and PostgreSQL are killed`, async (t) => {
  const say = (line: string): void => t.diagnostic(line);
  await createUnderKills(t, { creates: CREATES, kills: KILLS, seed: SEED, postgres, say });
});
