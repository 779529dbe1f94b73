import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestConsole } from '../../harness/console.ts';
import { codeAt, insertEnrolment, insertPerson } from '../../harness/staff.ts';

const CODE_MS = 30_000;
const NEW_PASSWORD = 'kırmızı bisiklet 42';

test('a new person comes by a link, sets a password and an app, and may do nothing else before', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner, { handle: 'elif', name: 'Elif Işık', factors: 'none' });
  await owner.query('delete from staff_password');
  const token = await insertEnrolment(owner, elif.id);
  const page = browser();
  assert.deepEqual((await page.call('lookAtEnrolment', { token })).body, {
    handle: 'elif',
    name: 'Elif Işık',
    needsSecondFactor: true,
  });
  const weak = await page.call('enrol', { token, password: 'elif-elif-elif-1' });
  assert.deepEqual([weak.status, weak.code, weak.body['problem']], [400, 'password_weak', 'contains_name']);
  assert.equal((await page.call('enrol', { token, password: 'short' })).code, 'invalid_request');
  assert.deepEqual((await page.call('enrol', { token, password: NEW_PASSWORD })).body, { next: 'enrol' });
  assert.equal((await page.call('lookAtEnrolment', { token })).code, 'enrolment_invalid');
  assert.equal((await page.call('enrol', { token, password: NEW_PASSWORD })).code, 'enrolment_invalid');
  assert.equal((await page.call('getSession')).body['mustEnrol'], true);
  assert.equal((await page.call('listSessions')).code, 'enrolment_required');

  const { body } = await page.call('beginTotp', {});
  const secret = String(body['secret']);
  assert.match(String(body['uri']), /^otpauth:\/\/totp\/Vezne:elif\?/);
  assert.equal((await page.call('confirmTotp', { code: '000000' })).code, 'code_wrong');
  const confirmed = await page.call('confirmTotp', { code: codeAt({ totpSecret: secret }, clock.nowMs()) });
  assert.equal((confirmed.body['recoveryCodes'] as string[]).length, 10);
  assert.equal((await page.call('getSession')).body['mustEnrol'], false);
  assert.equal((await page.call('listSessions')).status, 200);
  assert.equal((await page.call('beginTotp', {})).code, 'step_up_required');

  clock.advance(CODE_MS);
  const again = browser();
  assert.equal((await again.signIn({ ...elif, password: NEW_PASSWORD, totpSecret: secret })).status, 200);
  const { rows } = await owner.query('select action from audit_entry order by id');
  assert.deepEqual(
    rows.map(({ action }: { action: string }) => action),
    ['factor.enrol', 'session.sign_in', 'session.fail_second_factor', 'factor.add_totp', 'session.sign_in'],
  );
});

test('of two who open the same link at once, one gets in', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner, { factors: 'none' });
  const token = await insertEnrolment(owner, elif.id);
  const answers = await Promise.all(
    [browser(), browser(), browser()].map(
      async (page) => await page.call('enrol', { token, password: NEW_PASSWORD }),
    ),
  );
  assert.deepEqual(answers.map(({ code }) => code ?? 'enrolled').toSorted(), [
    'enrolled',
    'enrolment_invalid',
    'enrolment_invalid',
  ]);
});

test('a link ends after its day, and one of a disabled person is none', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const [elif, mehmet] = [await insertPerson(owner), await insertPerson(owner)];
  const [late, disabled] = [await insertEnrolment(owner, elif.id), await insertEnrolment(owner, mehmet.id)];
  await owner.query(`update staff set status = 'disabled' where id = $1`, [mehmet.id]);
  const body = { token: disabled, password: NEW_PASSWORD };
  assert.equal((await browser().call('enrol', body)).code, 'enrolment_invalid');
  clock.advance(24 * 3_600_000 + 60_000);
  assert.equal((await browser().call('enrol', { ...body, token: late })).code, 'enrolment_invalid');
});

test('a password without a factor sets one up within a day, and later opens nothing', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const fresh = await insertPerson(owner, { factors: 'none' });
  const stale = await insertPerson(owner, {
    factors: 'none',
    passwordSetAt: new Date(Date.now() - 25 * 3_600_000),
  });
  assert.equal((await browser().signIn(fresh)).body['next'], 'enrol');
  const missed = await browser().signIn(stale);
  assert.deepEqual([missed.status, missed.code], [403, 'enrolment_missed']);
});

