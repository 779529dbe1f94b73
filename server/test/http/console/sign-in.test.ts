import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestConsole } from '../../harness/console.ts';
import { insertPerson } from '../../harness/staff.ts';

const CODE_MS = 30_000;

test('somebody signs in with a password and a code, is told who they are, and signs out', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner, {
    handle: 'elif',
    name: 'Elif Işık',
    roles: ['operator', 'auditor'],
  });
  const page = browser();

  const first = await page.call('signIn', { handle: ' ELIF ', password: elif.password });
  assert.deepEqual(
    [first.status, first.body],
    [200, { next: 'second_factor', methods: ['code', 'recovery_code'] }],
  );
  assert.equal((await page.call('getSession')).body['state'], 'signed_out');

  const second = await page.call('signInWithCode', { code: page.codeOf(elif) });
  assert.deepEqual([second.status, second.body], [200, { next: 'signed_in' }]);
  const [set = ''] = second.headers.getSetCookie();
  assert.match(set, /^__Host-vezne_console=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);

  const { body: session } = await page.call('getSession');
  assert.equal(session['state'], 'signed_in');
  assert.deepEqual(session['person'], {
    id: elif.id,
    handle: 'elif',
    name: 'Elif Işık',
    roles: ['auditor', 'operator'],
  });
  assert.deepEqual(session['permissions'], ['decide', 'confirm_decision', 'read_queues', 'read_masked']);
  assert.deepEqual([session['mustEnrol'], session['stepUpUntil']], [false, null]);
  assert.deepEqual(session['stepUpMethods'], ['code']);

  clock.advance(CODE_MS);
  const cookie = page.cookies.get('__Host-vezne_console') ?? '';
  assert.equal((await page.call('signOut')).status, 200);
  assert.equal(page.cookies.has('__Host-vezne_console'), false);
  page.cookies.set('__Host-vezne_console', cookie);
  const after = await page.call('listSessions');
  assert.deepEqual([after.status, after.code, after.body['reason']], [401, 'session_ended', 'signed_out']);
  const { rows } = await owner.query(
    `select action, actor, actor_kind, actor_id, details->>'address' as address from audit_entry order by id`,
  );
  const entry = { actor: 'elif', actor_kind: 'staff', actor_id: elif.id, address: '192.0.2.1' };
  assert.deepEqual(rows, [
    { action: 'session.sign_in', ...entry },
    { action: 'session.sign_out', ...entry },
  ]);
});
