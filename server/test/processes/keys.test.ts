import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { ApiConfig } from '../../src/config/api.ts';
import type { VersionedKeys } from '../../src/config/keys.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { startApi } from '../../src/processes/api.ts';
import { startWorker } from '../../src/processes/worker.ts';
import { byTwo, manyVezneOn } from '../commands/vezne.ts';
import { apiConfig } from '../harness/api.ts';
import { post } from '../harness/client.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { assertCreated } from '../harness/expectations.ts';
import { depositBody, insertBankAccount, insertCredential, insertPartner } from '../harness/factories.ts';
import { assertRefusedStart, keysOf } from '../harness/key-versions.ts';
import { testKeys, testKeysEnv } from '../harness/keys.ts';
import { silentLog } from '../harness/silent-log.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { workerConfig } from '../harness/worker-config.ts';

const another = randomBytes(32);
const second = randomBytes(32);
const secretOne = testKeys.secretKeys.byVersion.get(1) ?? assert.fail();
const pageOne = testKeys.pageKeys.byVersion.get(1) ?? assert.fail();

/** Starts an api and stops it again. */
async function runApi(database: TestDatabase, changes: Partial<ApiConfig> = {}): Promise<void> {
  const { stop } = await startApi(apiConfig(database, changes), silentLog);
  await stop();
}

async function runWorker(database: TestDatabase, secretKeys: VersionedKeys): Promise<void> {
  const { stop } = await startWorker(workerConfig(database, { secretKeys }), silentLog);
  await stop();
}

async function setUp(t: TestContext): Promise<{ database: TestDatabase; owner: pg.Pool; partnerId: string }> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id } = await insertPartner(owner);
  return { database, owner, partnerId: id };
}

test('a key that is not what it was is refused at start, with its variable and version, and nothing is registered', async (t) => {
  const { database, owner } = await setUp(t);
  await runApi(database);
  await runWorker(database, testKeys.secretKeys);
  const registered = async () => (await owner.query('select * from key_fingerprint order by 1, 2')).rows;
  const before = await registered();
  assert.deepEqual(
    before.map((row: { purpose: string; version: number }) => `${row.purpose} ${row.version}`),
    ['page 1', 'reference_code 1', 'secret 1'],
  );
  await assertRefusedStart(
    runApi(database, { referenceCodeKey: another }),
    /^VEZNE_REFERENCE_CODE_KEY is another key than .* \(by vezne_api\): it would give out reference codes/,
  );
  await assertRefusedStart(
    runApi(database, { pageKeys: keysOf([2, second], [1, another]) }),
    /^Version 1 of VEZNE_PAGE_KEYS is another key .* change the addresses/,
  );
  await assertRefusedStart(
    runApi(database, { secretKeys: keysOf([2, second], [1, another]) }),
    /^Version 1 of VEZNE_SECRET_KEYS is another key .* give a new key a new version/,
  );
  await assertRefusedStart(
    runWorker(database, keysOf([1, another])),
    /^Version 1 of VEZNE_SECRET_KEYS is another key/,
  );
  assert.deepEqual(await registered(), before);
  // A second version keeps its meaning as well, whoever registered it.
  await runWorker(database, keysOf([1, secretOne], [2, second]));
  await assertRefusedStart(
    runApi(database, { secretKeys: keysOf([1, secretOne], [2, another]) }),
    /^Version 2 of VEZNE_SECRET_KEYS .* \(by vezne_worker\)/,
  );
  await runApi(database, { secretKeys: keysOf([1, secretOne], [2, second]) });
});

