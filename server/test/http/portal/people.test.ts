import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertPartner } from '../../harness/factories.ts';
import {
  CODE_MS,
  PORTAL_URL,
  insertInvitation,
  insertPartnerPerson,
  startTestPortal,
} from '../../harness/portal.ts';
import { codeAt } from '../../harness/staff.ts';

const PASSWORD = 'seven wonderful lanterns';

test('an owner invites somebody, who sets a password and a second factor and comes in with the roles that were offered', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t);
  const ayse = await insertPartnerPerson(owner, { email: 'ayse@shop.example' });
  const page = browser();
  await page.signInWithProof(ayse, clock);
  const wanted = { email: 'Ece@Shop.example', name: 'Ece Su', roles: ['finance', 'developer'] };
  const invited = await page.call('invitePerson', wanted);
  assert.equal(invited.status, 200, invited.text);
  // Outside development the link goes to the address alone.
  assert.equal(invited.body['link'], null);
  const { people, invitations } = (await page.call('listPeople')).body as {
    people: { email: string; isSelf: boolean }[];
    invitations: { email: string; roles: string[]; isExpired: boolean }[];
  };
  assert.deepEqual(
    people.map(({ email, isSelf }) => [email, isSelf]),
    [['ayse@shop.example', true]],
  );
  assert.deepEqual(
    invitations.map(({ email, roles, isExpired }) => [email, roles, isExpired]),
    [['ece@shop.example', ['developer', 'finance'], false]],
  );
  const { rows } = await owner.query(
    `select action, actor, details->>'email' as email from audit_entry where action like 'partner_person%'`,
  );
  assert.deepEqual(rows, [
    { action: 'partner_person.invite', actor: 'ayse@shop.example', email: 'ece@shop.example' },
  ]);
});

test('in development the link is on the screen, works once, and leads to a session that sets up a second factor', async (t) => {
  const development = { environment: 'development' as const };
  const { owner, browser, clock } = await startTestPortal(t, { config: development });
  const ayse = await insertPartnerPerson(owner);
  const page = browser();
  await page.signInWithProof(ayse, clock);
  const invited = await page.call('invitePerson', {
    email: 'ece@shop.example',
    name: 'Ece Su',
    roles: ['finance'],
  });
  const [address, token = ''] = String(invited.body['link']).split('#');
  assert.equal(address, `${PORTAL_URL}/invitation`);
  const guest = browser('198.51.100.2');
  const looked = await guest.call('lookAtInvitation', { token });
  const { rows: partners } = await owner.query<{ name: string }>('select name from partner where id = $1', [
    ayse.partnerId,
  ]);
  assert.deepEqual(looked.body, {
    email: 'ece@shop.example',
    name: 'Ece Su',
    partner: partners[0]?.name,
    roles: ['finance'],
    needsSecondFactor: false,
  });
  const weak = await guest.call('acceptInvitation', { token, password: 'ece@shop.example1' });
  assert.deepEqual([weak.code, weak.body['problem']], ['password_weak', 'contains_name']);
  const accepted = await guest.call('acceptInvitation', { token, password: PASSWORD });
  assert.deepEqual([accepted.status, accepted.body], [200, { next: 'signed_in' }]);
  const { body } = await guest.call('getSession');
  assert.deepEqual((body['person'] as { roles: string[] }).roles, ['finance']);
  const again = await browser().call('acceptInvitation', { token, password: PASSWORD });
  assert.deepEqual([again.status, again.code], [404, 'enrolment_invalid']);
  assert.equal(
    (await browser().call('signIn', { email: 'ece@shop.example', password: PASSWORD })).status,
    200,
  );
});

test('whoever comes by a link may do nothing before a second factor is set up, and everything after it', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t);
  const { id: partnerId } = await insertPartner(owner);
  const token = await insertInvitation(owner, { partnerId, email: 'first@shop.example' });
  const page = browser();
  const accepted = await page.call('acceptInvitation', { token, password: PASSWORD });
  assert.deepEqual(accepted.body, { next: 'enrol' });
  assert.equal((await page.call('listPeople')).code, 'enrolment_required');
  const { secret } = (await page.call('beginTotp', {})).body as { secret: string };
  const confirmed = await page.call('confirmTotp', {
    code: codeAt({ totpSecret: secret }, clock.nowMs()),
  });
  assert.equal((confirmed.body['recoveryCodes'] as string[]).length, 10);
  assert.equal((await page.call('listPeople')).status, 200);
  const { rows } = await owner.query('select partner_id, email, roles, invited_by_id from partner_person');
  assert.deepEqual(rows, [
    { partner_id: partnerId, email: 'first@shop.example', roles: ['owner'], invited_by_id: null },
  ]);
});

