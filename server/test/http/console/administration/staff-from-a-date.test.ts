import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { RequestDetail } from '@vezne/contract/console/requests';
import type { StaffDetail } from '@vezne/contract/console/staff';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk, Operator } from '../../../harness/console-desk.ts';
import type { Browser, ConsoleAnswer } from '../../../harness/console.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

async function detailOf(page: Browser, id: string): Promise<StaffDetail> {
  const answer = await read(page, `/api/staff/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as StaffDetail;
}

async function setRoles({ page }: Operator, id: string, body: object): Promise<ConsoleAnswer> {
  return await page.call('setStaffRoles', { pressId: randomUUID(), ...body }, { id });
}

async function confirm({ page }: Operator, asked: ConsoleAnswer): Promise<ConsoleAnswer> {
  assert.equal(asked.body['outcome'], 'asked', asked.text);
  const answer = await page.call(
    'confirmRequest',
    { marksRead: [] },
    { id: String(asked.body['requestId']) },
  );
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

/** As if that much time had passed: the moment comes by the database's clock. */
async function momentComes({ owner }: ConsoleDesk, id: string): Promise<void> {
  await owner.query(`update staff set next_roles_from = now() where id = $1`, [id]);
}

suite('roles from a date', () => {
  test('wait for their moment; whoever is signed in then signs in again, and has them', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const somebody = await desk.operator();
    const { id } = somebody.person;
    const asked = await setRoles(first, id, { roles: ['senior_operator'], from: TOMORROW });
    const request = (await read(second.page, `/api/requests/${String(asked.body['requestId'])}`))
      .body as RequestDetail;
    assert.deepEqual(
      request.lines.map(({ field, kind, after }) => [field, kind, after]),
      [
        ['roles', 'list', ['senior_operator']],
        ['from', 'moment', TOMORROW],
      ],
    );
    assert.ok(new Date(request.expiresAt) <= new Date(TOMORROW), 'it makes no sense to confirm it later');
    assert.equal((await detailOf(first.page, id)).planned, null);
    await confirm(second, asked);
    const detail = await detailOf(first.page, id);
    assert.deepEqual(
      [detail.roles, detail.planned, detail.sessions.length],
      [['operator'], { roles: ['senior_operator'], from: TOMORROW }, 1],
    );
    assert.equal((await read(somebody.page, '/api/staff')).code, 'not_permitted', 'not before its time');
    assert.equal((await read(somebody.page, '/api/session')).status, 200, 'and nothing ends before it');

    await momentComes(desk, id);
    const over = await read(somebody.page, '/api/staff');
    assert.deepEqual([over.status, over.code], [401, 'session_ended'], over.text);
    assert.deepEqual(
      (await desk.owner.query('select end_reason from staff_session where staff_id = $1', [id])).rows,
      [{ end_reason: 'roles_changed' }],
    );
    const after = await detailOf(first.page, id);
    assert.deepEqual([after.roles, after.planned, after.sessions], [['senior_operator'], null, []]);
    const page = desk.browser();
    desk.clock.advance(30_000);
    await page.signIn(somebody.person);
    assert.equal((await read(page, '/api/staff')).status, 200);
    // The next plan forgets the moment before it: who signed in since stays signed in.
    await confirm(second, await setRoles(first, id, { roles: ['finance'], from: TOMORROW }));
    assert.equal((await read(page, '/api/staff')).status, 200);
    assert.deepEqual((await detailOf(first.page, id)).roles, ['senior_operator']);
  });

  test('are taken away by one, and given by two, whichever moment they are for', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const { person, page } = await desk.operator({ roles: ['finance', 'operator'] });
    const less = await setRoles(first, person.id, { roles: ['operator'], from: TOMORROW });
    assert.equal(less.body['outcome'], 'done', less.text);
    assert.equal((await read(page, '/api/staff')).status, 200, 'it is theirs until then');
    const kept = await setRoles(first, person.id, { roles: ['finance', 'operator'] });
    assert.equal(kept.body['outcome'], 'asked', 'dropping that plan gives the role for longer');
    await confirm(second, kept);
    const { planned, sessions } = await detailOf(first.page, person.id);
    assert.deepEqual([planned, sessions.length], [null, 1]);
    for (const [from, code] of [
      ['2026-01-01T00:00:00.000Z', 'roles_from_past'],
      ['tomorrow', undefined],
    ] as const) {
      const answer = await setRoles(first, person.id, { roles: ['auditor'], from });
      assert.deepEqual([answer.status >= 400, answer.body['refusal']], [true, code], answer.text);
    }
  });

  test('an invitation from a date: the person enrols at once, and may nothing until then', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const body = { handle: 'zeynep', name: 'Zeynep Ak', roles: ['senior_operator'], from: TOMORROW };
    const pressId = randomUUID();
    await confirm(second, await first.page.call('addStaff', { pressId, ...body }));
    const detail = await detailOf(first.page, pressId);
    assert.deepEqual([detail.roles, detail.planned], [[], { roles: ['senior_operator'], from: TOMORROW }]);
    assert.notEqual(detail.enrolmentUntil, null);
    await momentComes(desk, pressId);
    assert.deepEqual((await detailOf(first.page, pressId)).roles, ['senior_operator']);
  });

  test('somebody is let in again with what was planned, and whoever confirms has read it', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const { person } = await desk.operator();
    await confirm(second, await setRoles(first, person.id, { roles: ['finance'], from: TOMORROW }));
    await first.page.call('disableStaff', { pressId: randomUUID() }, { id: person.id });
    const back = async (): Promise<ConsoleAnswer> =>
      await first.page.call('enableStaff', { pressId: randomUUID() }, { id: person.id });
    const asked = await back();
    await momentComes(desk, person.id);
    const late = await second.page.call(
      'confirmRequest',
      { marksRead: [] },
      { id: String(asked.body['requestId']) },
    );
    assert.equal(late.body['refusal'], 'subject_changed', 'the roles are others by now');
    await confirm(second, await back());
    const { status, roles, planned } = await detailOf(first.page, person.id);
    assert.deepEqual([status, roles, planned], ['active', ['finance'], null]);
  });

  test('the last administrator is who nobody is sure to follow', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second, third] = [
      await desk.operator(ADMINISTRATOR),
      await desk.operator(ADMINISTRATOR),
      await desk.operator(ADMINISTRATOR),
    ];
    await confirm(third, await setRoles(first, second.person.id, { roles: ['auditor'], from: TOMORROW }));
    assert.equal((await detailOf(second.page, first.person.id)).isLastAdministrator, false);
    await first.page.call('disableStaff', { pressId: randomUUID() }, { id: third.person.id });
    const detail = await detailOf(second.page, first.person.id);
    assert.deepEqual(
      [detail.isLastAdministrator, detail.otherAdministrators.map(({ count }) => count)],
      [true, [2, 1]],
      'the second is one until tomorrow only',
    );
    for (const refused of [
      await second.page.call('disableStaff', { pressId: randomUUID() }, { id: first.person.id }),
      await setRoles(second, first.person.id, { roles: ['auditor'], from: TOMORROW }),
    ]) {
      assert.equal(refused.body['refusal'], 'last_administrator', refused.text);
    }
  });
});
