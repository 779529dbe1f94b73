import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { ContractionFirstError, OlderProcessesError, migrate } from '../../../src/db/migrate.ts';
import type { Migration } from '../../../src/db/migrate.ts';
import { readOlderProcesses } from '../../../src/db/read/installation/older-processes.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/expectations.ts';
import { directoryWith } from '../../harness/later-version.ts';
import type { Migrations } from '../../harness/later-version.ts';

const EXPANSION = { '9990_expand_a': 'create table of_9990 ();' };
const CONTRACTION = { '9991_contract_b': 'create table of_9991 ();' };
const NEXT_EXPANSION = { '9992_expand_c': 'create table of_9992 ();' };

/** A database of today's version, which later versions migrate. */
async function installation(t: TestContext) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  return {
    owner,
    leastRole: database.pool('vezne_portal'),
    databaseUrl: database.ownerUrl,
    run: async (migrations: Migrations, options: Partial<Migration> = {}) => {
      const directory = await directoryWith(t, migrations);
      return await migrate({ databaseUrl: database.ownerUrl, roleUrls: [], directory, ...options });
    },
    later: async (): Promise<string[]> => {
      const { rows } = await owner.query<{ name: string }>(
        `select relname as name from pg_class where relname like 'of\\_999%' and relkind = 'r' order by 1`,
      );
      return rows.map(({ name }) => name);
    },
  };
}

test('contractions at the end wait until they are asked for', async (t) => {
  const { run, later } = await installation(t);
  const version = { ...EXPANSION, ...CONTRACTION };
  const first = await run(version);
  assert.deepEqual([first.applied, first.waiting], [['9990_expand_a'], ['9991_contract_b']]);
  const again = await run(version);
  assert.deepEqual([again.applied, again.waiting], [[], ['9991_contract_b']]);
  assert.deepEqual(await later(), ['of_9990']);
  const last = await run(version, { contract: true });
  assert.deepEqual([last.applied, last.waiting], [['9991_contract_b'], []]);
  assert.deepEqual(await later(), ['of_9990', 'of_9991']);
});

test('an expansion behind a contraction that waits is refused, and so is what comes before', async (t) => {
  const { run, later } = await installation(t);
  const version = { ...EXPANSION, ...CONTRACTION, ...NEXT_EXPANSION };
  await assert.rejects(run(version), (error: unknown) => {
    assert.ok(error instanceof ContractionFirstError);
    assert.deepEqual(error.contractions, ['9991_contract_b']);
    return true;
  });
  assert.deepEqual(await later(), []);
  assert.equal((await run(version, { contract: true })).applied.length, 3);
});

test('a new database gets everything at once', async (t) => {
  const directory = await directoryWith(t, { ...EXPANSION, ...CONTRACTION, ...NEXT_EXPANSION });
  let applied: string[] = [];
  await createTestDatabase(t, {
    migrateBy: async (options) => {
      const result = await migrate({ ...options, directory });
      applied = result.applied;
      assert.deepEqual(result.waiting, []);
      return result;
    },
  });
  assert.deepEqual(applied.slice(-3), ['9990_expand_a', '9991_contract_b', '9992_expand_c']);
});

test('nothing is contracted while a process is connected that does not know the contraction', async (t) => {
  const { owner, leastRole, run, later, databaseUrl } = await installation(t);
  const connect = async (applicationName: string) => {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: applicationName });
    await client.connect();
    return client;
  };
  for (const name of ['vezne-api', 'vezne-worker', 'vezne-api 9990', 'vezne-worker 0034']) {
    const older = await connect(name);
    try {
      await assert.rejects(run(CONTRACTION, { contract: true }), (error: unknown) => {
        assert.ok(error instanceof OlderProcessesError);
        assert.deepEqual(
          [error.contraction, error.sessions.map((session) => session.name)],
          ['9991_contract_b', [name]],
        );
        return true;
      });
      // The owner may be no superuser. Names are seen by the role with the fewest rights.
      const portal = await leastRole.connect();
      const seen = await readOlderProcesses(portal, 9991);
      portal.release();
      assert.deepEqual(
        seen.map((session) => session.name),
        [name],
      );
    } finally {
      await older.end();
    }
    // A session is listed for a moment after its client has left.
    await until(
      async () =>
        (await owner.query('select from pg_stat_activity where application_name = $1', [name])).rowCount,
      (count) => count === 0,
    );
  }
  assert.deepEqual(await later(), []);
  const others = await Promise.all(['vezne-api 9991', 'vezne-worker 9995', 'psql'].map(connect));
  try {
    assert.deepEqual((await run(CONTRACTION, { contract: true })).applied, ['9991_contract_b']);
  } finally {
    for (const other of others) await other.end();
  }
});
