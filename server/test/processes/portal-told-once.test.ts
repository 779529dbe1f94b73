/**
 * What the portal makes is in one answer: the secrets of a triple and of a webhook are afterwards in no other answer, log, measurement, row
 * or write of the database. The process itself has no key that opens what it sealed; api and worker, which do open it, say nothing of it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PORTAL_API } from '@vezne/contract/portal/routes';
import { systemClock } from '../../src/clock.ts';
import { get } from '../harness/client.ts';
import type { Credentials } from '../harness/client.ts';
import { createTestDatabase } from '../harness/database.ts';
import { until } from '../harness/expectations.ts';
import { testPortalKeysEnv } from '../harness/keys.ts';
import { CODE_MS, PORTAL_URL, PortalBrowser, insertPartnerPerson } from '../harness/portal.ts';
import type { PartnerTestPerson } from '../harness/portal.ts';
import { codeAt } from '../harness/staff.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { startReceiver } from '../jobs/webhooks/receiver.ts';
import { createSearch } from './canary/needles.ts';
import { dumpOf, keepWal, walSince } from './canary/places.ts';
import { startTalkative } from './canary/talkative.ts';

/** By the real clock: the code of the next half minute is taken too. */
async function signInWithProof(page: PortalBrowser, person: PartnerTestPerson): Promise<void> {
  const nowMs = Date.now();
  await page.call('signIn', { email: person.email, password: person.password });
  await page.call('signInWithCode', { code: codeAt(person, nowMs) });
  const proof = await page.call('stepUp', { code: codeAt(person, nowMs + CODE_MS) });
  assert.equal(proof.status, 200, proof.text);
}

test('what the portal makes is told in one answer, and is nowhere afterwards', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const walBegin = await keepWal(t, database);
  const told: string[] = [];
  const receiver = await startReceiver(t, (request, response) => {
    told.push(String(request.headers['webhook-signature']));
    // So that it is complained about.
    request.resume().once('end', () => response.writeHead(500).end());
  });
  const [api, worker, portal] = await Promise.all([
    startTalkative(t, 'api', {
      VEZNE_ENV: 'development',
      VEZNE_API_DATABASE_URL: database.urlOf('vezne_api'),
      VEZNE_PUBLIC_URL: 'https://pay.example',
      VEZNE_PORT: '0',
      VEZNE_DRAIN_MS: '50',
    }),
    startTalkative(t, 'worker', {
      VEZNE_ENV: 'development',
      VEZNE_WORKER_DATABASE_URL: database.urlOf('vezne_worker'),
    }),
    startTalkative(t, 'portal', {
      ...testPortalKeysEnv,
      VEZNE_ENV: 'production',
      // Nobody is invited here, and production wants to know where letters go.
      VEZNE_SMTP_URL: 'smtps://mail.example',
      VEZNE_MAIL_FROM: 'portal@vezne.example',
      VEZNE_PORTAL_DATABASE_URL: database.urlOf('vezne_portal'),
      VEZNE_PORTAL_URL: PORTAL_URL,
      VEZNE_PORTAL_PORT: '0',
      VEZNE_TRUSTED_PROXIES: '127.0.0.1',
      VEZNE_DRAIN_MS: '50',
    }),
  ]);
  const person = await insertPartnerPerson(owner);
  const { id } = await insertEndpoint(owner, { partnerId: person.partnerId, url: receiver.url });
  const page = new PortalBrowser(portal.url, systemClock);
  await signInWithProof(page, person);
  const answers = [
    await page.call('createCredentials', {}),
    await page.call('rotateCredentials', { overlapHours: 1 }),
    await page.call('rotateEndpointSecret', { overlapHours: 1 }, { id }),
  ];
  const triples = answers.slice(0, 2).map(({ body }) => body['credentials'] as Credentials);
  const secrets = [
    ...triples.flatMap(({ apiSecret, hashSecret }) => [apiSecret, hashSecret]),
    String(answers[2]?.body['secret']),
  ];
  for (const secret of secrets) assert.match(secret, /^(vz[sh]_|whsec_)/);
  assert.equal(new Set(secrets).size, 5);

  // Each is opened and used, rightly and wrongly, by those who have the key.
  for (const triple of triples) {
    await until(
      async () => await get(api.url, triple, '/v1/limits'),
      ({ status }) => status === 200,
    );
    const wrong = { ...triple, hashSecret: `${triple.hashSecret}x` };
    assert.equal((await get(api.url, wrong, '/v1/limits')).status, 401);
  }
  const others: string[] = [];
  const note = async (name: keyof typeof PORTAL_API, body?: object): Promise<void> => {
    others.push((await page.call(name, body, PORTAL_API[name].path.includes(':id') ? { id } : {})).text);
  };
  await note('testEndpoint', {});
  await until(
    async () => await Promise.resolve(told),
    ([first]) => first?.split('v1,').length === 3,
  );
  for (const [name, { method }] of Object.entries(PORTAL_API))
    if (method === 'GET') await note(name as keyof typeof PORTAL_API);
  const processes = { api, worker, portal };
  const measured: Record<string, Buffer> = {};
  for (const [name, { measured: ask }] of Object.entries(processes))
    measured[`metrics of ${name}`] = Buffer.from((await ask()) ?? assert.fail(`${name} measures nothing`));
  for (const { stop } of Object.values(processes)) await stop();

  const bytes = (secret: string): Buffer => Buffer.from(secret.replace(/^(vz[sh]_|whsec_)/, ''), 'base64url');
  const search = createSearch(
    secrets.flatMap((secret) => [
      { name: 'secret', value: secret },
      { name: 'secret', value: bytes(secret.replaceAll('+', '-').replaceAll('/', '_')) },
    ]),
  );
  assert.ok(search(Buffer.from(answers.map(({ text }) => text).join('\n'))).length > 0, 'it finds them');
  const places: Record<string, Buffer> = {
    answers: Buffer.from(others.join('\n')),
    ...measured,
    ...Object.fromEntries(
      Object.entries(processes).map(([name, { said }]) => [`log of ${name}`, Buffer.from(said())]),
    ),
    dump: await dumpOf(database),
    wal: await walSince(database, walBegin),
  };
  for (const [place, hay] of Object.entries(places)) {
    assert.ok(hay.length > 100, place);
    assert.deepEqual(search(hay), [], place);
    if (place.startsWith('metrics')) assert.ok(hay.includes('# HELP vezne_'), place);
  }
  assert.ok(places['dump']?.includes('credentials.rotate'));
  // A process that had done nothing would have nothing to tell.
  assert.match(String(places['metrics of portal']), /^vezne_\w*requests\w*\{.*\} [1-9]/m);
});