test('in development a password alone suffices, at sign-in and to step up, and nowhere else', async (t) => {
  const development = await startTestConsole(t, { config: { environment: 'development' } });
  const elif = await insertPerson(development.owner, { factors: 'none' });
  const page = development.browser();
  assert.deepEqual((await page.signIn(elif)).body, { next: 'signed_in' });
  const { body } = await page.call('getSession');
  assert.deepEqual(
    [body['environment'], body['mustEnrol'], body['stepUpMethods']],
    ['development', false, ['password']],
  );
  assert.equal((await page.call('stepUp', { password: 'wrong' })).code, 'password_wrong');
  assert.equal((await page.call('stepUp', { password: elif.password })).status, 200);
  assert.equal((await page.call('beginTotp', {})).status, 200);

  const production = await startTestConsole(t);
  const mehmet = await insertPerson(production.owner);
  const other = production.browser();
  await other.signIn(mehmet);
  assert.equal((await other.call('stepUp', { password: mehmet.password })).code, 'password_wrong');
});

test('a new password takes the old one and a step-up, and ends the other sessions', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const [page, other] = [browser(), browser()];
  await other.signIn(elif);
  clock.advance(CODE_MS);
  await page.signIn(elif);
  clock.advance(CODE_MS);
  const change = { currentPassword: elif.password, newPassword: NEW_PASSWORD };
  const guess = { ...change, currentPassword: 'wrong' };
  assert.equal((await page.call('changePassword', change)).code, 'step_up_required');
  await page.call('stepUp', { code: page.codeOf(elif) });
  const wrong = await page.call('changePassword', guess);
  assert.deepEqual([wrong.status, wrong.code], [401, 'password_wrong'], 'a step-up is no password');
  assert.equal((await page.call('changePassword', { newPassword: NEW_PASSWORD })).code, 'invalid_request');
  const same = await page.call('changePassword', { ...change, newPassword: elif.password });
  assert.deepEqual([same.code, same.body['problem']], ['password_weak', 'same_as_before']);
  assert.equal((await page.call('changePassword', change)).status, 200);
  assert.equal((await page.call('listSessions')).status, 200);
  assert.equal((await other.call('listSessions')).body['reason'], 'password_changed');
  clock.advance(CODE_MS);
  assert.equal((await browser().signIn(elif)).code, 'credentials_wrong');
  assert.equal((await browser().signIn({ ...elif, password: NEW_PASSWORD })).status, 200);
});

test('the last factor stays, outside development', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  await page.signIn(elif);
  clock.advance(CODE_MS);
  await page.call('stepUp', { code: page.codeOf(elif) });
  assert.equal((await page.call('removeTotp')).code, 'last_factor');
  assert.equal((await page.call('beginTotp', {})).code, 'totp_exists');
  const profile = (await page.call('getProfile')).body;
  assert.notEqual(profile['totpSince'], null);
  assert.deepEqual([profile['needsSecondFactor'], profile['recoveryCodesLeft']], [true, 10]);
});

test('in development the last factor goes, and the recovery codes with it', async (t) => {
  const { owner, browser } = await startTestConsole(t, { config: { environment: 'development' } });
  const elif = await insertPerson(owner);
  const page = browser();
  await page.signIn(elif);
  await page.call('stepUp', { password: elif.password });
  const before = (await page.call('getProfile')).body;
  assert.deepEqual([before['needsSecondFactor'], before['recoveryCodesLeft']], [false, 10]);
  assert.equal((await page.call('removeTotp')).status, 200);
  const after = (await page.call('getProfile')).body;
  assert.deepEqual([after['totpSince'], after['recoveryCodesLeft']], [null, 0]);
  assert.deepEqual((await page.call('getSession')).body['stepUpMethods'], ['password']);
  const renewed = await page.call('renewRecoveryCodes', {});
  assert.deepEqual([renewed.status, renewed.code], [409, 'no_factor'], 'there is nothing to recover');
});

test('a password that was kept at another cost is kept anew at the next sign-in', async (t) => {
  const { owner, browser } = await startTestConsole(t, {
    passwordCost: { memoryKib: 1024, passes: 1, lanes: 2 },
  });
  const elif = await insertPerson(owner);
  await browser().signIn(elif);
  const { rows } = await owner.query<{ hash: string }>('select hash from staff_password');
  assert.match(rows[0]?.hash ?? '', /^\$argon2id\$v=19\$m=1024,t=1,p=2\$/);
});

test('who could confirm is counted while they are signed in, each person once', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const senior = await insertPerson(owner, { roles: ['senior_operator'] });
  const admin = await insertPerson(owner, { roles: ['administrator'] });
  const page = browser();
  await page.signIn(senior);
  await browser().signIn(admin);
  clock.advance(CODE_MS);
  await browser('198.51.100.1').signIn(senior);
  assert.deepEqual((await page.call('countConfirmers')).body['signedIn'], {
    confirm_decision: 1,
    confirm_large_decision: 1,
    confirm_operation: 2,
    confirm_change: 1,
  });
  assert.deepEqual((await page.call('getCounts')).body, { openRequests: 0 });
});