test('no fingerprint is a key, and the same key has another one for every purpose and version', async (t) => {
  const { database, owner } = await setUp(t);
  const same = secretOne;
  await runApi(database, {
    secretKeys: keysOf([1, same], [2, same]),
    pageKeys: keysOf([1, same]),
    referenceCodeKey: same,
  });
  const { rows } = await owner.query<{ fingerprint: Buffer }>('select fingerprint from key_fingerprint');
  assert.equal(new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex'))).size, 4);
  assert.ok(rows.every(({ fingerprint }) => fingerprint.length === 32 && !fingerprint.equals(same)));
});

test('before anything is registered, a wrong key is known by the secrets that it does not open', async (t) => {
  const { database, owner, partnerId } = await setUp(t);
  await assertRefusedStart(
    runApi(database, { secretKeys: keysOf([1, another]) }),
    /^Version 1 of VEZNE_SECRET_KEYS is not the key that sealed the secrets/,
  );
  await insertEndpoint(owner, { partnerId, url: 'https://acme.example/hooks' });
  await assertRefusedStart(
    runWorker(database, keysOf([1, another])),
    /^Version 1 of VEZNE_SECRET_KEYS is not the key/,
  );
  const { rowCount } = await owner.query('select from key_fingerprint');
  assert.equal(rowCount, 0);
  await runApi(database);
});

test('of two processes that start for the first time with different keys, one starts', async (t) => {
  const database = await createTestDatabase(t);
  const outcomes = await Promise.allSettled([
    runApi(database, { referenceCodeKey: another }),
    runApi(database, { referenceCodeKey: second }),
  ]);
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
});

test('a missing version is named with how many credentials, webhook secrets and pages of which partners need it', async (t) => {
  const { database, owner, partnerId } = await setUp(t);
  await insertCredential(owner, partnerId);
  await owner.query(`update partner set name = 'Acme'`);
  await insertEndpoint(owner, { partnerId, url: 'https://acme.example/hooks', status: 'disabled' });
  const newOnly = keysOf([2, second]);
  await assertRefusedStart(
    runApi(database, { secretKeys: newOnly }),
    /^VEZNE_SECRET_KEYS lacks version 1, which still seals 2 credentials \(Acme 2\)\. Put it back; vezne keys reseal/,
  );
  await assertRefusedStart(
    runWorker(database, newOnly),
    /^VEZNE_SECRET_KEYS lacks version 1, which still seals 1 webhook secret \(Acme 1\)/,
  );
  // What has ended needs no key.
  await owner.query(`update credential set revoked_at = now()`);
  await owner.query(`update webhook_secret set expires_at = now()`);
  await runApi(database, { secretKeys: newOnly });
  await runWorker(database, newOnly);
});

test('a page key stays for as long as a deposit has an address made with it', async (t) => {
  const { database, owner } = await setUp(t);
  await owner.query(`update partner set name = 'Acme'`);
  await insertBankAccount(owner);
  const { url, stop } = await startApi(apiConfig(database), silentLog);
  const partner = await insertPartner(owner);
  await owner.query(`update partner set name = 'Beta' where id = $1`, [partner.id]);
  await stop();
  const running = await startApi(apiConfig(database), silentLog);
  assert.notEqual(running.url, url);
  assertCreated(await post(running.url, partner, '/v1/deposits', depositBody()));
  await running.stop();
  const newOnly = { pageKeys: keysOf([2, second]) };
  await assertRefusedStart(
    runApi(database, newOnly),
    /^VEZNE_PAGE_KEYS lacks version 1, which made the addresses of 1 open hosted page \(Beta 1\)\. Put it back\.$/,
  );
  await owner.query(
    `update transaction set status = 'rejected', reason_code = 'expired', decided_at = now(), net_amount_cents = 0,
       player_amount_cents = 0, commission_cents = 0, balance_impact_cents = 0`,
  );
  await assertRefusedStart(
    runApi(database, newOnly),
    /^VEZNE_PAGE_KEYS lacks version 1, which made the addresses of deposits that partners can still read/,
  );
  await runApi(database, { pageKeys: keysOf([2, second], [1, pageOne]) });
});

test('a version that a process registered for nothing keeps nobody from starting, and other versions are free', async (t) => {
  const { database } = await setUp(t);
  const api = database.pool('vezne_api');
  await api.query(
    `insert into key_fingerprint (purpose, version, fingerprint) values ('secret', 2, sha256('x')), ('page', 2, sha256('x'))`,
  );
  await runApi(database);
  const three = {
    secretKeys: keysOf([1, secretOne], [3, second]),
    pageKeys: keysOf([3, second], [1, pageOne]),
  };
  await runApi(database, three);
  await assertRefusedStart(
    runApi(database, { secretKeys: keysOf([1, secretOne], [2, second]) }),
    /If that one was never right, see docs\/runbook\.md, "A key is refused"/,
  );
});

test('a command seals nothing with a wrong key, or with a version that no api has started with', async (t) => {
  const { database, owner, partnerId } = await setUp(t);
  const sealed = async () => (await owner.query('select from credential')).rowCount;
  const withKeys = (VEZNE_SECRET_KEYS: string) => manyVezneOn(t, database, { VEZNE_SECRET_KEYS });
  const textOf = (version: number, key: Buffer) => `${version}:${key.toString('base64')}`;
  const right = withKeys(testKeysEnv.VEZNE_SECRET_KEYS);
  const wrong = withKeys(textOf(1, another));
  const rotating = withKeys(`${textOf(2, second)},${testKeysEnv.VEZNE_SECRET_KEYS}`);
  // Before the first api has started, partners are set up with the keys that it will have.
  assert.equal((await byTwo(right, ['credentials', 'create', partnerId])).code, 0);
  assert.equal(await sealed(), 2);
  await runApi(database);

  const asked = ['credentials', 'create', partnerId];
  const refused = await wrong(...asked);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^vezne: Version 1 of VEZNE_SECRET_KEYS is another key/);
  const early = await rotating(...asked);
  assert.equal(early.code, 1);
  assert.match(early.stderr, /^vezne: No api has started with version 2 of VEZNE_SECRET_KEYS yet/);

  const { stdout } = await right(...asked, '--json');
  const { requestId } = JSON.parse(stdout) as { requestId: string };
  const confirmed = await wrong('request', 'confirm', requestId, '--as', 'mehmet');
  assert.equal(confirmed.code, 1);
  assert.match(confirmed.stderr, /^vezne: Version 1 of VEZNE_SECRET_KEYS is another key/);
  assert.equal(await sealed(), 2);
  // Whoever takes it back needs no key, right or wrong.
  const withdrawn = await wrong('request', 'withdraw', requestId);
  assert.equal(withdrawn.code, 0, withdrawn.stderr);

  await runApi(database, { secretKeys: keysOf([1, secretOne], [2, second]) });
  assert.equal((await byTwo(rotating, asked)).code, 0);
  const { rows } = await owner.query<{ sealed: string }>(
    'select api_secret_sealed as sealed from credential where key_version = 2',
  );
  assert.equal(rows.length, 1);
  await createSealedSecrets(keysOf([2, second])).open(rows[0]?.sealed ?? '');
});
