import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTimes } from '../../server/test/http/portal/foreign-times.ts';
import { FOREIGN_IDS } from '../../server/test/http/portal/two-partners.ts';
import { say, summarise } from './figures.ts';

/** Or as many as are given, such as `npm run long -- foreign-times 50`. */
const ASKED_EACH = Number(process.argv[2] ?? FOREIGN_IDS);

test(`of ${ASKED_EACH} ids that the other partner has and as many that never were, no route lets two partners tell which is which by the time`, async (t) => {
  const startMs = performance.now();
  const { routes, planted } = await compareTimes(t, ASKED_EACH);
  for (const [name, deviations] of routes) say(`${name}: ${deviations.toFixed(1)}`);
  const [furthest] = [...routes].toSorted(([, one], [, other]) => other - one);
  assert.ok(furthest);
  summarise({
    routes: routes.size,
    'pairs a route': 2 * ASKED_EACH,
    'furthest from a fair coin': `${furthest[1].toFixed(1)} (${furthest[0]})`,
    'planted route': planted.toFixed(1),
    seconds: ((performance.now() - startMs) / 1_000).toFixed(0),
  });
});
