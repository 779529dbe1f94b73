import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownMigrations } from '../../src/db/migration-names.ts';
import { jsonOf, vezneOn } from '../commands/vezne.ts';
import { startApiProcess } from '../harness/api-process.ts';
import { send } from '../harness/client.ts';
import { createTestDatabase } from '../harness/database.ts';
import { insertBankAccount, insertPartner } from '../harness/factories.ts';
import { versionWith } from '../harness/later-version.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';

const EXPANSION = '9990_expand_more';
const CONTRACTION = '9991_contract_less';
const NEXT_EXPANSION = '9992_expand_still_more';
const SQL = 'select 1;';
const TODAY = knownMigrations().at(-1)?.slice(0, 4) ?? '';

test('a version brings an expansion and its contraction, and the contraction waits until the version before is gone', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await insertPartner(owner);
  await insertBankAccount(owner);
  const later = await versionWith(t, { [EXPANSION]: SQL, [CONTRACTION]: SQL });
  const env = { DATABASE_URL: database.ownerUrl };
  const vezne = vezneOn(database, env, later);
  const isReady = async (url: string) => (await send(url, { method: 'GET', path: '/readyz' })).status === 200;

  const before = await Promise.all([startApiProcess(t, database), startWorkerProcess(t, database)]);
  const expanded = await vezne('migrate');
  assert.equal(
    expanded.stdout,
    `applied ${EXPANSION}\n${CONTRACTION} waits. When every process runs this version: vezne migrate --contract\n`,
    expanded.stderr,
  );
  const [api, worker] = await Promise.all([
    startApiProcess(t, database, {}, later),
    startWorkerProcess(t, database, {}, later),
  ]);
  // Longer than processes take to look.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  assert.deepEqual([await isReady(before[0].url), await isReady(api.url)], [true, true], 'both serve');
  assert.equal((await vezne('partner', 'list')).code, 0);
  assert.deepEqual(jsonOf(await vezne('migrate', '--json')), {
    applied: [],
    waiting: [CONTRACTION],
    ahead: [],
    areLargeObjectsOpen: false,
  });

  const tooEarly = await vezne('migrate', '--contract');
  assert.deepEqual([tooEarly.code, tooEarly.stdout], [1, '']);
  assert.match(
    tooEarly.stderr,
    new RegExp(`older version run: vezne-api ${TODAY} \\(session \\d+\\), vezne-`),
  );
  assert.match(
    tooEarly.stderr,
    new RegExp(`${CONTRACTION} takes away .* nothing was applied\\. Replace them`),
  );

  for (const { child, ended } of before) {
    child.kill('SIGTERM');
    await ended;
  }
  const contracted = await vezne('migrate', '--contract');
  assert.equal(contracted.stdout, `applied ${CONTRACTION}\n`, contracted.stderr);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  assert.ok(await isReady(api.url));
  assert.equal(worker.child.exitCode, null);
  const tooOld = await vezneOn(database)('partner', 'list');
  assert.equal(tooOld.code, 1);
  assert.match(tooOld.stderr, new RegExp(`too new for this version: ${CONTRACTION}`));
});

test('an expansion behind a contraction that waits is refused, with what to do first', async (t) => {
  const database = await createTestDatabase(t);
  const later = await versionWith(t, { [CONTRACTION]: SQL, [NEXT_EXPANSION]: SQL });
  const vezne = vezneOn(database, { DATABASE_URL: database.ownerUrl }, later);
  const behind = await vezne('partner', 'list');
  assert.match(behind.stderr, new RegExp(`it lacks ${CONTRACTION}, ${NEXT_EXPANSION}\\. Run: vezne migrate`));
  const refused = await vezne('migrate');
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(
    refused.stderr,
    new RegExp(`^vezne: ${CONTRACTION} has to come first, .* Nothing was applied\\. .* --contract\\n$`),
  );
  const { stdout, stderr } = await vezne('migrate', '--contract');
  assert.equal(stdout, `applied ${CONTRACTION}\napplied ${NEXT_EXPANSION}\n`, stderr);
  assert.equal((await vezne('migrate')).stdout, 'The database is up to date.\n');
});