test('a link is over when it expires, is withdrawn, is followed by another, or its inviter is removed', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t, { config: { environment: 'development' } });
  const ayse = await insertPartnerPerson(owner);
  await insertPartnerPerson(owner, { partnerId: ayse.partnerId });
  const page = browser();
  await page.signInWithProof(ayse, clock);
  const invite = async (email: string): Promise<{ token: string; id: string }> => {
    const { body } = await page.call('invitePerson', { email, name: 'Ece Su', roles: ['finance'] });
    const { id } = body['invitation'] as { id: string };
    return { token: String(body['link']).split('#')[1] ?? '', id };
  };
  const isOver = async (token: string): Promise<boolean> =>
    (await browser().call('lookAtInvitation', { token })).code === 'enrolment_invalid';
  const first = await invite('a@shop.example');
  assert.equal(await isOver(first.token), false);
  const second = await invite('a@shop.example');
  assert.deepEqual([await isOver(first.token), await isOver(second.token)], [true, false]);
  assert.equal((await page.call('withdrawInvitation', undefined, { id: second.id })).status, 200);
  assert.equal(await isOver(second.token), true);
  assert.equal((await page.call('withdrawInvitation', undefined, { id: second.id })).code, 'not_found');
  const third = await invite('b@shop.example');
  await owner.query(
    `update partner_invitation set created_at = now() - interval '80 hours', expires_at = now() - interval '8 hours' where id = $1`,
    [third.id],
  );
  assert.equal(await isOver(third.token), true);
  const fourth = await invite('c@shop.example');
  await page.call('removePerson', undefined, { id: ayse.id });
  assert.equal(await isOver(fourth.token), true);
});

test('an address that somebody of another partner has is refused only to whoever opens the link', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t, { config: { environment: 'development' } });
  const ayse = await insertPartnerPerson(owner);
  await insertPartnerPerson(owner, { email: 'both@work.example' });
  await insertPartnerPerson(owner, { email: 'here@work.example', partnerId: ayse.partnerId });
  const page = browser();
  await page.signInWithProof(ayse, clock);
  const wanted = { name: 'Ece Su', roles: ['finance'] };
  const own = await page.call('invitePerson', { ...wanted, email: 'here@work.example' });
  assert.deepEqual([own.status, own.code], [409, 'email_taken']);
  const invited = await page.call('invitePerson', { ...wanted, email: 'both@work.example' });
  assert.equal(invited.status, 200);
  const token = String(invited.body['link']).split('#')[1] ?? '';
  const looked = await browser().call('lookAtInvitation', { token });
  assert.deepEqual([looked.status, looked.code], [409, 'email_taken'], 'nobody chooses a password in vain');
  const refused = await browser().call('acceptInvitation', { token, password: PASSWORD });
  assert.deepEqual([refused.status, refused.code], [409, 'email_taken']);
  // Not even the rules of passwords are looked at: whoever comes again and again costs nobody a hash.
  const early = await browser().call('acceptInvitation', { token, password: 'aaaaaaaaaaaaaaaa' });
  assert.deepEqual([early.status, early.code], [409, 'email_taken']);
});

test('an owner removes people, whose sessions end, and never the last owner', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t);
  const ayse = await insertPartnerPerson(owner);
  const { partnerId } = ayse;
  const mehmet = await insertPartnerPerson(owner, { partnerId });
  const ece = await insertPartnerPerson(owner, { partnerId, roles: ['developer'] });
  const page = browser();
  await page.signInWithProof(ayse, clock);
  const guest = browser('198.51.100.2');
  await guest.signIn(ece);
  assert.equal((await guest.call('listSessions')).status, 200);
  assert.equal((await page.call('removePerson', undefined, { id: ece.id })).status, 200);
  const out = await guest.call('listSessions');
  assert.deepEqual([out.code, out.body['reason']], ['session_ended', 'disabled']);
  assert.equal((await page.call('removePerson', undefined, { id: mehmet.id })).status, 200);
  const last = await page.call('removePerson', undefined, { id: ayse.id });
  assert.deepEqual([last.status, last.code], [409, 'last_owner']);
  assert.equal((await page.call('listPeople')).status, 200);
  const { rows } = await owner.query(
    'select email from partner_person where removed_at is null and partner_id = $1',
    [partnerId],
  );
  assert.deepEqual(rows, [{ email: ayse.email }]);
});

