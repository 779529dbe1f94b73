import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { EnrolmentLink, StaffDetail, StaffRow } from '@vezne/contract/console/staff';
import { commandLineActor } from '@vezne/domain/actor';
import { confirmRequest } from '../../../../src/usecases/confirmation/confirm.ts';
import { confirmContext } from '../../../harness/by-two.ts';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk, Operator } from '../../../harness/console-desk.ts';
import { openPayoutDesk } from '../../../harness/console-payouts.ts';
import type { Browser, ConsoleAnswer } from '../../../harness/console.ts';
import { startMailServer } from '../../../harness/mail-server.ts';
import { assertRefused } from '../../../harness/refusals.ts';
import { insertEnrolment } from '../../../harness/staff.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };
const CONFIRM = { marksRead: [] };

const ZEYNEP = { handle: 'zeynep', name: 'Zeynep Ak', roles: ['operator'] };

async function detailOf(page: Browser, id: string): Promise<StaffDetail> {
  const answer = await read(page, `/api/staff/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as StaffDetail;
}

async function listed(page: Browser): Promise<{ staff: StaffRow[]; invited: { name: string }[] }> {
  const answer = await read(page, '/api/staff');
  assert.equal(answer.status, 200, answer.text);
  return answer.body as { staff: StaffRow[]; invited: { name: string }[] };
}

type Change = 'setStaffRoles' | 'disableStaff' | 'enableStaff' | 'resetStaff' | 'endStaffSessions';

/** A press about somebody, each with an id of its own. */
async function press(
  { page }: Operator,
  change: Change,
  id: string,
  more: object = {},
): Promise<ConsoleAnswer> {
  return await page.call(change, { pressId: randomUUID(), ...more }, { id });
}

async function invite({ page }: Operator, more: object = {}, pressId = randomUUID()): Promise<ConsoleAnswer> {
  return await page.call('addStaff', { pressId, ...ZEYNEP, ...more });
}

function requestIn(answer: ConsoleAnswer): string {
  assert.equal(answer.body['outcome'], 'asked', answer.text);
  return String(answer.body['requestId']);
}

async function confirm({ page }: Operator, id: string): Promise<ConsoleAnswer> {
  const answer = await page.call('confirmRequest', CONFIRM, { id });
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

/** Everything of staff, and the audit log of people and requests. */
async function audited({ owner }: ConsoleDesk): Promise<string[]> {
  const { rows } = await owner.query<{ action: string }>(
    `select action from audit_entry where action like 'staff.%' or action like 'request.%' order by id`,
  );
  return rows.map(({ action }) => action);
}

async function statusOf({ owner }: ConsoleDesk, id: string): Promise<unknown> {
  const { rows } = await owner.query('select status, roles from staff where id = $1', [id]);
  return rows[0];
}

async function twoAdministrators(desk: ConsoleDesk): Promise<[Operator, Operator]> {
  return [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
}

suite('people at the console', () => {
  test('a list with roles, factors and when somebody was seen, for those who read everything', async (t) => {
    const desk = await openConsoleDesk(t);
    const somebody = await desk.operator({ name: 'Deniz Ak', roles: ['finance', 'operator'] });
    for (const role of ['administrator', 'finance', 'senior_operator', 'auditor'] as const) {
      const { page } = await desk.operator({ roles: [role] });
      const row = (await listed(page)).staff.find(({ id }) => id === somebody.person.id);
      assert.deepEqual(
        [row?.name, row?.handle, row?.roles, row?.status, row?.enrolmentUntil],
        ['Deniz Ak', somebody.person.handle, ['finance', 'operator'], 'active', null],
      );
      assert.deepEqual(row?.factors, {
        hasPassword: true,
        hasTotp: true,
        passkeys: 0,
        recoveryCodesLeft: 10,
      });
      assert.notEqual(row?.lastSeenAt, null);
      const detail = await detailOf(page, somebody.person.id);
      assert.deepEqual([detail.sessions.length, detail.inHand], [1, { taken: 0, authorised: 0 }]);
    }
    const operator = await desk.operator();
    assert.equal((await read(operator.page, '/api/staff')).code, 'not_permitted');
    const admin = await desk.operator(ADMINISTRATOR);
    assert.equal((await read(admin.page, `/api/staff/${randomUUID()}`)).code, 'not_found');
    assert.equal((await press(admin, 'disableStaff', randomUUID())).code, 'not_found');
  });

  test('an invitation is two people’s: alone nothing is there but the request, and its asker can’t confirm it', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = await twoAdministrators(desk);
    const pressId = randomUUID();
    const asked = await invite(first, { note: 'for the night shift' }, pressId);
    assert.deepEqual(asked.body, { outcome: 'asked', requestId: pressId }, asked.text);
    assert.deepEqual((await invite(first, { note: 'for the night shift' }, pressId)).body, asked.body);
    assert.deepEqual(await audited(desk), ['request.ask']);
    assert.ok(!(await listed(first.page)).staff.some(({ handle }) => handle === 'zeynep'));
    assert.deepEqual(
      (await listed(second.page)).invited.map(({ name }) => name),
      ['Zeynep Ak'],
    );
    const own = await first.page.call('confirmRequest', CONFIRM, { id: pressId });
    assert.equal(own.body['refusal'], 'own_request');
    const atTerminal = { ...commandLineActor(first.person.handle), id: first.person.id };
    await assertRefused(
      confirmRequest(confirmContext(desk.database.pool('vezne_admin'), atTerminal), pressId),
      'own_request',
    );
    const made = (await confirm(second, pressId)).body['enrolment'] as EnrolmentLink;
    assert.match(made.url ?? '', /\/enrol#[\w-]{43}$/);
    assert.deepEqual([made.mail, made.mailTo], ['none', null]);
    const { staff, invited } = await listed(first.page);
    assert.deepEqual(invited, []);
    const zeynep = staff.find(({ handle }) => handle === 'zeynep');
    assert.notEqual(zeynep?.enrolmentUntil, null);
    assert.equal(zeynep?.factors.hasPassword, false);
    assert.deepEqual(await audited(desk), ['request.ask', 'request.confirm', 'staff.add']);
  });

  test('an invitation goes by mail to the address that both have read, and whoever confirms does not see the link', async (t) => {
    const mail = await startMailServer(t);
    const desk = await openConsoleDesk(t, { config: { mail: mail.config } });
    const [first, second] = await twoAdministrators(desk);
    assert.equal((await read(first.page, '/api/staff')).body['canMail'], true);
    const requestId = requestIn(await invite(first, { mailTo: 'zeynep@example.com' }));
    assert.equal(mail.received.length, 0, 'nothing is sent before it is confirmed');
    const shown = await read(second.page, `/api/requests/${requestId}`);
    const lines = shown.body['lines'] as { field: string; after: unknown }[];
    assert.equal(lines.find(({ field }) => field === 'mailTo')?.after, 'zeynep@example.com');

    const answer = await confirm(second, requestId);
    const told = answer.body['enrolment'] as EnrolmentLink;
    assert.deepEqual([told.url, told.mail, told.mailTo], [null, 'sent', 'zeynep@example.com']);
    assert.ok(!answer.text.includes('enrol#'));
    const [sent] = mail.received;
    assert.deepEqual(sent?.to, ['zeynep@example.com']);
    const link = linkIn(sent?.source ?? '');
    // The link is in the mail alone, and it works.
    const { rows } = await desk.owner.query<{ text: string }>(
      'select details::text as text from audit_entry union all select details::text from second_person_request',
    );
    for (const { text } of rows) assert.ok(!text.includes(link.slice(-20)));
    const token = link.slice(link.indexOf('#') + 1);
    const stranger = desk.browser();
    const look = await stranger.call('lookAtEnrolment', { token });
    assert.deepEqual([look.status, look.body['handle']], [200, 'zeynep'], look.text);
    // The answer was lost, and the page sends the same press again: nobody gets a second mail.
    assert.equal((await confirm(second, requestId)).body['enrolment'], null);
    assert.equal(mail.received.length, 1);
  });

  test('on a developer’s machine the link is shown beside the mail', async (t) => {
    const mail = await startMailServer(t);
    const desk = await openConsoleDesk(t, { config: { mail: mail.config, environment: 'development' } });
    const [first, second] = await twoAdministrators(desk);
    const answer = await confirm(second, requestIn(await invite(first, { mailTo: 'zeynep@example.com' })));
    const told = answer.body['enrolment'] as EnrolmentLink;
    assert.equal(told.mail, 'sent');
    assert.equal(told.url, linkIn(mail.received[0]?.source ?? ''));
  });

  test('a mail that fails undoes nothing, and the link is in the answer', async (t) => {
    const mail = await startMailServer(t, 'refuses');
    const desk = await openConsoleDesk(t, { config: { mail: mail.config } });
    const [first, second] = await twoAdministrators(desk);
    const answer = await confirm(second, requestIn(await invite(first, { mailTo: 'zeynep@example.com' })));
    const told = answer.body['enrolment'] as EnrolmentLink;
    assert.deepEqual([told.mail, told.mailTo], ['failed', 'zeynep@example.com']);
    assert.match(told.url ?? '', /\/enrol#[\w-]{43}$/);
    assert.ok((await listed(first.page)).staff.some(({ handle }) => handle === 'zeynep'));
  });

  test('what makes no invitation is refused, and says why', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first] = await twoAdministrators(desk);
    const refusals = [
      [{ handle: 'Zeynep' }, 'handle_invalid'],
      [{ handle: first.person.handle }, 'handle_taken'],
      [{ roles: [] }, 'no_role_named'],
    ] as const;
    for (const [changes, refusal] of refusals) {
      const answer = await invite(first, changes);
      assert.deepEqual([answer.code, answer.body['refusal']], ['decision_refused', refusal], answer.text);
    }
    for (const changes of [
      { roles: ['owner'] },
      { mailTo: 'nobody' },
      { mailTo: 'a@b.example, c@d.example' },
    ])
      assert.equal((await invite(first, changes)).code, 'invalid_request');
    const empty = await invite(first, { name: ' ' });
    assert.deepEqual(empty.body['fields'], [{ path: 'name', problem: 'is required' }]);
    assert.deepEqual(await audited(desk), []);
  });

  test('another role waits for a second person, one less does not, and either signs the person out', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = await twoAdministrators(desk);
    const deniz = await desk.operator({ roles: ['auditor', 'operator'] });
    const { id } = deniz.person;
    const requestId = requestIn(await press(first, 'setStaffRoles', id, { roles: ['operator', 'finance'] }));
    assert.deepEqual(await statusOf(desk, id), { status: 'active', roles: ['auditor', 'operator'] });
    assert.deepEqual(
      (await detailOf(second.page, id)).waiting.map((one) => [one.requestId, one.action]),
      [[requestId, 'staff.set_roles']],
    );
    await confirm(second, requestId);
    assert.deepEqual(await statusOf(desk, id), { status: 'active', roles: ['finance', 'operator'] });
    const out = await deniz.page.call('listSessions');
    assert.deepEqual([out.code, out.body['reason']], ['session_ended', 'roles_changed']);
    const less = await press(first, 'setStaffRoles', id, { roles: ['operator'] });
    assert.deepEqual(less.body, { outcome: 'done', isChanged: true }, less.text);
    assert.deepEqual((await press(first, 'setStaffRoles', id, { roles: ['operator'] })).body, {
      outcome: 'done',
      isChanged: false,
    });
  });

  test('sessions are ended by one person, and everywhere at once', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first] = await twoAdministrators(desk);
    const deniz = await desk.operator();
    const { id } = deniz.person;
    const ended = await press(first, 'endStaffSessions', id);
    assert.deepEqual(ended.body, { outcome: 'done', isChanged: true }, ended.text);
    const out = await deniz.page.call('listSessions');
    assert.deepEqual([out.code, out.body['reason']], ['session_ended', 'ended_by_administrator']);
    assert.deepEqual((await detailOf(first.page, id)).sessions, []);
    assert.deepEqual((await press(first, 'endStaffSessions', id)).body, {
      outcome: 'done',
      isChanged: false,
    });
    assert.deepEqual(await audited(desk), ['staff.end_sessions']);
    desk.clock.advance(30_000);
    assert.equal((await desk.browser().signIn(deniz.person)).status, 200, 'they may come in again');
  });

  test('somebody is disabled by one person within 2 s, with what they had taken back in the queue, and let in again by two', async (t) => {
    const desk = await openPayoutDesk(t);
    const [first, second] = await twoAdministrators(desk);
    const deniz = await desk.operator();
    const { id } = deniz.person;
    const payout = await desk.withdrawal();
    assert.equal((await desk.take(deniz, payout)).status, 200);
    assert.deepEqual((await detailOf(first.page, id)).inHand, { taken: 1, authorised: 0 });
    const begunMs = performance.now();
    const disabled = await press(first, 'disableStaff', id);
    assert.deepEqual(disabled.body, { outcome: 'done', isChanged: true }, disabled.text);
    const out = await deniz.page.call('listSessions');
    assert.deepEqual([out.code, out.body['reason']], ['session_ended', 'disabled']);
    assert.ok(performance.now() - begunMs < 2_000);
    const { rows } = await desk.owner.query('select stage, taken_by from transaction where id = $1', [
      payout,
    ]);
    assert.deepEqual(rows, [{ stage: 'queued', taken_by: null }]);
    const detail = await detailOf(first.page, id);
    assert.deepEqual(
      [detail.status, detail.sessions, detail.inHand],
      ['disabled', [], { taken: 0, authorised: 0 }],
    );
    assert.equal((await press(first, 'resetStaff', id)).body['refusal'], 'staff_disabled');

    const requestId = requestIn(await press(first, 'enableStaff', id));
    assert.equal((await detailOf(first.page, id)).status, 'disabled');
    await confirm(second, requestId);
    assert.equal((await detailOf(first.page, id)).status, 'active');
  });

  test('a reset takes two, takes every factor away, and sends the new link where both have read', async (t) => {
    const mail = await startMailServer(t);
    const desk = await openConsoleDesk(t, { config: { mail: mail.config } });
    const [first, second] = await twoAdministrators(desk);
    const deniz = await desk.operator();
    const { id } = deniz.person;
    const requestId = requestIn(await press(first, 'resetStaff', id, { mailTo: 'deniz@example.com' }));
    assert.equal((await detailOf(first.page, id)).factors.hasPassword, true);
    await insertEnrolment(desk.owner, id);
    const told = (await confirm(second, requestId)).body['enrolment'] as EnrolmentLink;
    assert.deepEqual([told.url, told.mail, told.mailTo], [null, 'sent', 'deniz@example.com']);
    const { factors, sessions, enrolmentUntil } = await detailOf(first.page, id);
    assert.deepEqual(factors, { hasPassword: false, hasTotp: false, passkeys: 0, recoveryCodesLeft: 0 });
    assert.deepEqual([sessions, enrolmentUntil], [[], told.expiresAt]);
    assert.deepEqual(mail.received[0]?.to, ['deniz@example.com']);
  });

  test('the last administrator is neither disabled nor demoted, not by the console’s own database role either', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = await twoAdministrators(desk);
    const { id } = first.person;
    assert.equal((await detailOf(first.page, id)).isLastAdministrator, false);
    // Of two, taking the role from one opens the way to add the next alone: that takes two.
    requestIn(await press(first, 'setStaffRoles', second.person.id, { roles: ['auditor'] }));
    assert.equal((await press(first, 'disableStaff', second.person.id)).body['outcome'], 'done');
    const detail = await detailOf(first.page, id);
    const others = detail.otherAdministrators.map(({ count }) => count);
    assert.deepEqual([detail.isLastAdministrator, others], [true, [1]]);
    for (const [change, more] of [
      ['disableStaff', {}],
      ['setStaffRoles', { roles: ['auditor'] }],
    ] as const) {
      const answer = await press(first, change, id, more);
      assert.deepEqual([answer.code, answer.body['refusal']], ['decision_refused', 'last_administrator']);
    }
    const console = desk.database.pool('vezne_console');
    for (const set of [`status = 'disabled'`, `roles = array['auditor']`])
      await assert.rejects(console.query(`update staff set ${set} where id = $1`, [id]), {
        code: '42501',
      });
    assert.deepEqual(await statusOf(desk, id), { status: 'active', roles: ['administrator'] });
  });

  test('whoever does not look after people changes none of them', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first] = await twoAdministrators(desk);
    for (const role of ['operator', 'senior_operator', 'finance', 'auditor'] as const) {
      const somebody = await desk.operator({ roles: [role] });
      assert.equal((await invite(somebody)).code, 'not_permitted');
      for (const change of ['disableStaff', 'enableStaff', 'resetStaff', 'endStaffSessions'] as const)
        assert.equal(
          (await press(somebody, change, first.person.id)).code,
          'not_permitted',
          `${role} ${change}`,
        );
    }
    assert.deepEqual(await audited(desk), []);
  });
});

/** A mail is written as quoted-printable: long lines are broken, and = stands as =3D. */
function linkIn(source: string): string {
  const [, encoding = ''] = /^Content-Transfer-Encoding: (\S+)$/im.exec(source) ?? [];
  const body = source.slice(source.indexOf('\n\n') + 2);
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : body.replaceAll('=\n', '').replaceAll('=3D', '=');
  return /https:\S+\/enrol#[\w-]{43}/.exec(text)?.[0] ?? assert.fail(source);
}
