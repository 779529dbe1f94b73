import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../../server/src/db/migrate.ts';
import { POSTGRES_VERSIONS } from '../postgres/binaries.ts';
import type { PostgresVersion } from '../postgres/binaries.ts';
import { startPostgres } from '../postgres/server.ts';

const MIGRATIONS = globSync(fileURLToPath(new URL('../../server/migrations/*.sql', import.meta.url)))
  .map((path) => basename(path, '.sql'))
  .sort();

const ROLES = ['vezne_api', 'vezne_console', 'vezne_portal', 'vezne_worker', 'vezne_admin'];

/** A separate server, because roles and their passwords belong to the server, and other tests use theirs. */
async function startServer(t: TestContext, version: PostgresVersion) {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-migrations-'));
  const { url, stop } = await startPostgres({ version, directory, settings: { fsync: 'off' } });
  t.after(async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  });
  const addressOf = (database: string, user?: string, password?: string): string => {
    const address = new URL(url);
    address.pathname = `/${database}`;
    if (user !== undefined) address.username = user;
    if (password !== undefined) address.password = password;
    return address.href;
  };
  return { url, addressOf };
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

for (const version of POSTGRES_VERSIONS) {
  test(`the migrations on PostgreSQL ${version}`, async (t) => {
    const { url, addressOf } = await startServer(t, version);

    await t.test(
      'several processes that migrate a new database at once all succeed, and one does the work',
      async () => {
        await query(url, 'create database vezne');
        const databaseUrl = addressOf('vezne');
        const roleUrls = ROLES.map((role) => addressOf('vezne', role, 'first-password'));
        const results = await Promise.all(
          [1, 2, 3, 4].map(async () => await migrate({ databaseUrl, roleUrls })),
        );
        const [most = [], ...others] = results
          .map(({ applied }) => applied)
          .sort((a, b) => b.length - a.length);
        assert.deepEqual(
          most.map((name) => basename(name, '.sql')),
          MIGRATIONS,
        );
        assert.deepEqual(others, [[], [], []]);
      },
    );

    await t.test('a second run changes nothing', async () => {
      const databaseUrl = addressOf('vezne');
      const settings =
        'select count(*)::int4 as rows, max(epoch)::int4 as epoch from platform_settings, configuration_epoch';
      const before = await query(databaseUrl, settings);
      const nothing = { applied: [], waiting: [], ahead: [], areLargeObjectsOpen: false };
      assert.deepEqual(await migrate({ databaseUrl, roleUrls: [] }), nothing);
      assert.deepEqual(await query(databaseUrl, settings), before);
    });

    await t.test(
      'each role logs in with the password of its address, and never leaves a transaction open for long',
      async () => {
        for (const role of ROLES) {
          const rows = await query(
            addressOf('vezne', role, 'first-password'),
            `select current_user::text as role, current_setting('idle_in_transaction_session_timeout') as timeout`,
          );
          assert.deepEqual(rows, [{ role, timeout: '5s' }]);
        }
        await assert.rejects(query(addressOf('vezne', 'vezne_api', 'wrong'), 'select 1'), { code: '28P01' });
      },
    );

    await t.test('a new password works after the next run, whatever characters it has', async () => {
      const password = `it's "new" ü %/@:`;
      const address = addressOf('vezne', 'vezne_api', encodeURIComponent(password));
      await migrate({ databaseUrl: addressOf('vezne'), roleUrls: [address] });
      assert.equal((await query(address, 'select 1')).length, 1);
      await assert.rejects(query(addressOf('vezne', 'vezne_api', 'first-password'), 'select 1'), {
        code: '28P01',
      });
      assert.equal((await query(addressOf('vezne', 'vezne_worker', 'first-password'), 'select 1')).length, 1);
    });

    await t.test('the address of any other role changes no role', async () => {
      const databaseUrl = addressOf('vezne');
      await migrate({ databaseUrl, roleUrls: [addressOf('vezne', 'postgres', 'taken-over')] });
      assert.equal((await query(databaseUrl, 'select 1')).length, 1);
    });

    await t.test(
      'an owner without superuser rights migrates a second database beside the first',
      async () => {
        await query(url, `create role desk_owner login createrole password 'owner-password'`);
        await query(url, 'create database second owner desk_owner');
        const databaseUrl = addressOf('second', 'desk_owner', 'owner-password');
        const { applied, areLargeObjectsOpen } = await migrate({ databaseUrl, roleUrls: [] });
        assert.equal(applied.length, MIGRATIONS.length);
        assert.ok(areLargeObjectsOpen, 'only a superuser can close them, and the command says so');
        const rows = await query(
          addressOf('second', 'vezne_worker', 'first-password'),
          'select current_database()::text as name',
        );
        assert.deepEqual(rows, [{ name: 'second' }]);
      },
    );
  });
}