test('two owners who remove each other at the same moment leave one', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t);
  for (let round = 0; round < 5; round += 1) {
    const ayse = await insertPartnerPerson(owner);
    const mehmet = await insertPartnerPerson(owner, { partnerId: ayse.partnerId });
    const [one, other] = [browser(), browser()];
    await one.signInWithProof(ayse, clock);
    await other.signInWithProof(mehmet, clock);
    const answers = await Promise.all([
      one.call('removePerson', undefined, { id: mehmet.id }),
      other.call('removePerson', undefined, { id: ayse.id }),
    ]);
    const codes = answers.map(({ status, code }) => code ?? status).toSorted();
    const { rows } = await owner.query(
      'select id from partner_person where partner_id = $1 and removed_at is null',
      [ayse.partnerId],
    );
    assert.equal(rows.length, 1, JSON.stringify(codes));
    assert.ok(codes.includes(200), JSON.stringify(codes));
  }
});

test('somebody who was removed is invited anew, and two owners who invite them at the same moment leave one link', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t, { config: { environment: 'development' } });
  const ayse = await insertPartnerPerson(owner);
  const { partnerId } = ayse;
  const mehmet = await insertPartnerPerson(owner, { partnerId });
  const ece = await insertPartnerPerson(owner, { partnerId, roles: ['finance'] });
  const [one, other] = [browser(), browser()];
  await one.signInWithProof(ayse, clock);
  await other.signInWithProof(mehmet, clock);
  assert.equal((await one.call('removePerson', undefined, { id: ece.id })).status, 200);
  const wanted = { email: ece.email, name: ece.name, roles: ['developer'] };
  const answers = await Promise.all([one.call('invitePerson', wanted), other.call('invitePerson', wanted)]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const accepted = [];
  for (const { body } of answers) {
    const token = String(body['link']).split('#')[1] ?? '';
    accepted.push((await browser().call('acceptInvitation', { token, password: PASSWORD })).status);
  }
  assert.deepEqual(accepted.toSorted(), [200, 404]);
  const { rows } = await owner.query(
    'select roles, removed_at is null as "isActive" from partner_person where email = $1 order by created_at',
    [ece.email],
  );
  assert.deepEqual(rows, [
    { roles: ['finance'], isActive: false },
    { roles: ['developer'], isActive: true },
  ]);
});

test("another partner's people and invitations are not there, and say the same as an id that never was", async (t) => {
  const { owner, browser, clock } = await startTestPortal(t);
  const ayse = await insertPartnerPerson(owner);
  const stranger = await insertPartnerPerson(owner);
  await insertInvitation(owner, { partnerId: stranger.partnerId, email: 'x@other.example' });
  const { rows } = await owner.query<{ id: string }>('select id from partner_invitation');
  const page = browser();
  await page.signInWithProof(ayse, clock);
  const texts = new Set<string>();
  for (const [name, id] of [
    ['removePerson', stranger.id],
    ['removePerson', randomUUID()],
    ['withdrawInvitation', rows[0]?.id ?? ''],
    ['withdrawInvitation', randomUUID()],
  ] as const) {
    const { status, text } = await page.call(name, undefined, { id });
    assert.equal(status, 404);
    texts.add(text.replace(/req_\w+/, 'req_'));
  }
  assert.equal(texts.size, 1);
  clock.advance(CODE_MS);
  assert.equal((await owner.query('select from partner_person where removed_at is not null')).rowCount, 0);
});

test('whoever missed the second step is invited anew under the same address, and takes the place of who they were', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t, { config: { environment: 'development' } });
  const ayse = await insertPartnerPerson(owner);
  const { partnerId } = ayse;
  const long = new Date(Date.now() - 48 * 3_600_000);
  const late = await insertPartnerPerson(owner, { partnerId, factors: 'none', passwordSetAt: long });
  const page = browser();
  await page.signInWithProof(ayse, clock);
  const wanted = { email: late.email, name: 'Ece Su', roles: ['finance'] };
  const invited = await page.call('invitePerson', wanted);
  assert.equal(invited.status, 200, invited.text);
  assert.equal((await browser().signIn(late)).code, 'credentials_wrong', 'the old password opens nothing');
  const token = String(invited.body['link']).split('#')[1] ?? '';
  assert.equal((await browser().call('acceptInvitation', { token, password: PASSWORD })).status, 200);
  const { rows } = await owner.query(
    'select id, roles, removed_by_id from partner_person where email = $1 order by removed_at',
    [late.email],
  );
  const { id } = invited.body['invitation'] as { id: string };
  assert.deepEqual(rows, [
    { id: late.id, roles: ['owner'], removed_by_id: ayse.id },
    { id, roles: ['finance'], removed_by_id: null },
  ]);
  const { rows: entries } = await owner.query(
    `select action, details->>'email' as email from audit_entry where action like 'partner_person%' order by id`,
  );
  assert.deepEqual(entries, [
    { action: 'partner_person.remove', email: late.email },
    { action: 'partner_person.invite', email: late.email },
  ]);
});
