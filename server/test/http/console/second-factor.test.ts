import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestConsole } from '../../harness/console.ts';
import { codeAt, insertPerson } from '../../harness/staff.ts';

const CODE_MS = 30_000;

test('a code works once: not again for a sign-in, not for a step-up, and not an older one either', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const credentials = { handle: elif.handle, password: elif.password };
  const [one, two] = [browser(), browser()];
  await one.call('signIn', credentials);
  await two.call('signIn', credentials);
  const nowMs = clock.nowMs();
  const code = codeAt(elif, nowMs);
  assert.equal((await one.call('signInWithCode', { code })).status, 200);

  const again = await two.call('signInWithCode', { code });
  assert.deepEqual([again.status, again.code], [401, 'code_used']);
  const seconds = Number(again.body['retryAfterSeconds']);
  assert.ok(seconds >= 1 && seconds <= 30, String(seconds));
  assert.equal((await one.call('stepUp', { code })).code, 'code_used');
  assert.equal((await two.call('signInWithCode', { code: codeAt(elif, nowMs - CODE_MS) })).code, 'code_used');

  clock.advance(CODE_MS);
  assert.equal((await two.call('signInWithCode', { code: two.codeOf(elif) })).status, 200);
});

test('of two processes that are given the same code at the same moment, one takes it', async (t) => {
  const here = await startTestConsole(t);
  const there = await startTestConsole(t, { database: here.database, clock: here.clock });
  const elif = await insertPerson(here.owner);
  const credentials = { handle: elif.handle, password: elif.password };
  for (let round = 0; round < 5; round += 1) {
    const pages = [here, there, here, there].map(({ browser }) => browser());
    for (const page of pages) await page.call('signIn', credentials);
    const code = codeAt(elif, here.clock.nowMs());
    const answers = await Promise.all(pages.map(async (page) => await page.call('signInWithCode', { code })));
    const codes = answers.map((answer) => answer.code ?? 'signed_in').toSorted();
    assert.deepEqual(codes, ['code_used', 'code_used', 'code_used', 'signed_in']);
    here.clock.advance(CODE_MS);
  }
  const { rows } = await here.owner.query('select count(*)::int4 as sessions from staff_session');
  assert.deepEqual(rows, [{ sessions: 5 }]);
});

test('a recovery code works once, in any spelling, and never beside its twin', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const credentials = { handle: elif.handle, password: elif.password };
  const [code = '', other = ''] = elif.recoveryCodes;
  const pages = [browser(), browser(), browser()];
  for (const page of pages) await page.call('signIn', credentials);
  const typed = code.toUpperCase().replaceAll('-', ' ');
  const answers = await Promise.all(
    pages.map(async (page) => await page.call('signInWithRecoveryCode', { code: typed })),
  );
  assert.deepEqual(answers.map((answer) => answer.code ?? 'signed_in').toSorted(), [
    'recovery_code_wrong',
    'recovery_code_wrong',
    'signed_in',
  ]);
  const page = browser();
  await page.call('signIn', credentials);
  assert.equal((await page.call('signInWithRecoveryCode', { code })).code, 'recovery_code_wrong');
  assert.equal((await page.call('signInWithRecoveryCode', { code: other })).status, 200);
  assert.equal((await page.call('getProfile')).body['recoveryCodesLeft'], 8);
});

test('a second step without a first one, of somebody else’s, or after ten minutes, leads nowhere', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  const code = page.codeOf(elif);
  assert.equal((await page.call('signInWithCode', { code })).code, 'attempt_expired');
  page.cookies.set('__Host-vezne_console_attempt', 'A'.repeat(43));
  assert.equal((await page.call('signInWithCode', { code })).code, 'attempt_expired');

  const mehmet = await insertPerson(owner);
  await page.call('signIn', { handle: mehmet.handle, password: mehmet.password });
  assert.equal((await page.call('signInWithCode', { code })).code, 'code_wrong');

  clock.advance(10 * 60_000 + 5_000);
  const late = await page.call('signInWithCode', { code: page.codeOf(mehmet) });
  assert.equal(late.code, 'attempt_expired');
});

test('a wrong code is audited under the name of the person, a wrong password is not', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  await page.call('signIn', { handle: elif.handle, password: 'wrong' });
  await page.call('signIn', { handle: elif.handle, password: elif.password });
  await page.call('signInWithCode', { code: '000000' });
  await page.call('signInWithRecoveryCode', { code: '0000-0000' });
  const { rows } = await owner.query(
    `select actor, action, details->>'problem' as problem from audit_entry order by id`,
  );
  assert.deepEqual(rows, [
    { actor: elif.handle, action: 'session.fail_second_factor', problem: 'code_wrong' },
    { actor: elif.handle, action: 'session.fail_second_factor', problem: 'recovery_code_wrong' },
  ]);
});
