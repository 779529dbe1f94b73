import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE_MS, insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';

const COOKIE = '__Host-vezne_portal';

test('somebody of a partner signs in with an address, a password and a code, is told who they are, and signs out', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t);
  const elif = await insertPartnerPerson(owner, { email: 'elif@shop.example', name: 'Elif Işık' });
  const page = browser();

  const first = await page.call('signIn', { email: ' ELIF@shop.example ', password: elif.password });
  assert.deepEqual(
    [first.status, first.body],
    [200, { next: 'second_factor', methods: ['code', 'recovery_code'] }],
  );
  assert.equal((await page.call('getSession')).body['state'], 'signed_out');

  const second = await page.call('signInWithCode', { code: page.codeOf(elif) });
  assert.deepEqual([second.status, second.body], [200, { next: 'signed_in' }]);
  const [set = ''] = second.headers.getSetCookie();
  assert.match(set, /^__Host-vezne_portal=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);

  const { body: session } = await page.call('getSession');
  const { rows: partners } = await owner.query('select id, name from partner');
  assert.deepEqual(session['partner'], partners[0]);
  assert.deepEqual(session['person'], {
    id: elif.id,
    email: 'elif@shop.example',
    name: 'Elif Işık',
    roles: ['owner'],
  });
  assert.deepEqual([session['mustEnrol'], session['stepUpUntil']], [false, null]);
  assert.deepEqual(session['stepUpMethods'], ['code']);

  clock.advance(CODE_MS);
  const stepped = await page.call('stepUp', { code: page.codeOf(elif) });
  assert.equal(stepped.status, 200);
  const cookie = page.cookies.get(COOKIE) ?? '';
  assert.equal((await page.call('signOut')).status, 200);
  assert.equal(page.cookies.has(COOKIE), false);
  page.cookies.set(COOKIE, cookie);
  const after = await page.call('listSessions');
  assert.deepEqual([after.status, after.code, after.body['reason']], [401, 'session_ended', 'signed_out']);
  assert.equal((await page.call('getSession')).body['endReason'], 'signed_out');
  const { rows } = await owner.query(
    `select action, actor, actor_kind, actor_id, subject_type, details->>'address' as address from audit_entry order by id`,
  );
  const entry = {
    actor: 'elif@shop.example',
    actor_kind: 'partner_staff',
    actor_id: elif.id,
    subject_type: 'partner_person',
    address: '192.0.2.1',
  };
  assert.deepEqual(
    rows,
    ['session.sign_in', 'session.step_up', 'session.sign_out'].map((action) => ({ action, ...entry })),
  );
});

test('a code and a recovery code work once each', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t);
  const person = await insertPartnerPerson(owner);
  const credentials = { email: person.email, password: person.password };
  const page = browser();
  assert.equal((await page.signIn(person)).status, 200);
  const other = browser();
  await other.call('signIn', credentials);
  const again = await other.call('signInWithCode', { code: other.codeOf(person) });
  assert.deepEqual([again.status, again.code], [401, 'code_used']);
  const [code = ''] = person.recoveryCodes;
  clock.advance(CODE_MS);
  assert.equal((await other.call('signInWithRecoveryCode', { code })).status, 200);
  const third = browser();
  await third.call('signIn', credentials);
  const used = await third.call('signInWithRecoveryCode', { code });
  assert.deepEqual([used.status, used.code], [401, 'recovery_code_wrong']);
});

test('an unknown address, a wrong password and somebody who was removed are refused in the same words', async (t) => {
  const { owner, browser } = await startTestPortal(t);
  const person = await insertPartnerPerson(owner);
  const removed = await insertPartnerPerson(owner, { roles: ['finance'], partnerId: person.partnerId });
  await owner.query('update partner_person set removed_at = now() where id = $1', [removed.id]);
  const texts = new Set<string>();
  for (const [email, password] of [
    ['nobody@shop.example', 'correct horse battery'],
    [person.email, 'correct horse battery'],
    [removed.email, removed.password],
    ['no address at all', 'correct horse battery'],
  ] as const) {
    const { status, text } = await browser().call('signIn', { email, password });
    assert.equal(status, 401);
    texts.add(text.replace(/req_\w+/, 'req_'));
  }
  assert.equal(texts.size, 1);
});

test('wrong passwords make the next try wait, and the wait is over for whoever has signed in from there before', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t);
  const person = await insertPartnerPerson(owner);
  assert.equal((await browser('198.51.100.7').signIn(person)).status, 200);
  const guess = { email: person.email, password: 'not the right one' };
  const codes = [];
  for (let tries = 0; tries < 7; tries += 1)
    codes.push((await browser('203.0.113.9').call('signIn', guess)).code);
  assert.deepEqual(codes.slice(-2), ['credentials_wrong', 'throttled']);
  clock.advance(CODE_MS);
  assert.equal((await browser('198.51.100.7').signIn(person)).status, 200);
  const { rows } = await owner.query(`select count(*)::int4 as count from partner_sign_in_failure`);
  assert.ok(rows[0].count >= 2, 'the network and the address of the guesser are remembered');
});

test('whoever is removed is out with their next request', async (t) => {
  const { owner, browser } = await startTestPortal(t);
  const person = await insertPartnerPerson(owner, { roles: ['finance'] });
  const page = browser();
  await page.signIn(person);
  assert.equal((await page.call('listSessions')).status, 200);
  await owner.query('update partner_person set removed_at = now()');
  const after = await page.call('listSessions');
  assert.deepEqual([after.status, after.code, after.body['reason']], [401, 'session_ended', 'disabled']);
});

test('a password that was set long ago sets up no second factor', async (t) => {
  const { owner, browser } = await startTestPortal(t);
  const day = 24 * 60 * 60_000;
  const late = await insertPartnerPerson(owner, {
    factors: 'none',
    passwordSetAt: new Date(Date.now() - 2 * day),
  });
  const { status, code } = await browser().signIn(late);
  assert.deepEqual([status, code], [403, 'enrolment_missed']);
  const fresh = await insertPartnerPerson(owner, { factors: 'none' });
  const page = browser();
  assert.equal((await page.signIn(fresh)).body['next'], 'enrol');
  assert.equal((await page.call('listTransactions')).code, 'enrolment_required');
});

test("neither place takes the other's cookie, and the pages of both have the same strict policy", async (t) => {
  const { owner, browser, url } = await startTestPortal(t);
  const person = await insertPartnerPerson(owner);
  const page = browser();
  await page.signIn(person);
  const token = page.cookies.get(COOKIE) ?? '';
  const stranger = browser();
  stranger.cookies.set('__Host-vezne_console', token);
  assert.equal((await stranger.call('listSessions')).code, 'sign_in_required');
  const elsewhere = await page.call('signOut', undefined, { headers: { origin: 'https://console.example' } });
  assert.equal(elsewhere.code, 'origin_refused');
  const shown = await fetch(`${url}/`);
  const policy = shown.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/);
  assert.equal(shown.headers.get('cache-control'), 'no-store');
});
