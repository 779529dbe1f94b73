import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { toEventId } from '../../src/ids.ts';
import { testKeysEnv } from '../harness/keys.ts';
import { createHooks } from '../usecases/webhooks/hooks.ts';
import { byTwo, jsonOf, manyVezneOn, vezneOn } from './vezne.ts';

const URL = 'https://shop.example/hooks/vezne';

async function prepare(t: TestContext) {
  const hooks = await createHooks(t);
  // Commands that make a secret need a key. The others run in a process without one.
  const issuing = manyVezneOn(t, hooks.database, testKeysEnv);
  const add = ['webhook', 'add', hooks.partner.name, '--url', URL];
  const added = jsonOf(await byTwo(issuing, add, '--json'))['result'] as Record<string, unknown>;
  const { id } = added['endpoint'] as { id: string };
  return { hooks, issuing, id, secret: String(added['secret']), vezne: manyVezneOn(t, hooks.database) };
}

test('an administrator sees what waits, what failed and the answer to each attempt, but never a secret again', async (t) => {
  const { hooks, vezne, id, secret } = await prepare(t);
  const taken = await hooks.happens();
  await hooks.tryAll(id, 'delivered');
  const failing = await hooks.happens('withdrawal.rejected');
  await hooks.tryAll(id, 'failed');
  const waiting = await hooks.happens();

  const shown = await vezne('webhook', 'show', URL);
  assert.match(
    shown.stdout,
    /\n {2}pending +2, the oldest of .* \+03\n {2}parked +0\n {2}worker +delivers to it\n/,
  );
  assert.ok(shown.stdout.includes(`500 after 12 ms, try 1 of ${toEventId(failing)}`), shown.stdout);
  assert.match(shown.stdout, /\n {2}live +made .* by mehmet\n$/);
  const listed = jsonOf(await vezne('webhook', 'list', hooks.partner.name, '--json'))['endpoints'];
  const [endpoint] = listed as { id: string; pending: number; parked: number }[];
  assert.deepEqual([endpoint?.id, endpoint?.pending, endpoint?.parked], [id, 2, 0]);

  const newestFirst = jsonOf(await vezne('webhook', 'deliveries', id, '--json'))['deliveries'];
  assert.deepEqual(
    (newestFirst as { eventId: string; state: string; lastStatus: number }[]).map(
      ({ eventId, state, lastStatus }) => [eventId, state, lastStatus],
    ),
    [
      [toEventId(waiting), 'pending', null],
      [toEventId(failing), 'pending', 500],
      [toEventId(taken), 'delivered', 200],
    ],
  );
  const [, { transactionId } = assert.fail()] = newestFirst as { transactionId: string }[];
  for (const filter of [
    ['--transaction', transactionId],
    ['--event', toEventId(failing)],
    [id, '--state', 'pending'],
  ]) {
    const { stdout } = await vezne('webhook', 'deliveries', 'list', ...filter);
    assert.ok(stdout.includes(toEventId(failing)) && !stdout.includes(toEventId(taken)), stdout);
  }
  const tries = await vezne('webhook', 'deliveries', 'show', id, toEventId(failing));
  assert.match(tries.stdout, /\n +1 +\S+ \S+ \+03 +500 +12 ms +\S+ \S+ \+03 +the receiver is broken\n$/);
  const audit = await vezne('audit', 'list', '--subject', id);
  assert.match(
    audit.stdout,
    /mehmet {2}webhook\.add {2}https:\/\/shop\.example\/hooks\/vezne {2}.*partner Partner/,
  );
  for (const { stdout } of [shown, tries, audit]) assert.ok(!stdout.includes(secret.slice(6)));
});

test('an endpoint is changed, paused, replayed to and resumed, and each command says what it did', async (t) => {
  const { hooks, vezne, id } = await prepare(t);
  const event = await hooks.happens();
  await hooks.tryAll(id, 'parked');
  const outputOf = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await vezne('webhook', ...words);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  assert.match(await outputOf('set', id, '--events', 'all'), /event types .* -> .*deposit\.corrected\n$/);
  assert.match(await outputOf('set', id, '--events', 'all'), /is like that already/);
  assert.equal(await outputOf('pause', id), `The endpoint ${URL} is now paused.\n`);
  assert.match(
    await outputOf('replay', id, '--parked'),
    new RegExp(`^1 event will be sent to ${URL} again\\. It is paused, .*: vezne webhook resume ${id}\n$`),
  );
  assert.equal(await outputOf('resume', id), `The endpoint ${URL} is now active.\n`);
  assert.equal(await outputOf('replay', id, '--parked'), 'There was nothing to send again.\n');
  assert.equal(
    await outputOf('replay', '--event', toEventId(event)),
    `1 event will be sent to ${URL} again.\n`,
  );
  const since = jsonOf(
    await vezne('webhook', 'replay', id, '--since', '2026-01-01T00:00:00+03:00', '--json'),
  );
  assert.equal(since['deliveries'], 1);
  assert.equal(await outputOf('disable', id), `The endpoint ${URL} is now disabled.\n`);
  assert.match((await byTwo(vezne, ['webhook', 'enable', id])).stdout, /status disabled -> active\n$/);
});

test('a rotation shows the new secret once and says until when the older one signs', async (t) => {
  const { hooks, issuing, vezne, id, secret } = await prepare(t);
  const { code, stdout } = await byTwo(issuing, ['webhook', 'rotate', id]);
  assert.equal(code, 0);
  assert.match(stdout, /\n {2}secret {2}whsec_\S{44}\n.*shown this once/);
  assert.match(stdout, /signed with the one before it too, until .* \+03\.\n$/);
  assert.ok(!stdout.includes(secret));
  assert.match((await vezne('webhook', 'revoke', id)).stdout, /The older secret of .* has ended/);
  const local = ['webhook', 'add', hooks.partner.name, '--url', 'http://127.0.0.1:4003/hooks', '--json'];
  const refused = await issuing(...local);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^vezne: The webhook address does not use https/);
  const onOwnMachine = vezneOn(hooks.database, { VEZNE_ACTOR: 'ayse', VEZNE_ENV: 'development' });
  jsonOf(await onOwnMachine(...local));
});

test('wrong usage exits with 2 and a failed command with 1, each with the remedy', async (t) => {
  const { vezne, id } = await prepare(t);
  const endings: [words: string[], code: number, message: RegExp][] = [
    [['set', id], 2, /nothing to change; give --url or --events/],
    [['deliveries'], 2, /name an endpoint, or give --event or --transaction/],
    [['replay', id], 2, /give one of --event, --since and --parked/],
    [['replay', id, '--parked', '--since', '2026-11-15T10:00:00Z'], 2, /give one of/],
    [['replay', '--parked'], 2, /name the endpoint/],
    [['replay', id, '--since', '2026-11-15 10:00'], 2, /with its zone/],
    [['replay', '--event', 'evt_1'], 1, /"evt_1" is not the id of an event/],
    [['show', 'https://nobody.example/'], 1, /no webhook endpoint .*vezne webhook list/],
    [['set', id, '--events', 'deposit.lost'], 1, /no event "deposit\.lost"/],
    [['resume', id], 0, /^$/],
    [['revoke', id], 1, /one live secret/],
    [['deliveries', 'show', id, `evt_${'0'.repeat(32)}`], 1, /never went to this endpoint/],
  ];
  for (const [words, code, message] of endings) {
    const ran = await vezne('webhook', ...words);
    assert.equal(ran.code, code, `${words.join(' ')}: ${ran.stderr}`);
    assert.match(ran.stderr, message, words.join(' '));
  }
});
