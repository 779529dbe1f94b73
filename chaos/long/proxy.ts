import { after, test } from 'node:test';
import { createUnderFaults } from '../proxy/under-faults.ts';
import type { ProxyFigures } from '../proxy/under-faults.ts';
import { startOwnPostgres } from '../webhooks/own-postgres.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- proxy 3`. */
const ROUNDS = Number(process.argv[2] ?? 20);

const postgres = await startOwnPostgres();
after(async () => await postgres.stop());

test(`no create is lost, doubled or left unknown in ${ROUNDS} rounds of faults`, async (t) => {
  const figures = await createUnderFaults(t, { rounds: ROUNDS, postgres, say });
  const each = (of: (one: ProxyFigures) => number): string =>
    figures.map((one) => String(of(one))).join(', ');
  summarise({
    rounds: ROUNDS,
    creates: each(({ creates }) => creates),
    'attempts again': each(({ retries }) => retries),
    'slowest, ms': each(({ slowestMs }) => slowestMs),
    'unknown, lost or doubled': 0,
  });
});
