import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestConsole } from '../../harness/console.ts';
import { insertPerson } from '../../harness/staff.ts';

const MINUTE_MS = 60_000;
const CODE_MS = 30_000;
const COOKIE = '__Host-vezne_console';

test('a session ends 30 minutes after the last thing the person did; what a page asks by the clock doesn’t count', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  await page.signIn(elif);
  clock.advance(29 * MINUTE_MS);
  assert.equal((await page.call('listSessions')).status, 200);
  clock.advance(29 * MINUTE_MS);
  assert.equal((await page.call('getCounts')).status, 200, 'still there');
  assert.equal((await page.call('getSession')).body['state'], 'signed_in');
  clock.advance(MINUTE_MS);
  const after = await page.call('listSessions');
  assert.deepEqual([after.code, after.body['reason']], ['session_ended', 'idle']);
  const { body } = await page.call('getSession');
  assert.deepEqual(body, { state: 'signed_out', environment: 'production', endReason: 'idle' });
});

test('a page that asks first who is signed in hears why the session is over, and a stranger nothing', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  const endReason = async (): Promise<unknown> => (await page.call('getSession')).body['endReason'];
  assert.equal(await endReason(), null);
  await page.signIn(elif);
  for (const [stored, told] of [
    ['disabled', 'disabled'],
    ['of_a_later_version', 'signed_out'],
  ]) {
    await owner.query('update staff_session set ended_at = now(), end_reason = $1', [stored]);
    assert.equal(await endReason(), told);
  }
  page.cookies.set(COOKIE, 'x'.repeat(43));
  assert.equal(await endReason(), null);
});

test('a session ends after 12 hours, however busy the person is', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  await page.signIn(elif);
  for (let passed = 0; passed < 12 * 60 - 20; passed += 20) {
    clock.advance(20 * MINUTE_MS);
    assert.equal((await page.call('listSessions')).status, 200, `after ${passed + 20} minutes`);
  }
  // The session began a moment after the clock was stopped.
  clock.advance(21 * MINUTE_MS);
  const after = await page.call('listSessions');
  assert.deepEqual([after.code, after.body['reason']], ['session_ended', 'too_old']);
});

test('step-up lasts 10 minutes from one use to the next, and 2 hours at most', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  await page.signIn(elif);
  assert.equal((await page.call('renewRecoveryCodes', {})).code, 'step_up_required');
  clock.advance(CODE_MS);
  assert.equal((await page.call('stepUp', { code: page.codeOf(elif) })).status, 200);
  for (let passed = 9; passed < 120; passed += 9) {
    clock.advance(9 * MINUTE_MS);
    assert.equal((await page.call('renewRecoveryCodes', {})).status, 200, `after ${passed} minutes`);
  }
  clock.advance(4 * MINUTE_MS);
  assert.equal((await page.call('renewRecoveryCodes', {})).code, 'step_up_required');
  await page.call('stepUp', { code: page.codeOf(elif) });
  clock.advance(10 * MINUTE_MS);
  assert.equal((await page.call('renewRecoveryCodes', {})).code, 'step_up_required');
});

test('a cookie from before a sign-in or a step-up is worth nothing after it', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const planted = 'B'.repeat(43);
  const [page, thief] = [browser(), browser()];
  page.cookies.set(COOKIE, planted);
  await page.signIn(elif);
  thief.cookies.set(COOKIE, planted);
  assert.equal((await thief.call('listSessions')).code, 'sign_in_required', 'what a stranger planted');

  const beforeStepUp = page.cookies.get(COOKIE) ?? '';
  assert.notEqual(beforeStepUp, planted);
  clock.advance(CODE_MS);
  await page.call('stepUp', { code: page.codeOf(elif) });
  thief.cookies.set(COOKIE, beforeStepUp);
  assert.equal(
    (await thief.call('listSessions')).code,
    'sign_in_required',
    'what was taken before the step-up',
  );
  assert.equal((await page.call('listSessions')).status, 200);

  const beforeSignIn = page.cookies.get(COOKIE) ?? '';
  clock.advance(CODE_MS);
  await page.signIn(elif);
  thief.cookies.set(COOKIE, beforeSignIn);
  const replaced = await thief.call('listSessions');
  assert.deepEqual([replaced.code, replaced.body['reason']], ['session_ended', 'replaced']);
  thief.cookies.set(COOKIE, page.cookies.get('__Host-vezne_console_attempt') ?? 'C'.repeat(43));
  assert.equal((await thief.call('listSessions')).code, 'sign_in_required');
});

test('of two step-ups at the same moment one cookie counts', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  await page.signIn(elif);
  clock.advance(CODE_MS);
  const code = page.codeOf(elif);
  const twin = page.at((await startTestConsole(t, { clock })).url);
  assert.equal(
    (await twin.call('listSessions')).code,
    'sign_in_required',
    'another database knows no such session',
  );
  const answers = await Promise.all([page.call('stepUp', { code }), page.call('stepUp', { code })]);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal((await page.call('listSessions')).status, 200);
});

test('somebody who is disabled is out within 2 s in every process, and can’t sign in again', async (t) => {
  const here = await startTestConsole(t);
  const there = await startTestConsole(t, { database: here.database, clock: here.clock });
  const elif = await insertPerson(here.owner);
  const page = here.browser();
  await page.signIn(elif);
  const elsewhere = page.at(there.url);
  assert.equal((await elsewhere.call('listSessions')).status, 200);
  const begunMs = performance.now();
  await here.owner.query(`update staff set status = 'disabled' where id = $1`, [elif.id]);
  for (const one of [page, elsewhere]) {
    const answer = await one.call('listSessions');
    assert.deepEqual([answer.code, answer.body['reason']], ['session_ended', 'disabled']);
  }
  assert.ok(performance.now() - begunMs < 2_000);
  here.clock.advance(CODE_MS);
  assert.equal((await here.browser().signIn(elif)).code, 'credentials_wrong');
});

test('somebody who is disabled between the password and the code gets no session', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  await page.call('signIn', { handle: elif.handle, password: elif.password });
  await owner.query(`update staff set status = 'disabled' where id = $1`, [elif.id]);
  assert.equal((await page.call('signInWithCode', { code: page.codeOf(elif) })).code, 'attempt_expired');
});

test('people see and end their own sessions, and those of others don’t exist', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const [elif, mehmet] = [await insertPerson(owner), await insertPerson(owner)];
  const [office, home, other] = [browser(), browser('198.51.100.7'), browser()];
  await office.signIn(elif);
  clock.advance(CODE_MS);
  await home.signIn(elif);
  await other.signIn(mehmet);
  const { body } = await office.call('listSessions');
  const sessions = body['sessions'] as {
    id: string;
    address: string;
    isCurrent: boolean;
    userAgent: string;
  }[];
  assert.deepEqual(
    sessions.map(({ address, isCurrent, userAgent }) => [address, isCurrent, userAgent]),
    [
      ['198.51.100.7', false, 'Test browser'],
      ['192.0.2.1', true, 'Test browser'],
    ],
  );
  const [atHome] = sessions;
  assert.ok(atHome);
  assert.equal((await other.call('endSession', undefined, { id: atHome.id })).status, 404);
  assert.equal((await home.call('listSessions')).status, 200);
  assert.equal((await office.call('endSession', undefined, { id: atHome.id })).status, 200);
  assert.equal((await home.call('listSessions')).body['reason'], 'ended_by_person');
  assert.equal((await office.call('endSession', undefined, { id: atHome.id })).status, 404);
  assert.equal((await office.call('endSession', undefined, { id: 'not-an-id' })).status, 404);
});
