import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startTestConsole } from '../../harness/console.ts';
import { codeAt, insertEnrolment, insertPerson } from '../../harness/staff.ts';

const CODE_MS = 30_000;
const NEW_PASSWORD = 'kırmızı bisiklet 42';

/** What a reset does, with the person locked until it is let go on. */
async function beginReset(owner: pg.Pool, staffId: string): Promise<{ finish: () => Promise<void> }> {
  const client = await owner.connect();
  await client.query('begin');
  await client.query('select from staff where id = $1 for no key update', [staffId]);
  return {
    async finish() {
      for (const table of ['staff_password', 'staff_totp', 'staff_passkey', 'staff_recovery_code'])
        await client.query(`delete from ${table} where staff_id = $1`, [staffId]);
      await client.query(
        `update staff_session set ended_at = now(), end_reason = 'reset' where staff_id = $1 and ended_at is null`,
        [staffId],
      );
      await client.query('commit');
      client.release();
    },
  };
}

async function countOf(owner: pg.Pool, text: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(`select count(*)::int4 as count from ${text}`);
  return rows[0]?.count ?? 0;
}

test('a change of the password that was under way when the person was reset sets none', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const page = browser();
  await page.signIn(elif);
  clock.advance(CODE_MS);
  await page.call('stepUp', { code: page.codeOf(elif) });
  const reset = await beginReset(owner, elif.id);
  const changing = page.call('changePassword', {
    currentPassword: elif.password,
    newPassword: NEW_PASSWORD,
  });
  await sleep(300);
  await reset.finish();
  assert.equal((await changing).code, 'password_wrong');
  assert.equal(await countOf(owner, 'staff_password'), 0);
});

test('a sign-in by password alone that was under way when the person was reset opens nothing', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner, { factors: 'none' });
  const reset = await beginReset(owner, elif.id);
  const signingIn = browser().call('signIn', { handle: elif.handle, password: elif.password });
  await sleep(300);
  await reset.finish();
  assert.equal((await signingIn).code, 'credentials_wrong');
  assert.equal(await countOf(owner, 'staff_session'), 0);
});

test('a session that began with the password alone is over when the person sets up the first factor elsewhere', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const elif = await insertPerson(owner, { factors: 'none' });
  const [own, strange] = [browser(), browser('198.51.100.7')];
  for (const page of [own, strange])
    await page.call('signIn', { handle: elif.handle, password: elif.password });
  assert.equal((await strange.call('getSession')).body['mustEnrol'], true);
  const secret = String((await own.call('beginTotp', {})).body['secret']);
  const confirmed = await own.call('confirmTotp', { code: codeAt({ totpSecret: secret }, clock.nowMs()) });
  assert.equal(confirmed.status, 200);
  assert.equal((await own.call('listSessions')).status, 200);
  assert.equal((await strange.call('listSessions')).code, 'session_ended');
});

test('a link to enrol leaves nothing of what the person had before', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner);
  const before = browser('198.51.100.7');
  await before.signIn(elif);
  const token = await insertEnrolment(owner, elif.id);
  const page = browser();
  assert.deepEqual((await page.call('enrol', { token, password: NEW_PASSWORD })).body, { next: 'enrol' });
  assert.equal((await before.call('listSessions')).code, 'session_ended');
  assert.equal((await page.call('getSession')).body['mustEnrol'], true);
  assert.equal(await countOf(owner, 'staff_totp'), 0);
});
