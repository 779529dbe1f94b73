/** What people of a partner made at the portal outlives the key that it was sealed for. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import type { VersionedKeys } from '../../src/config/keys.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { SEALED_FOR_HOLDERS } from '../../src/keys/sealing-keys.ts';
import { startApiProcess } from '../harness/api-process.ts';
import { get } from '../harness/client.ts';
import type { Credentials } from '../harness/client.ts';
import { until } from '../harness/expectations.ts';
import { testKeysEnv } from '../harness/keys.ts';
import { insertPartnerPerson, startTestPortal } from '../harness/portal.ts';
import { nameSealingKeys } from '../harness/sealing.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';
import { startReceiver } from '../jobs/webhooks/receiver.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';

const second = randomBytes(32);
const secretTwo = `2:${second.toString('base64')}`;
const BOTH = { VEZNE_SECRET_KEYS: `${secretTwo},${testKeysEnv.VEZNE_SECRET_KEYS}` };
const NEW_ONLY = { VEZNE_SECRET_KEYS: secretTwo, VEZNE_ENV: 'development' };
const newKeys: VersionedKeys = { current: 2, byVersion: new Map([[2, second]]) };

interface Header {
  alg: string;
  kid: string;
}

/** How a secret is sealed, and with which version. */
const headerOf = (sealed: string): Header =>
  JSON.parse(Buffer.from(sealed.split('.')[0] ?? '', 'base64url').toString()) as Header;

test('secrets that the portal sealed are moved by a reseal, and sign when the key that they were made with is gone', async (t) => {
  const { database, owner, browser, clock } = await startTestPortal(t);
  await nameSealingKeys(database);
  const received: { headers: Record<string, string | string[] | undefined>; body: string }[] = [];
  const receiver = await startReceiver(t, (request, response) => {
    const take = async (): Promise<void> => {
      received.push({ headers: request.headers, body: await text(request) });
      response.writeHead(204).end();
    };
    void take();
  });
  const person = await insertPartnerPerson(owner);
  const { id: endpointId } = await insertEndpoint(owner, {
    partnerId: person.partnerId,
    url: receiver.url,
  });
  const page = browser();
  await page.signInWithProof(person, clock);
  const triples: Credentials[] = [];
  const make = async (): Promise<void> => {
    // The older one stays for its overlap, and so is live.
    for (const [act, body] of [
      ['createCredentials', {}],
      ['rotateCredentials', { overlapHours: 24 }],
    ] as const) {
      const made = await page.call(act, body);
      assert.equal(made.status, 200, made.text);
      triples.push(made.body['credentials'] as Credentials);
    }
  };
  await make();
  const rotated = await page.call('rotateEndpointSecret', { overlapHours: 0 }, { id: endpointId });
  const webhookSecret = String(rotated.body['secret']);

  const sealedTexts = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ sealed: string[]; apiKey: string }>(
      `select array[api_secret_sealed, hash_secret_sealed] as sealed, api_key as "apiKey" from credential where api_key = any ($1)
       union all select array[secret_sealed], '' from webhook_secret where expires_at is null`,
      [triples.map(({ apiKey }) => apiKey)],
    );
    return rows.flatMap(({ sealed }) => sealed);
  };
  const before = await sealedTexts();
  assert.equal(before.length, 5);
  for (const sealed of before) {
    const { alg, kid } = headerOf(sealed);
    assert.deepEqual([alg, kid], [SEALED_FOR_HOLDERS, '1'], 'as the portal seals');
  }

  // Version 2 comes, and the portal seals for it as soon as both have said so.
  const old = [await startApiProcess(t, database, BOTH), await startWorkerProcess(t, database, BOTH)];
  await make();
  const versions = (await sealedTexts()).map((sealed) => headerOf(sealed).kid);
  assert.deepEqual(versions.filter((kid) => kid === '2').length, 4);

  const resealed = jsonOf(await manyVezneOn(t, database, BOTH)('keys', 'reseal', '--json'));
  assert.deepEqual([resealed['left'], resealed['unreadable']], [0, []]);
  const after = await sealedTexts();
  assert.deepEqual(new Set(after.map((sealed) => headerOf(sealed).kid)), new Set(['2']));
  assert.equal(after.filter((sealed) => before.includes(sealed)).length, 0);
  const opener = createSealedSecrets(newKeys);
  const opened = await Promise.all(after.map(async (sealed) => await opener.open(sealed)));
  assert.deepEqual(
    opened.toSorted(),
    [...triples.flatMap(({ apiSecret, hashSecret }) => [apiSecret, hashSecret]), webhookSecret].toSorted(),
  );

  // Version 1 retires: nobody has it any more.
  for (const { child, ended } of old) {
    child.kill('SIGTERM');
    await ended;
  }
  const api = await startApiProcess(t, database, NEW_ONLY);
  const worker = await startWorkerProcess(t, database, NEW_ONLY);
  await make();
  for (const [index, triple] of triples.entries()) {
    const answer = await until(
      async () => await get(api.url, triple, '/v1/limits'),
      ({ status }) => status === 200,
      10_000,
    );
    assert.equal(answer.status, 200, `triple ${index}`);
  }
  const asked = await page.call('testEndpoint', {}, { id: endpointId });
  assert.equal(asked.status, 200, asked.text);
  await until(
    async () => await Promise.resolve(received.length),
    (count) => count > 0,
  );
  const [webhook = assert.fail()] = received;
  verifyWebhook({ ...webhook, secrets: [webhookSecret] });
  assert.equal(worker.lines('a secret of an endpoint cannot be opened').length, 0);
});
