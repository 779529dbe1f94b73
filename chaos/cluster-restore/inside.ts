/** Runs in the namespace of the services, beside a cluster that is up: it breaks nothing, and restores all of it. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { vezneOn } from '../../server/test/commands/vezne.ts';
import { until } from '../../server/test/harness/expectations.ts';
import type { ProcessRole } from '../../server/test/harness/database.ts';
import { exportsOf } from '../backup/document.ts';
import { startInstallation } from '../backup/installation.ts';
import { countRows } from '../backup/moments.ts';
import { assertRestoredSays, nextBlockOf } from '../backup/restored.ts';
import { ended } from '../cluster-kit/kit.ts';
import { CLUSTER_ENV } from '../cluster/installation.ts';

const DIRECTORY = process.env['VEZNE_HA_DIR'] ?? assert.fail('There is no cluster.');
const SETTINGS = await readFile(join(DIRECTORY, 'settings'), 'utf8');
const NETWORK = /^VEZNE_HA_NET=(\S+)$/m.exec(SETTINGS)?.[1] ?? assert.fail(SETTINGS);
/** Of a person at a cluster. */
const ENV = { ...CLUSTER_ENV, VEZNE_ACTOR: 'ayse' };
/** pgBackRest knows a backup's end to the second, and takes one that ended before the moment's. */
const SECOND_MS = 1_100;

/** A step of steps.sh, which must succeed. Says how long it took, if it is named. */
async function step(words: string, timed?: { t: TestContext; what: string }): Promise<string> {
  const startedAt = performance.now();
  const { code, stdout, stderr } = await ended('bash', [
    '-euo',
    'pipefail',
    '-c',
    `. chaos/cluster-restore/steps.sh; ${words}`,
  ]);
  assert.equal(code, 0, `${words}: ${stderr}${stdout}`);
  timed?.t.diagnostic(`took ${((performance.now() - startedAt) / 1_000).toFixed(1)} s: ${timed.what}`);
  return stdout;
}

async function oneOf<Row extends pg.QueryResultRow>(pool: pg.Pool, sql: string): Promise<Row> {
  return (await pool.query<Row>(sql)).rows[0] ?? assert.fail(sql);
}

test('a cluster is restored to a moment', async (t) => {
  const password = (await readFile(join(DIRECTORY, 'password'), 'utf8')).trim();
  process.env['VEZNE_TEST_POSTGRES_URL'] = `postgres://postgres:${password}@${NETWORK}.1:5000/postgres`;
  const { database, acknowledged, create, approve, seal } = await startInstallation(t, CLUSTER_ENV);
  const heads = join(DIRECTORY, 'audit-heads');
  await approve(2);
  await seal(heads);
  await step('back_up', { t, what: 'a full backup' });
  await sleep(SECOND_MS);
  await approve(2);
  await seal(heads);

  const counts = await countRows(database.pool());
  const { moment, written } = await oneOf<{ moment: string; written: Date }>(
    database.pool(),
    `select to_char(now at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as moment, now as written from clock_timestamp() as now`,
  );
  const headsUntil = `${heads}-until`;
  await writeFile(headsUntil, await readFile(heads));
  for (let count = 0; count < 20; count += 1) await create();
  await approve(1);
  await seal(heads);
  const used = await nextBlockOf(database.pool());
  const { segment } = await oneOf<{ segment: string }>(
    database.pool(),
    'select pg_walfile_name(pg_switch_wal()) as segment',
  );
  await until(
    async () =>
      await oneOf<{ last: string | null }>(
        database.pool(),
        'select last_archived_wal as last from pg_stat_archiver',
      ),
    ({ last }) => last !== null && last >= segment,
  );
  await database.close();

  await step('end_all');
  await step(`restore n1 '${moment}'`, { t, what: 'the restore' });
  assert.match(await step('start_plain n1', { t, what: 'reading the log' }), /recovery stopping/);
  const atPlain = (url: string): string => url.replace(`${NETWORK}.1:5000`, `${NETWORK}.11:5433`);
  const pool = new pg.Pool({ connectionString: atPlain(database.ownerUrl), max: 1 });
  const urlOfCopy = (role: ProcessRole): string => atPlain(database.urlOf(role));
  /** Somebody who still has the variables of the cluster, and sets those of the block. */
  const as = (block: string): Record<string, string> => ({
    ...ENV,
    ...exportsOf(block),
    VEZNE_ADMIN_DATABASE_URL: urlOfCopy('vezne_admin'),
  });
  const copy = { pool, urlOf: urlOfCopy, env: as('restored') };
  assert.deepEqual(await countRows(pool), counts);
  const unset = await vezneOn(copy, ENV)('ledger', 'verify');
  assert.equal(unset.code, 1);
  assert.match(unset.stderr, /Is it a restored copy.+ VEZNE_DATABASE_STANDBYS=0/);
  const vezne = vezneOn(copy, as('check'));
  for (const words of [
    ['ledger', 'verify', '--full'],
    ['audit', 'verify', '--heads', headsUntil],
  ])
    assert.equal((await vezne(...words)).code, 0, words.join(' '));
  await assertRestoredSays(copy, { heads, moment: written, acknowledged, gone: 1 });
  assert.ok((await nextBlockOf(pool)) > used + 500n, 'no code that a player has is given again');
  await pool.query('alter system reset all');
  await pool.end();
  await step('stop_plain n1');

  await step('begin_anew n1', { t, what: 'a new cluster, until two standbys confirm' });
  // The api was never stopped. It goes on, and the log is archived again.
  await approve(1);
  const { isArchived } = await oneOf<{ isArchived: boolean }>(
    database.pool(),
    `select current_setting('archive_mode') = 'on' as "isArchived"`,
  );
  assert.ok(isArchived);
  assert.equal((await vezneOn(database, ENV)('ledger', 'verify')).code, 0);
  const urlOf = (role: ProcessRole): string =>
    database.urlOf(role).replace(`${NETWORK}.1:5000`, `${NETWORK}.12:5432`);
  const atStandby = await vezneOn({ urlOf }, ENV)('restored');
  assert.equal(atStandby.code, 1);
  assert.match(
    atStandby.stderr,
    /^vezne: The database takes no writes \(.*\)\. Use the address of the primary; /,
  );
  await step('back_up');
});
