import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { VersionedKeys } from '../../src/config/keys.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { startApiProcess } from '../harness/api-process.ts';
import { get } from '../harness/client.ts';
import type { Credentials } from '../harness/client.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { until } from '../harness/expectations.ts';
import { insertCredential, insertPartner } from '../harness/factories.ts';
import { testKeys, testKeysEnv } from '../harness/keys.ts';
import { insertEndpoint, insertEndpointSecret } from '../harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';
import { byTwo, jsonOf, manyVezneOn, startVezne } from './vezne.ts';

const second = randomBytes(32);
const secretTwo = `2:${second.toString('base64')}`;
/** As processes have them while version 1 retires. */
const BOTH = { VEZNE_SECRET_KEYS: `${secretTwo},${testKeysEnv.VEZNE_SECRET_KEYS}` };
const NEW_ONLY = { VEZNE_SECRET_KEYS: secretTwo };
const newKeys: VersionedKeys = { current: 2, byVersion: new Map([[2, second]]) };
const bothKeys: VersionedKeys = {
  current: 2,
  byVersion: new Map([[2, second], ...testKeys.secretKeys.byVersion]),
};

interface House {
  database: TestDatabase;
  owner: pg.Pool;
  partner: { id: string; name: string };
  credentials: Credentials[];
  /** By endpoint. */
  webhookSecrets: Map<string, string[]>;
}

/** A partner with so many live triples, and as many endpoints with two secrets each as a tenth of that. */
async function buildHouse(t: TestContext, count: number): Promise<House> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  const credentials: Credentials[] = [partner];
  while (credentials.length < count) credentials.push(await insertCredential(owner, partner.id));
  const webhookSecrets = new Map<string, string[]>();
  while (webhookSecrets.size < count / 10) {
    const url = `https://acme.example/hooks/${webhookSecrets.size}`;
    const { id, secret } = await insertEndpoint(owner, { partnerId: partner.id, url, status: 'paused' });
    webhookSecrets.set(id, [secret, await insertEndpointSecret(owner, id)]);
  }
  return { database, owner, partner, credentials, webhookSecrets };
}

/** Opens everything that is live with these keys, and compares it with what was handed out. */
async function assertNothingLost({ owner, credentials, webhookSecrets }: House, keys: VersionedKeys) {
  const sealedSecrets = createSealedSecrets(keys);
  const open = async (sealed: string) => await sealedSecrets.open(sealed);
  const { rows } = await owner.query<{ apiKey: string; api: string; hash: string; version: number }>(
    `select api_key as "apiKey", api_secret_sealed as api, hash_secret_sealed as hash, key_version as version from credential`,
  );
  const stored = new Map(rows.map((row) => [row.apiKey, row]));
  for (const { apiKey, apiSecret, hashSecret } of credentials) {
    const row = stored.get(apiKey) ?? assert.fail(apiKey);
    assert.deepEqual([await open(row.api), await open(row.hash)], [apiSecret, hashSecret]);
  }
  const { rows: secrets } = await owner.query<{ endpointId: string; sealed: string }>(
    `select endpoint_id as "endpointId", secret_sealed as sealed from webhook_secret where endpoint_id = any ($1)`,
    [[...webhookSecrets.keys()]],
  );
  const opened = new Map<string, string[]>();
  for (const { endpointId, sealed } of secrets)
    opened.set(endpointId, [...(opened.get(endpointId) ?? []), await open(sealed)]);
  for (const [endpointId, expected] of webhookSecrets)
    assert.deepEqual(opened.get(endpointId)?.toSorted(), expected.toSorted());
}

