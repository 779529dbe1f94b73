/**
 * What is told once is told once: the keys of a partner, the secrets of its webhooks and the link of a new person are in one answer of the
 * console, and afterwards in no other answer, log, measurement, row or audit entry.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { announceEvents } from '../../src/db/event-channel.ts';
import { fromTransactionId } from '../../src/ids.ts';
import { CONSOLE_URL } from '../harness/console.ts';
import { post, sign } from '../harness/client.ts';
import { insertEvent } from '../harness/events.ts';
import { assertCreated, until } from '../harness/expectations.ts';
import { depositBody } from '../harness/factories.ts';
import { listen } from '../harness/live-stream.ts';
import { startReceiver } from '../jobs/webhooks/receiver.ts';
import { administratorsOf, makeSecrets } from './canary/administrators.ts';
import type { Made } from './canary/administrators.ts';
import { readEverything } from './canary/every-read.ts';
import { createSearch } from './canary/needles.ts';
import type { Canary } from './canary/needles.ts';
import { dumpOf, walSince } from './canary/places.ts';
import { startTalkative } from './canary/talkative.ts';
import { openWorld } from './canary/world.ts';

/** As text, as it was told; and as the bytes that it stands for. */
function canariesOf({ triples, webhookSecrets, link }: Made): Canary[] {
  const told = [
    ...triples.flatMap(({ apiSecret, hashSecret }) => [
      { name: 'api secret', value: apiSecret, bytes: Buffer.from(apiSecret.slice(4), 'base64url') },
      { name: 'hash secret', value: hashSecret, bytes: Buffer.from(hashSecret.slice(4), 'base64url') },
    ]),
    ...webhookSecrets.map((value) => ({
      name: 'webhook secret',
      value,
      bytes: Buffer.from(value.slice('whsec_'.length), 'base64'),
    })),
    { name: 'link to enrol', value: link, bytes: Buffer.from(link, 'base64url') },
  ];
  return told.flatMap(({ name, value, bytes }) => {
    assert.ok(bytes.length >= 24, name);
    return [
      { name, value },
      { name, value: bytes },
    ];
  });
}

const times = (text: string, part: string): number => text.split(part).length - 1;

test('what the console makes is told in one answer, and is nowhere afterwards', async (t) => {
  const world = await openWorld(t);
  const development = await startTalkative(t, 'console', {
    VEZNE_ENV: 'development',
    VEZNE_CONSOLE_DATABASE_URL: world.database.urlOf('vezne_console'),
    VEZNE_CONSOLE_URL: CONSOLE_URL,
    VEZNE_CONSOLE_PORT: '0',
    VEZNE_TRUSTED_PROXIES: '127.0.0.1',
    VEZNE_DRAIN_MS: '50',
  });
  const signatures: string[] = [];
  const receiver = await startReceiver(t, (request, response) => {
    signatures.push(String(request.headers['webhook-signature']));
    request.resume().once('end', () => response.writeHead(204).end());
  });
  const people = await administratorsOf(world);
  const stream = await listen(t, people.second, world.console.url);
  const made = await makeSecrets(world, people, { development: development.url, receiver: receiver.url });

  // Every key signs, every secret of a webhook signs, and a wrong signature is complained about.
  for (const triple of made.triples) {
    const deposit = assertCreated(
      await until(
        async () => await post(world.api.url, triple, '/v1/deposits', depositBody()),
        ({ status }) => status === 201,
      ),
    );
    const depositId = fromTransactionId(String(deposit['id'])) ?? assert.fail();
    await insertEvent(world.owner, depositId, 'deposit.approved');
    announceEvents(world.owner);
    const wrong = { ...triple, hashSecret: `${triple.hashSecret}x` };
    assert.equal((await world.ask(sign(wrong, { path: '/v1/deposits', body: depositBody() }))).status, 401);
  }
  await until(
    async () => await Promise.resolve(signatures),
    (all) => all.some((one) => times(one, 'v1,') === 2),
  );
  for (const endpointId of made.endpointIds)
    await people.call(people.first, 'testEndpoint', { pressId: randomUUID() }, endpointId);
  await sleep(1_500);

  // Whoever asked, and whoever confirmed, each at another console.
  for (const page of [people.first, people.second.at(development.url)])
    t.diagnostic(`${await readEverything(world, people, { page, made })} reads`);
  await stream.close();

  const answers = people.answers.join('\n');
  for (const [index, { apiKey, apiSecret, hashSecret }] of made.triples.entries()) {
    assert.ok(times(answers, apiKey) > 1, 'a key itself is no secret, and pages show it');
    for (const secret of [apiSecret, hashSecret]) assert.equal(times(answers, secret), 1, `triple ${index}`);
  }
  for (const [index, secret] of made.webhookSecrets.entries())
    assert.equal(times(answers, JSON.stringify(secret)), 1, `webhook secret ${index}`);
  assert.equal(times(answers, made.link), 1, 'the link');

  const processes = [...world.processes, development];
  const measured = await Promise.all(processes.map(async (one) => await one.measured()));
  for (const { stop } of processes) await stop();
  const places: Record<string, Buffer> = {
    logs: Buffer.from(processes.map(({ said }) => said()).join('\n')),
    errors: Buffer.from(world.errors.join('\n')),
    metrics: Buffer.from(measured.join('\n')),
    live: Buffer.from(JSON.stringify(stream.heard)),
    dump: await dumpOf(world.database),
    wal: await walSince(world.database, world.walBegin),
  };
  t.diagnostic(
    Object.entries(places)
      .map(([name, { length }]) => `${name}: ${length} bytes`)
      .join(', '),
  );
  // A search that finds nothing anywhere would prove nothing.
  const finds = (place: string, value: string): boolean =>
    createSearch([{ name: 'planted', value }])(places[place] ?? Buffer.alloc(0)).length > 0;
  for (const { apiKey } of made.triples)
    for (const place of ['logs', 'dump', 'wal']) assert.ok(finds(place, apiKey), `${place} names the key`);
  for (const action of ['partner.create', 'credentials.rotate', 'webhook.rotate', 'staff.add'])
    assert.ok(finds('dump', action), action);
  assert.ok(finds('metrics', '# HELP vezne_'));
  assert.ok(stream.heard.length > 0, 'the stream said something');

  const search = createSearch(canariesOf(made));
  const told = search(Buffer.from(answers)).length;
  assert.ok(told >= made.triples.length * 2 + made.webhookSecrets.length + 1, 'the answers tell all of them');
  for (const [place, hay] of Object.entries(places)) assert.deepEqual(search(hay), [], `secrets in ${place}`);
});
