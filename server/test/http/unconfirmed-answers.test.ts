// In a process of its own: its database is on a server that confirms nothing for a while.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { roomyFolder } from '../../../tools/postgres/roomy-folder.ts';
import { startPostgres } from '../../../tools/postgres/server.ts';
import { createPool } from '../../src/db/pool.ts';
import { TEXTS } from '../../src/http/pay/texts/texts.ts';
import { startTestApi } from '../harness/api.ts';
import { get } from '../harness/client.ts';
import { assertRefused, until } from '../harness/expectations.ts';
import { insertEvent } from '../harness/events.ts';
import { silentLog } from '../harness/silent-log.ts';
import { get as look, newPage, press } from './pay/pages.ts';

const directory = await mkdtemp(join(await roomyFolder(), 'vezne-answers-'));
const server = await startPostgres({ version: '18', directory, settings: { fsync: 'off' } });
process.env['VEZNE_TEST_POSTGRES_URL'] = server.url;
const superuser = createPool({
  url: server.url,
  maxConnections: 1,
  applicationName: 'test-superuser',
  log: silentLog,
  mayBeUnproven: true,
});
after(async () => {
  await superuser.end();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

/** An empty text: no standby is waited for. */
async function confirmBy(names: string): Promise<void> {
  await superuser.query(`alter system set synchronous_standby_names = '${names}'`);
  await superuser.query('select pg_reload_conf()');
  // The sessions are told a moment later.
  await sleep(500);
}

/** Ends by hand what waits for a standby, as a person should not: PostgreSQL then says that it is committed. */
async function endWait(): Promise<void> {
  await until(
    async () =>
      (
        await superuser.query(
          `select pg_cancel_backend(pid) from pg_stat_activity
           where wait_event = 'SyncRep' and query like '%barrier%' and application_name like 'vezne-api%'`,
        )
      ).rowCount,
    (count) => count === 1,
  );
}

test('an event, and a press that was made before, are told only when a commit after them is confirmed', async (t) => {
  t.after(async () => await confirmBy(''));
  const api = await startTestApi(t, { config: { createBoundMs: 4_000 } });
  const { url, owner, partner } = api;
  const path = await newPage(api);
  assert.equal((await press(api, path)).status, 303);
  const { rows } = await owner.query<{ id: string }>('select id from transaction');
  const feed = async (query = '') => await get(url, partner, `/v1/events${query}`);
  await insertEvent(owner, rows[0]?.id ?? '', 'deposit.approved');
  const { nextCursor } = (await feed()).json as { nextCursor: string };

  await confirmBy('nobody');
  const waiting = Promise.all([feed(), press(api, path)]);
  await sleep(500);
  // What tells of nothing, or decides nothing, does not wait. One by one: a new connection could not prove itself.
  assert.equal((await feed(`?after=${nextCursor}`)).status, 200);
  assert.equal((await get(url, partner, '/v1/balance')).status, 200);
  assert.equal((await look(api, path)).status, 200);
  const [told, pressed] = await waiting;
  assertRefused(told, 'unavailable');
  assert.equal(pressed.status, 503);
  assert.ok(pressed.text.includes(TEXTS.tr.notices.notSaved.title));

  await confirmBy('');
  const { events } = (await feed()).json as { events: unknown[] };
  assert.equal(events.length, 1);
  assert.equal((await press(api, path)).status, 303);
});

test('an event is not told either when somebody ends the wait for its commit by hand', async (t) => {
  t.after(async () => await confirmBy(''));
  const api = await startTestApi(t);
  const { url, owner, partner } = api;
  await newPage(api);
  const { rows } = await owner.query<{ id: string }>('select id from transaction');
  await insertEvent(owner, rows[0]?.id ?? '', 'deposit.approved');
  assert.equal((await get(url, partner, '/v1/events')).status, 200);
  await confirmBy('nobody');
  const told = get(url, partner, '/v1/events');
  await endWait();
  await endWait();
  assertRefused(await told, 'unavailable');
});
