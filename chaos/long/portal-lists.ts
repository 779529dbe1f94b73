import { test } from 'node:test';
import { askEverything, holdInTime } from '../portal/asked.ts';
import { openPortalWorld } from '../portal/world.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- portal-lists 100000`. */
const TRANSACTIONS = Number(process.argv[2] ?? 1_000_000);
const SHOWN = 12;

test(`every screen and search of the portal with ${TRANSACTIONS} transactions`, async (t) => {
  const world = await openPortalWorld(t, { transactions: TRANSACTIONS, say });
  const { rows } = await world.owner.query<{ server_version: string }>('show server_version');
  const asked = await askEverything(world);
  const deep = asked.filter(({ what }) => what.includes(', deep'));
  const slowest = asked.toSorted((one, other) => other.p50Ms - one.p50Ms);
  for (const { what, p50Ms, slowestMs } of slowest.slice(0, SHOWN))
    say(`p50 ${p50Ms.toFixed(0).padStart(4)} ms, slowest ${slowestMs.toFixed(0).padStart(4)} ms: ${what}`);
  summarise({
    PostgreSQL: rows[0]?.server_version,
    transactions: TRANSACTIONS,
    partners: world.partners.map(({ name, transactions }) => `${name} ${transactions}`).join(', '),
    'given up': world.partners.map(({ webhooks }) => webhooks.parked).join(', '),
    'seeded in, s': world.seededSeconds.toFixed(0),
    asked: asked.length,
    'deep pages, with rows': `${deep.length}, ${deep.filter(({ rows: found }) => found > 0).length}`,
    'highest p50, ms': `${slowest[0]?.p50Ms.toFixed(0)} (${slowest[0]?.what})`,
    'slowest, ms': Math.max(...asked.map(({ slowestMs }) => slowestMs)).toFixed(0),
  });
  holdInTime(asked);
});
