// In a process of its own: its databases are on a server that confirms nothing, or is a standby.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { roomyFolder } from '../../../tools/postgres/roomy-folder.ts';
import { startPostgres } from '../../../tools/postgres/server.ts';
import { startApiProcess } from '../harness/api-process.ts';
import { startConsoleProcess } from '../harness/console-process.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { startDatabaseProxy } from '../harness/database-proxy.ts';
import type { DatabaseProxy } from '../harness/database-proxy.ts';
import { until } from '../harness/expectations.ts';

const directory = await mkdtemp(join(await roomyFolder(), 'vezne-start-'));
const options = { version: '18', directory, settings: { fsync: 'off' } } as const;
let server = await startPostgres(options);
process.env['VEZNE_TEST_POSTGRES_URL'] = server.url;
after(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

test('an api that starts while no standby confirms waits, and serves when commits are confirmed again', async (t) => {
  // Before its database is dropped, which waits for a standby, too.
  t.after(async () => await confirmBy(''));
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  await confirmBy('nobody');
  const starting = startApiProcess(t, database, { VEZNE_API_DATABASE_URL: proxy.url });
  // The watch, the start and what else has a connection have tried more than once.
  await untilItWaits(starting, { proxy, connections: 4 });
  await confirmBy('');
  await assertServes(await starting);
});

test('a console that starts while the database is a standby waits, and serves when it leads', async (t) => {
  t.after(lead);
  const database = await createTestDatabase(t);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_console'));
  await becomeStandby(database);
  const starting = startConsoleProcess(t, database, { VEZNE_CONSOLE_DATABASE_URL: proxy.url });
  await untilItWaits(starting, { proxy, connections: 8 });
  await lead();
  await assertServes(await starting);
});

/** It has come to the database again and again, and is not ready. */
async function untilItWaits(
  starting: Promise<{ url: string }>,
  { proxy, connections }: { proxy: DatabaseProxy; connections: number },
): Promise<void> {
  const came = until(
    async () => await Promise.resolve(proxy.connections()),
    (count) => count >= connections,
  );
  assert.equal(
    typeof (await Promise.race([came, starting])),
    'number',
    'It is ready before the database is.',
  );
}

async function assertServes({ url }: { url: string }): Promise<void> {
  // The commit of each second may not have come yet.
  await until(
    async () => (await fetch(`${url}/readyz`)).status,
    (status) => status === 200,
  );
}

/** An empty text: no standby is waited for. */
async function confirmBy(names: string): Promise<void> {
  await asSuperuser(`alter system set synchronous_standby_names = '${names}'`);
  await asSuperuser('select pg_reload_conf()');
}

async function becomeStandby(database: TestDatabase): Promise<void> {
  await database.close();
  await server.stop();
  await writeFile(join(directory, 'data', 'standby.signal'), '');
  server = await startPostgres({ ...options, port: server.port });
}

async function lead(): Promise<void> {
  await asSuperuser('select pg_promote() where pg_is_in_recovery()');
}

/** Without waiting for a standby. */
async function asSuperuser(sql: string): Promise<void> {
  const client = new pg.Client({
    connectionString: server.url,
    options: '-c synchronous_commit=local',
  });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
