/** With which version the portal seals while keys are rotated, and when a rotation is taken back: docs/runbook.md, "Rotating a key". */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { VersionedKeys } from '../../src/config/keys.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { startApi } from '../../src/processes/api.ts';
import { startWorker } from '../../src/processes/worker.ts';
import { apiConfig } from '../harness/api.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { insertPartner } from '../harness/factories.ts';
import { assertRefusedStart, keysOf } from '../harness/key-versions.ts';
import { testKeys } from '../harness/keys.ts';
import { insertPartnerPerson, startTestPortal } from '../harness/portal.ts';
import { silentLog } from '../harness/silent-log.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { workerConfig } from '../harness/worker-config.ts';

const first = testKeys.secretKeys.byVersion.get(1) ?? assert.fail();
const second = randomBytes(32);

const OLD = keysOf([1, first]);
const HANDED_OUT = keysOf([1, first], [2, second]);
const IN_FRONT = keysOf([2, second], [1, first]);
const NEW = keysOf([2, second]);

interface Cell {
  database: TestDatabase;
  /** An api, or a worker, starts with these keys and stops again. */
  api: (secretKeys: VersionedKeys) => Promise<void>;
  worker: (secretKeys: VersionedKeys) => Promise<void>;
  /** A person presses both buttons. The version that sealed what they were given, or why there was none. */
  made: () => Promise<number | string>;
}

async function open(t: TestContext): Promise<Cell> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const endpoint = await insertEndpoint(owner, { partnerId, url: 'https://acme.example/hooks' });
  const { browser, clock } = await startTestPortal(t, { database });
  const page = browser();
  await page.signInWithProof(await insertPartnerPerson(owner, { partnerId }), clock);
  const newest = async (table: 'credential' | 'webhook_secret', sealed: string) =>
    (
      await owner.query<{ version: number; sealed: string }>(
        `select key_version as version, ${sealed} as sealed from ${table} order by created_at desc limit 1`,
      )
    ).rows[0] ?? assert.fail();
  return {
    database,
    api: async (secretKeys) => await (await startApi(apiConfig(database, { secretKeys }), silentLog)).stop(),
    worker: async (secretKeys) =>
      await (await startWorker(workerConfig(database, { secretKeys }), silentLog)).stop(),
    async made() {
      const key = await page.call('rotateCredentials', { overlapHours: 0 });
      const secret = await page.call('rotateEndpointSecret', { overlapHours: 0 }, { id: endpoint.id });
      assert.equal(key.status, secret.status);
      if (key.status !== 200) {
        assert.equal(key.code, secret.code);
        return key.code ?? assert.fail(key.text);
      }
      const credential = await newest('credential', 'api_secret_sealed');
      const webhookSecret = await newest('webhook_secret', 'secret_sealed');
      assert.equal(credential.version, webhookSecret.version);
      const opener = createSealedSecrets(credential.version === 1 ? OLD : NEW);
      for (const { sealed, version } of [credential, webhookSecret]) await opener.open(sealed, version);
      return credential.version;
    },
  };
}

test('the portal follows a rotation: a version is used once api and worker seal with it, not when they only hold it', async (t) => {
  const { api, worker, made } = await open(t);
  await api(OLD);
  assert.equal(await made(), 'not_ready');
  await worker(OLD);
  assert.equal(await made(), 1);
  // 1. behind the old one, one by one
  await api(HANDED_OUT);
  assert.equal(await made(), 1);
  await worker(HANDED_OUT);
  assert.equal(await made(), 1, 'an api that was not restarted yet still opens it');
  // 2. in front
  await api(IN_FRONT);
  assert.equal(await made(), 'not_ready', 'they differ');
  await worker(IN_FRONT);
  assert.equal(await made(), 2);
  // 4. the old one is taken out
  await api(NEW);
  await worker(NEW);
  assert.equal(await made(), 2);
});

test('a version that is taken back is not used again: handed out alone, and in front', async (t) => {
  const { api, worker, made } = await open(t);
  await api(HANDED_OUT);
  await worker(HANDED_OUT);
  assert.equal(await made(), 1);
  await api(OLD);
  await worker(OLD);
  assert.equal(await made(), 1);
  await api(OLD);

  await api(HANDED_OUT);
  await worker(HANDED_OUT);
  await api(IN_FRONT);
  await worker(IN_FRONT);
  assert.equal(await made(), 2);
  await assertRefusedStart(api(OLD), /^VEZNE_SECRET_KEYS lacks version 2, which still seals 1 credential/);
  await worker(HANDED_OUT);
  await api(HANDED_OUT);
  assert.equal(await made(), 1);
  // Nothing needs it any more.
  await api(OLD);
  await worker(OLD);
  assert.equal(await made(), 1);
});

test('a public key that somebody else said under our login is found at start, also of a version that is only held', async (t) => {
  const { database, worker, api, made } = await open(t);
  await api(OLD);
  await worker(OLD);
  await database
    .pool('vezne_worker')
    .query(`insert into sealing_key (version, public_key) values (2, sha256('a stranger'))`);
  assert.equal(await made(), 'not_ready');
  for (const keys of [HANDED_OUT, IN_FRONT])
    await assertRefusedStart(
      worker(keys),
      /^The database has another public key under version 2 .*vezne_worker/,
    );
});
