import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApi } from '../../harness/api.ts';
import { get as getAsPartner } from '../../harness/client.ts';
import { until } from '../../harness/expectations.ts';
import { get, newPage } from './pages.ts';

const OPEN_PAGES = 60;
const MOST_CONNECTIONS = 2;
/** A page whose read waits for longer asks the player to come again. A busy machine may hold the lock below for that long. */
const PAGE_WAITS_MS = 2_000;

test('any number of open pages use only two connections and keep no partner waiting', async (t) => {
  const api = await startTestApi(t);
  const paths: string[] = [];
  for (let page = 0; page < OPEN_PAGES; page++) paths.push(await newPage(api));

  // Only the pages read this table: while it is locked they wait, and nothing else does.
  const locker = await api.owner.connect();
  await locker.query('begin; lock table receipt in access exclusive mode');
  const lockedAtMs = performance.now();
  const asked = Promise.all(paths.map(async (path) => await get(api, path)));
  const waiting = async (): Promise<number> => {
    const { rows } = await api.owner.query<{ count: number }>(
      `select count(*)::int4 as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  };
  await until(waiting, (count) => count === MOST_CONNECTIONS, 5_000);
  await newPage(api);
  assert.equal((await getAsPartner(api.url, api.partner, '/v1/transactions')).status, 200);
  assert.equal(await waiting(), MOST_CONNECTIONS);
  await locker.query('rollback');
  locker.release();
  const isLockedTooLong = performance.now() - lockedAtMs >= PAGE_WAITS_MS;

  for (const [index, { status, text }] of (await asked).entries()) {
    if (status === 503 && isLockedTooLong) continue;
    assert.equal(status, 200);
    assert.ok(text.includes(`${paths[index]}/sent`), 'each has its own page');
  }
});