/** Of those that have not ended. */
async function countOf(owner: pg.Pool, version: number): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select ((select count(*) from credential where key_version = $1 and revoked_at is null) +
             (select count(*) from webhook_secret where key_version = $1 and (expires_at is null or expires_at > now())))::int4 as count`,
    [version],
  );
  return rows[0]?.count ?? 0;
}

test('usage says who has started with which key and what needs it, and reseal moves it to the newest version', async (t) => {
  const house = await buildHouse(t, 20);
  const { database, owner, partner } = house;
  const vezne = manyVezneOn(t, database, BOTH);
  await owner.query(`update partner set name = 'Acme'`);
  const ended = await insertCredential(owner, partner.id);
  await owner.query('update credential set revoked_at = now() where api_key = $1', [ended.apiKey]);
  assert.match((await vezne('keys', 'usage')).stdout, /^secret +1 +never +credentials: 20 \(Acme 20\)/m);

  // Nobody who opens them has had version 2.
  const early = await vezne('keys', 'reseal');
  assert.equal(early.code, 1);
  assert.match(early.stderr, /^vezne: No api has started with version 2 of VEZNE_SECRET_KEYS yet/);
  const api = await startApiProcess(t, database, BOTH);
  const withoutWorker = await vezne('keys', 'reseal');
  assert.equal(withoutWorker.code, 1);
  assert.match(withoutWorker.stderr, /^vezne: No worker has started with version 2/);
  assert.equal(await countOf(owner, 2), 0);
  await startWorkerProcess(t, database, BOTH);
  const unopened = await manyVezneOn(t, database, NEW_ONLY)('keys', 'reseal');
  assert.equal(unopened.code, 1);
  assert.match(unopened.stderr, /^vezne: VEZNE_SECRET_KEYS lacks version 1, which seals some of the secrets/);

  const resealed = await vezne('keys', 'reseal');
  assert.deepEqual(
    [resealed.code, resealed.stdout],
    [0, '20 credentials and 4 webhook secrets are sealed with version 2 now.\n'],
    resealed.stderr,
  );
  assert.equal((await vezne('keys', 'reseal')).stdout, 'Everything is sealed with version 2.\n');
  await assertNothingLost(house, newKeys);
  const { rows: left } = await owner.query('select api_key from credential where key_version = 1');
  assert.deepEqual(left, [{ api_key: ended.apiKey }], 'what has ended stays as it was');

  const { rows: entries } = await owner.query(
    `select action, actor, subject_type, subject_id, details from audit_entry where action = 'keys.reseal'`,
  );
  assert.deepEqual(entries, [
    {
      action: 'keys.reseal',
      actor: 'ayse',
      subject_type: 'secret_key',
      subject_id: '2',
      details: { fromVersions: [1], toVersion: 2, credentials: 20, webhookSecrets: 4 },
    },
  ]);
  const { stdout } = await vezne('keys', 'usage');
  assert.match(stdout, /^secret +1 +2\d{3}-\S+ \S+ \+03 +vezne_api +vezne_api, vezne_worker +nothing$/m);
  assert.match(stdout, /^secret +2 .* +credentials: 20 \(Acme 20\); webhook secrets: 4 \(Acme 4\)$/m);
  assert.match(stdout, /^reference_code +1 .* every reference code$/m);
  const { keys } = jsonOf(await vezne('keys', 'usage', '--json'));
  assert.equal((keys as unknown[]).length, 4);

  const [first = assert.fail()] = house.credentials;
  assert.equal((await get(api.url, first, '/v1/limits')).status, 200);
  // Version 1 retires.
  await startApiProcess(t, database, NEW_ONLY);
  await startWorkerProcess(t, database, NEW_ONLY);
});

test('a reseal that is killed, run again, and met by rotations loses no secret, and everybody is served meanwhile', async (t) => {
  const house = await buildHouse(t, 500);
  const { database, owner, partner, credentials } = house;
  const { url } = await startApiProcess(t, database, BOTH);
  const worker = await startWorkerProcess(t, database, BOTH);
  const total = await countOf(owner, 1);

  const { child: killed } = startVezne(database, ['keys', 'reseal', '--as', 'ayse'], BOTH);
  const ended = once(killed, 'exit');
  t.after(() => killed.kill('SIGKILL'));
  await until(
    async () => await countOf(owner, 2),
    (moved) => moved > 0,
  );
  killed.kill('SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGKILL']);
  const moved = await countOf(owner, 2);
  assert.ok(moved > 0 && moved < total, `${moved} of ${total} were moved`);
  t.diagnostic(`killed after ${moved} of ${total}`);
  await assertNothingLost(house, bothKeys);

  // Again, beside people who rotate: a new triple and a new secret each, which end the older ones later.
  const [endpointId = ''] = house.webhookSecrets.keys();
  const [rotator, resealer] = [manyVezneOn(t, database, BOTH), manyVezneOn(t, database, BOTH)];
  // Their start takes longer than their work, which is to happen at once.
  await Promise.all([rotator, resealer].map(async (vezne) => await vezne('keys', 'usage')));
  const resealing = { isOver: false };
  const rotating = (async () => {
    let rotations = 0;
    do {
      assert.equal((await byTwo(rotator, ['credentials', 'rotate', partner.id])).code, 0);
      assert.equal((await byTwo(rotator, ['webhook', 'rotate', endpointId])).code, 0);
      rotations += 1;
    } while (!resealing.isOver);
    return rotations;
  })();
  const served = (async () => {
    let requests = 0;
    while (!resealing.isOver) {
      const credential = credentials[requests % credentials.length] ?? assert.fail();
      assert.equal((await get(url, credential, '/v1/limits')).status, 200, `request ${requests}`);
      requests += 1;
    }
    return requests;
  })();
  const resealed = jsonOf(await resealer('keys', 'reseal', '--json'));
  resealing.isOver = true;
  const [rotations, requests] = await Promise.all([rotating, served]);
  assert.equal(resealed['left'], 0);
  t.diagnostic(
    `${rotations} rotations and ${requests} requests beside ${String(resealed['credentials'])} triples`,
  );

  // What a rotation has ended later was moved, or is its own and of the newest version from the beginning.
  const { rows: expiring } = await owner.query<{ count: number }>(
    'select count(*)::int4 as count from credential where expires_at is null',
  );
  assert.equal(expiring[0]?.count, 1, 'a rotation leaves the newest alone without an end');
  assert.equal(await countOf(owner, 1), 0);
  // Its rotations have ended the first two.
  house.webhookSecrets.delete(endpointId);
  await assertNothingLost(house, newKeys);
  assert.equal(worker.lines('a secret of an endpoint cannot be opened').length, 0);
  const { rows: entries } = await owner.query(`select from audit_entry where action = 'keys.reseal'`);
  assert.equal(entries.length, 2, 'one for each run that moved something');
});
