import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestConsole } from '../../harness/console.ts';
import type { Browser } from '../../harness/console.ts';
import { insertPerson } from '../../harness/staff.ts';

const CODE_MS = 30_000;

async function guess(page: Browser, handle: string, count: number): Promise<(string | undefined)[]> {
  const codes = [];
  for (let at = 0; at < count; at += 1)
    codes.push((await page.call('signIn', { handle, password: `guess ${at}` })).code);
  return codes;
}

test('after a few wrong passwords each try waits, longer each time, and a restart forgets nothing', async (t) => {
  const first = await startTestConsole(t);
  const elif = await insertPerson(first.owner);
  const wrong = await guess(first.browser(), elif.handle, 8);
  assert.deepEqual(
    wrong.slice(0, 6),
    Array.from({ length: 6 }, () => 'credentials_wrong'),
  );
  assert.deepEqual(wrong.slice(6), ['throttled', 'throttled']);

  const second = await startTestConsole(t, { database: first.database, clock: first.clock });
  const page = second.browser();
  const answer = await page.call('signIn', { handle: elif.handle, password: elif.password });
  assert.deepEqual([answer.status, answer.code, answer.body['retryAfterSeconds']], [429, 'throttled', 2]);
  assert.equal(answer.headers.get('retry-after'), '2');
  first.clock.advance(2_000);
  assert.deepEqual(await guess(page, elif.handle, 2), ['credentials_wrong', 'throttled']);
  first.clock.advance(4_000);
  assert.equal((await page.signIn(elif)).status, 200);
  assert.deepEqual(
    await guess(page, elif.handle, 6),
    Array.from({ length: 6 }, () => 'credentials_wrong'),
  );
});

test('a hundred guesses at the same moment are a handful', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const answers = await Promise.all(
    Array.from(
      { length: 60 },
      async (_, at) => await browser().call('signIn', { handle: elif.handle, password: `guess ${at}` }),
    ),
  );
  const judged = answers.filter(({ code }) => code === 'credentials_wrong');
  assert.equal(judged.length, 6);
  assert.ok(
    answers.every(({ code }) =>
      ['credentials_wrong', 'throttled', 'unavailable', 'rate_limited'].includes(code ?? ''),
    ),
  );
});

test('strangers who guess don’t shut out a person who comes from where they signed in before', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const [office, stranger] = ['192.0.2.1', '198.51.100.9'];
  await browser(office).signIn(elif);
  clock.advance(CODE_MS);
  assert.equal((await guess(browser(stranger), elif.handle, 8)).at(-1), 'throttled');
  assert.equal((await browser(stranger).signIn(elif)).code, 'throttled');
  assert.equal(
    (await browser('203.0.113.5').signIn(elif)).code,
    'throttled',
    'from anywhere else they wait too',
  );
  assert.equal((await browser(office).signIn(elif)).status, 200);
  // Who sits at the same network is counted there, and waits like everybody.
  assert.equal((await guess(browser(office), elif.handle, 8)).at(-1), 'throttled');
});

test('the longest wait is minutes, so that nobody is locked out for a day', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const stranger = browser('198.51.100.9');
  for (let round = 0; round < 30; round += 1) {
    await guess(stranger, elif.handle, 1);
    clock.advance(5 * 60_000);
  }
  await guess(stranger, elif.handle, 1);
  const { code, body } = await browser('203.0.113.5').signIn(elif);
  assert.equal(code, 'throttled');
  assert.ok(Number(body['retryAfterSeconds']) <= 300);
  clock.advance(5 * 60_000);
  const { handle, password } = elif;
  assert.equal((await browser('203.0.113.5').call('signIn', { handle, password })).status, 200);
});

test('a network that tries one handle after another waits, and others don’t wait for it', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const stranger = browser('2001:db8::1');
  const codes = [];
  for (let at = 0; at < 40; at += 1) codes.push(...(await guess(stranger, `someone${at}`, 1)));
  assert.equal(codes.indexOf('throttled'), 31);
  assert.equal((await guess(browser('2001:db8::2'), 'another', 1))[0], 'throttled', 'of the same network');
  const elif = await insertPerson(owner);
  assert.equal((await stranger.signIn(elif)).code, 'throttled');
  assert.equal((await browser('2001:db8:0:1::1').signIn(elif)).status, 200);
});

test('codes are guessed no faster than passwords, and a right password doesn’t begin the count anew', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const thief = browser('198.51.100.9');
  const codes = [];
  for (let at = 0; at < 12; at += 1) {
    const { code } = await thief.call('signIn', { handle: elif.handle, password: elif.password });
    assert.equal(code, undefined);
    codes.push((await thief.call('signInWithCode', { code: '000000' })).code);
  }
  assert.deepEqual(new Set(codes.slice(0, 6)), new Set(['code_wrong']));
  assert.deepEqual(new Set(codes.slice(6)), new Set(['throttled']));
});

test('an unknown handle is answered and slowed down like a known one', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const disabled = await insertPerson(owner);
  await owner.query(`update staff set status = 'disabled' where id = $1`, [disabled.id]);
  const told = [];
  for (const [at, handle] of [elif.handle, 'nobody', disabled.handle, 'Not A Handle!'].entries()) {
    const page = browser(`198.51.100.${at}`);
    const answers = [];
    for (let round = 0; round < 8; round += 1) {
      const password = handle === disabled.handle ? disabled.password : 'wrong';
      const { status, body, headers } = await page.call('signIn', { handle, password });
      const { requestId: _, ...rest } = body;
      answers.push([status, rest, headers.getSetCookie()]);
    }
    told.push(answers);
  }
  for (const answers of told) assert.deepEqual(answers, told[0]);
});

test('a stranger who only knocks is slowed down before anything is written', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const answers = await Promise.all(
    Array.from({ length: 150 }, async () => await browser('198.51.100.9').call('passkeySignInOptions', {})),
  );
  const refused = answers.filter(({ code }) => code === 'rate_limited').length;
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int4 as count from sign_in_attempt',
  );
  assert.ok(refused > 0);
  assert.equal(rows[0]?.count, 150 - refused);
  assert.equal((await browser('203.0.113.5').call('passkeySignInOptions', {})).status, 200);
});
