import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { createSealedSecrets } from '../../../src/keys/sealed-secrets.ts';
import { startTestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import type { Credentials } from '../../harness/client.ts';
import { until } from '../../harness/expectations.ts';
import { depositBody } from '../../harness/factories.ts';
import { testKeys } from '../../harness/keys.ts';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';
import type { PortalBrowser, TestPortal } from '../../harness/portal.ts';
import { nameSealingKeys } from '../../harness/sealing.ts';

interface Key {
  id: string;
  apiKey: string;
  isLive: boolean;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

const keysOf = async (page: PortalBrowser): Promise<Key[]> =>
  (await page.call('listCredentials')).body['credentials'] as Key[];

const triplesOf = ({ credentials }: Record<string, unknown>): Credentials => credentials as Credentials;

/** Somebody who has just proved that it is them, at a portal whose api and worker have named their keys. */
async function open(t: TestContext): Promise<TestPortal & { page: PortalBrowser; partnerId: string }> {
  const portal = await startTestPortal(t);
  await nameSealingKeys(portal.database);
  const person = await insertPartnerPerson(portal.owner, {
    email: 'ayse@shop.example',
    roles: ['developer'],
  });
  const page = portal.browser();
  await page.signInWithProof(person, portal.clock);
  return { ...portal, page, partnerId: person.partnerId };
}

suite("keys that a partner's people make", () => {
  test('a triple that was made at the portal signs within two seconds, and is written down with who made it', async (t) => {
    const { url, owner, database, partner } = await startTestApi(t);
    const { browser, clock } = await startTestPortal(t, { database });
    await nameSealingKeys(database, ['vezne_worker']);
    const ayse = await insertPartnerPerson(owner, { partnerId: partner.id, email: 'ayse@shop.example' });
    const page = browser();
    await page.signInWithProof(ayse, clock);
    const made = await page.call('createCredentials', {});
    assert.equal(made.status, 200, made.text);
    const triple = triplesOf(made.body);
    assert.match(triple.apiKey, /^vzk_test_[a-z0-9]{26}$/);
    const answer = await until(
      async () => await post(url, triple, '/v1/deposits', depositBody()),
      ({ status }) => status === 201,
    );
    assert.equal(answer.status, 201);
    const used = await until(
      async () => (await keysOf(page)).find(({ apiKey }) => apiKey === triple.apiKey),
      (key) => typeof key?.lastUsedAt === 'string',
    );
    assert.ok(Math.abs(Date.parse(used?.lastUsedAt ?? '') - Date.now()) < 60_000);
    const { rows } = await owner.query(
      `select actor_kind, actor, subject_id, details->>'apiKey' as key from audit_entry where action = 'credentials.create'`,
    );
    assert.deepEqual(rows, [
      { actor_kind: 'partner_staff', actor: 'ayse@shop.example', subject_id: partner.id, key: triple.apiKey },
    ]);
  });

  test('a rotation ends the older ones after the overlap, and the sealed text opens with the keys of the api alone', async (t) => {
    const { owner, page } = await open(t);
    const first = triplesOf((await page.call('createCredentials', {})).body);
    const rotated = await page.call('rotateCredentials', { overlapHours: 24 });
    assert.equal(rotated.status, 200, rotated.text);
    const expiring = rotated.body['expiring'] as { apiKey: string; expiresAt: string }[];
    const ending = expiring.find(({ apiKey }) => apiKey === first.apiKey);
    assert.ok(ending);
    const hours = (Date.parse(ending.expiresAt) - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours < 24.1, `${hours}`);
    const { apiKey, apiSecret, hashSecret } = triplesOf(rotated.body);
    const { rows } = await owner.query<{ api: string; hash: string; version: number; by: string }>(
      'select api_secret_sealed as api, hash_secret_sealed as hash, key_version as version, created_by as by from credential where api_key = $1',
      [apiKey],
    );
    const [stored] = rows;
    assert.ok(stored);
    assert.deepEqual([stored.version, stored.by], [1, 'ayse@shop.example']);
    const opener = createSealedSecrets(testKeys.secretKeys);
    assert.deepEqual(await Promise.all([opener.open(stored.api), opener.open(stored.hash)]), [
      apiSecret,
      hashSecret,
    ]);
    const stranger = createSealedSecrets({
      current: 1,
      byVersion: new Map([[1, Buffer.alloc(32, 7)]]),
    });
    await assert.rejects(stranger.open(stored.api));
  });

  test('a key that is revoked is shown as ended, and is revoked once', async (t) => {
    const { page, owner } = await open(t);
    const { apiKey } = triplesOf((await page.call('createCredentials', {})).body);
    const id = (await keysOf(page)).find((key) => key.apiKey === apiKey)?.id ?? '';
    assert.equal((await page.call('revokeCredential', undefined, { id })).status, 200);
    const ended = (await keysOf(page)).find((key) => key.id === id);
    assert.ok(ended?.isLive === false && ended.revokedAt !== null);
    assert.equal((await page.call('revokeCredential', undefined, { id })).code, 'not_found');
    assert.equal((await page.call('revokeCredential', undefined, { id: randomUUID() })).code, 'not_found');
    const { rowCount } = await owner.query(`select from audit_entry where action = 'credentials.revoke'`);
    assert.equal(rowCount, 1);
  });

  test('until api and worker have named the same key nothing is made, and ten live keys are enough', async (t) => {
    const { database, browser, owner, clock } = await startTestPortal(t);
    const page = browser();
    await page.signInWithProof(await insertPartnerPerson(owner), clock);
    assert.equal((await page.call('createCredentials', {})).code, 'not_ready');
    await nameSealingKeys(database, ['vezne_api']);
    await database
      .pool('vezne_worker')
      .query(`insert into sealing_key (version, public_key) values (1, sha256('another'))`);
    assert.equal((await page.call('createCredentials', {})).code, 'not_ready', 'they differ');
    await owner.query(`delete from sealing_key where role = 'vezne_worker'`);
    await nameSealingKeys(database);
    const live = async (): Promise<number> => (await keysOf(page)).filter(({ isLive }) => isLive).length;
    const before = await live();
    for (let count = before; count < 10; count += 1)
      assert.equal((await page.call('createCredentials', {})).status, 200);
    assert.equal((await page.call('createCredentials', {})).code, 'too_many_credentials');
    assert.equal(await live(), 10);
    assert.equal((await page.call('rotateCredentials', { overlapHours: 0 })).status, 200);
    assert.equal(await live(), 1);
    for (const overlapHours of [-1, 8785, 1.5])
      assert.equal((await page.call('rotateCredentials', { overlapHours })).code, 'invalid_request');
  });

  test('the demonstration shows its triple to the partner whose key it is, and to nobody else', async (t) => {
    const demoCredentials = {
      apiKey: `vzk_test_${'d'.repeat(26)}`,
      apiSecret: `vzs_${'s'.repeat(43)}`,
      hashSecret: `vzh_${'h'.repeat(43)}`,
    };
    const config = { environment: 'development' as const, demoCredentials, apiUrl: 'https://pay.example' };
    const { owner, browser, clock } = await startTestPortal(t, { config });
    const people = [await insertPartnerPerson(owner), await insertPartnerPerson(owner)] as const;
    await owner.query('update credential set api_key = $2 where partner_id = $1', [
      people[0].partnerId,
      demoCredentials.apiKey,
    ]);
    const shown: unknown[] = [];
    for (const person of people) {
      const page = browser();
      await page.signInWithProof(person, clock);
      const { body } = await page.call('listCredentials');
      shown.push(body['demo']);
      assert.equal(body['apiUrl'], 'https://pay.example');
    }
    assert.deepEqual(shown, [demoCredentials, null]);
  });
});
