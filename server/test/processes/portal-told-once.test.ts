/**
 * What the portal makes is in one answer: the secrets of a triple and of a webhook are afterwards in no other answer, log, row or
 * write of the database. The process itself has no key that opens what it sealed.
 */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { PORTAL_API } from '@vezne/contract/portal/routes';
import { startPortal } from '../../src/processes/portal.ts';
import { createTestDatabase } from '../harness/database.ts';
import { testClock } from '../harness/console.ts';
import { PortalBrowser, insertPartnerPerson, portalConfig } from '../harness/portal.ts';
import { nameSealingKeys } from '../harness/sealing.ts';
import { CHEAP_PASSWORDS } from '../harness/staff.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { createSearch } from './canary/needles.ts';
import { dumpOf, keepWal, walSince } from './canary/places.ts';

test('what the portal makes is told in one answer, and is nowhere afterwards', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const walBegin = await keepWal(t, database);
  await nameSealingKeys(database);
  const said: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said.push(chunk);
      done();
    },
  });
  const clock = testClock();
  const { url, stop } = await startPortal(portalConfig(database), pino({ level: 'trace' }, stream), {
    clock,
    passwordCost: CHEAP_PASSWORDS,
  });
  const person = await insertPartnerPerson(owner);
  const { id } = await insertEndpoint(owner, {
    partnerId: person.partnerId,
    url: 'https://shop.example/hooks',
  });
  const page = new PortalBrowser(url, clock);
  await page.signInWithProof(person, clock);
  const answers = [
    await page.call('createCredentials', {}),
    await page.call('rotateCredentials', { overlapHours: 1 }),
    await page.call('rotateEndpointSecret', { overlapHours: 1 }, { id }),
  ];
  const secrets = answers.flatMap(({ body, text }) => {
    const { apiSecret, hashSecret } = (body['credentials'] ?? {}) as Record<string, string>;
    const told = [apiSecret, hashSecret, body['secret']].filter((one) => typeof one === 'string');
    assert.ok(told.length > 0, text);
    return told;
  });
  assert.equal(secrets.length, 5);
  const others: string[] = [];
  for (const [name, { method, path }] of Object.entries(PORTAL_API))
    if (method === 'GET') {
      const answer = await page.call(
        name as keyof typeof PORTAL_API,
        undefined,
        path.includes(':id') ? { id } : {},
      );
      others.push(answer.text);
    }
  await stop();
  const bytes = (secret: string): Buffer => Buffer.from(secret.replace(/^(vz[sh]_|whsec_)/, ''), 'base64url');
  const search = createSearch(
    secrets.flatMap((secret) => [
      { name: 'secret', value: secret },
      { name: 'secret', value: bytes(secret.replaceAll('+', '-').replaceAll('/', '_')) },
    ]),
  );
  assert.ok(search(Buffer.from(answers.map(({ text }) => text).join('\n'))).length > 0, 'it finds them');
  const places = {
    answers: Buffer.from(others.join('\n')),
    log: Buffer.concat(said),
    dump: await dumpOf(database),
    wal: await walSince(database, walBegin),
  };
  for (const [place, hay] of Object.entries(places)) {
    assert.ok(hay.length > 100, place);
    assert.deepEqual(search(hay), [], place);
  }
  assert.ok(places.dump.includes('credentials.rotate'));
});
