import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkOut } from '../../bench/compare/tree.ts';
import { upgradeUnderLoad } from '../webhooks/upgrade.ts';
import type { UpgradeFigures } from '../webhooks/upgrade.ts';
import { say, summarise } from './figures.ts';

/** The last commit whose workers made a row for each delivery. */
const VERSION_BEFORE = 'a3d1f3a95da9d17e15e62ef96526aaf2eb68e541';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = fileURLToPath(new URL('../../.cache/compare', import.meta.url));

say(`checking out ${VERSION_BEFORE}`);
const tree = await checkOut(VERSION_BEFORE, {
  root: ROOT,
  cache: CACHE,
  signal: AbortSignal.timeout(300_000),
});
const runs: UpgradeFigures[] = [];
for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`nothing is lost or out of order when workers of this version take over from one that ends by ${signal}`, async (t) => {
    runs.push(await upgradeUnderLoad(t, { tree, signal, say }));
    say(JSON.stringify(runs.at(-1)));
  });
}

after(() => {
  const each = (of: (run: UpgradeFigures) => number): string => runs.map((run) => String(of(run))).join(', ');
  summarise({
    events: each(({ events }) => events),
    requests: each(({ requests }) => requests),
    'sent again': each(({ repeats }) => repeats),
    'open before': each(({ left }) => left.open),
    failed: each(({ left }) => left.failed),
    replayed: each(({ left }) => left.replayed),
    parked: each(({ left }) => left.parked),
  });
});
