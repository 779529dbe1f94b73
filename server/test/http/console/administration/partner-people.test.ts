import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { EnrolmentLink } from '@vezne/contract/console/staff';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser, ConsoleAnswer } from '../../../harness/console.ts';
import { insertPartner } from '../../../harness/factories.ts';
import { startMailServer } from '../../../harness/mail-server.ts';
import { insertInvitation, insertPartnerPerson, startTestPortal } from '../../../harness/portal.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };
const OWNER = { email: 'Ece@shop.example ', name: 'Ece Su', roles: ['owner'] };

async function peopleOf({ partner }: ConsoleDesk, page: Browser): Promise<ConsoleAnswer['body']> {
  const answer = await read(page, `/api/partners/${partner.id}/people`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function invite(desk: ConsoleDesk, page: Browser, body: object = OWNER): Promise<ConsoleAnswer> {
  const press = { pressId: randomUUID(), ...body };
  return await page.call('invitePartnerPerson', press, { id: desk.partner.id });
}

async function confirmed(page: Browser, asked: ConsoleAnswer): Promise<EnrolmentLink> {
  const id = String(asked.body['requestId']);
  const answer = await page.call('confirmRequest', { marksRead: [] }, { id });
  assert.equal(answer.status, 200, `${asked.text} ${answer.text}`);
  return answer.body['enrolment'] as EnrolmentLink;
}

const audited = async ({ owner }: ConsoleDesk): Promise<string[]> =>
  (
    await owner.query<{ action: string }>(
      `select action from audit_entry where action not like 'session.%' order by id`,
    )
  ).rows.map(({ action }) => action);

suite('people of a partner at the console', () => {
  test('two of ours invite the first owner, who then comes in at the portal', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const asked = await invite(desk, first.page);
    assert.equal(asked.body['outcome'], 'asked', asked.text);
    assert.deepEqual((await peopleOf(desk, first.page))['invitations'], [], 'alone, nobody is invited');
    const shown = await read(second.page, `/api/requests/${String(asked.body['requestId'])}`);
    const lines = shown.body['lines'] as { field: string; after: unknown }[];
    assert.deepEqual(Object.fromEntries(lines.map(({ field, after }) => [field, after])), {
      email: 'ece@shop.example',
      name: 'Ece Su',
      portalRoles: ['owner'],
    });
    const { url, mail, mailTo } = await confirmed(second.page, asked);
    assert.match(url ?? '', /^https:\/\/portal\.example\/invitation#[\w-]{43}$/);
    assert.deepEqual([mail, mailTo], ['none', null], 'this console sends no mail');
    const before = await peopleOf(desk, first.page);
    assert.deepEqual(before['people'], []);
    const [invitation] = before['invitations'] as Record<string, unknown>[];
    assert.deepEqual(
      [invitation?.['email'], invitation?.['roles'], invitation?.['isExpired']],
      ['ece@shop.example', ['owner'], false],
    );
    assert.deepEqual(await audited(desk), ['request.ask', 'request.confirm', 'partner_person.invite']);

    const portal = await startTestPortal(t, { database: desk.database });
    const page = portal.browser();
    const token = new URL(url ?? '').hash.slice(1);
    const accepted = await page.call('acceptInvitation', { token, password: 'a long and odd passphrase 7' });
    assert.equal(accepted.status, 200, accepted.text);
    const after = await peopleOf(desk, first.page);
    assert.deepEqual(after['invitations'], []);
    const [person] = after['people'] as Record<string, unknown>[];
    assert.deepEqual(
      [person?.['email'], person?.['name'], person?.['hasSecondFactor']],
      ['ece@shop.example', 'Ece Su', false],
    );
  });

  test('the last owner, who never set up a second factor, is offered their place anew by two of ours', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const partnerId = desk.partner.id;
    const late = await insertPartnerPerson(desk.owner, {
      partnerId,
      email: 'ece@shop.example',
      factors: 'none',
    });
    const less = await invite(desk, first.page, { ...OWNER, roles: ['finance'] });
    assert.equal(less.body['refusal'], 'email_taken', 'a partner keeps an owner');
    await confirmed(second.page, await invite(desk, first.page));
    const { people, invitations } = await peopleOf(desk, first.page);
    assert.deepEqual([people, (invitations as unknown[]).length], [[], 1]);
    const { rows } = await desk.owner.query(
      'select removed_at is not null as gone from partner_person where id = $1',
      [late.id],
    );
    assert.deepEqual(rows, [{ gone: true }]);
    await insertPartnerPerson(desk.owner, { partnerId, email: 'with@shop.example' });
    const complete = await invite(desk, first.page, { ...OWNER, email: 'with@shop.example' });
    assert.equal(complete.body['refusal'], 'email_taken', 'who has a factor stays');
  });

  test('the letter goes to the invited address alone, and whoever confirms does not see the link', async (t) => {
    const mailServer = await startMailServer(t);
    const desk = await openConsoleDesk(t, { config: { mail: mailServer.config } });
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const told = await confirmed(second.page, await invite(desk, first.page));
    assert.deepEqual([told.url, told.mail, told.mailTo], [null, 'sent', 'ece@shop.example']);
    assert.deepEqual(mailServer.received[0]?.to, ['ece@shop.example']);
    assert.match(mailServer.received[0]?.source ?? '', /invitation#/);
  });

  test('nobody reads a secret, and each sees the people of the partner that they look at', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(ADMINISTRATOR);
    const other = await insertPartner(desk.owner);
    const ours = await insertPartnerPerson(desk.owner, { partnerId: desk.partner.id });
    await insertPartnerPerson(desk.owner, { partnerId: other.id });
    await insertInvitation(desk.owner, { partnerId: other.id, email: 'other@shop.example' });
    const answer = await read(page, `/api/partners/${desk.partner.id}/people`);
    const people = answer.body['people'] as Record<string, unknown>[];
    assert.deepEqual(
      people.map(({ email, hasSecondFactor }) => [email, hasSecondFactor]),
      [[ours.email, true]],
    );
    assert.deepEqual(answer.body['invitations'], []);
    assert.doesNotMatch(answer.text, /hash|secret|argon|token/i);
    assert.equal((await read(page, `/api/partners/${randomUUID()}/people`)).code, 'not_found');
  });

  test('what is no address, no name or no role is refused with its reason', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(ADMINISTRATOR);
    const elsewhere = await insertPartnerPerson(desk.owner);
    for (const [wrong, refusal] of [
      [{ email: 'ece' }, 'email_invalid'],
      [{ email: elsewhere.email }, 'email_taken'],
      [{ name: 'Есе' }, 'actor_name_letters'],
      [{ roles: [] }, 'no_portal_role_named'],
    ] as const)
      assert.equal((await invite(desk, page, { ...OWNER, ...wrong })).body['refusal'], refusal);
  });

  test('a console that does not know where the portal is invites nobody', async (t) => {
    const desk = await openConsoleDesk(t, { config: { portalUrl: undefined } });
    const { page } = await desk.operator(ADMINISTRATOR);
    assert.equal((await peopleOf(desk, page))['hasPortal'], false);
    assert.equal((await invite(desk, page)).body['refusal'], 'no_portal');
  });

  test('one person withdraws an invitation, once, and its link works no more', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(ADMINISTRATOR);
    const portal = await startTestPortal(t, { database: desk.database });
    const token = await insertInvitation(desk.owner, {
      partnerId: desk.partner.id,
      email: 'ece@shop.example',
    });
    const [invitation] = (await peopleOf(desk, page))['invitations'] as { id: string }[];
    const withdraw = async (invitationId: string): Promise<ConsoleAnswer> =>
      await page.call(
        'withdrawPartnerInvitation',
        { pressId: randomUUID(), invitationId },
        { id: desk.partner.id },
      );
    assert.equal((await withdraw(randomUUID())).code, 'not_found');
    const done = await withdraw(invitation?.id ?? '');
    assert.deepEqual(done.body, { outcome: 'done', isChanged: true }, done.text);
    assert.equal((await withdraw(invitation?.id ?? '')).body['isChanged'], false);
    assert.deepEqual(await audited(desk), ['partner_person.withdraw_invitation']);
    const looked = await portal.browser().call('lookAtInvitation', { token });
    assert.equal(looked.code, 'enrolment_invalid');
    assert.deepEqual((await peopleOf(desk, page))['invitations'], []);
  });
});
