/** People of a partner, and one of ours who looks as they see it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import { insertPartnerPerson } from '../../harness/portal.ts';
import type { PartnerTestPerson, PortalBrowser } from '../../harness/portal.ts';
import { codeAt, insertPerson } from '../../harness/staff.ts';
import { letters } from './payment.ts';
import type { Paid } from './payment.ts';
import type { World } from './world.ts';

const CODE_MS = 30_000;

/** They come in, look for the player, invite somebody, and somebody of ours looks over their shoulder. Returns the browser of one who is in. */
export async function workAtPortal(world: World, paid: Paid): Promise<PortalBrowser> {
  const { owner, partner, keep } = world;
  const person = await insertPartnerPerson(owner, { partnerId: partner.id });
  keep('password', person.password);
  keepApp(world, person.totpSecret);
  for (const code of person.recoveryCodes) keep('recovery code', code);
  const page = await comeIn(world, person);
  for (const text of [paid.name, paid.iban, paid.email, paid.sender]) {
    const found = world.notePortal(await page.call('searchTransactions', { text }));
    assert.equal(found.status, 200, found.text);
  }
  const shown = world.notePortal(await page.call('getTransaction', undefined, { id: paid.payoutId }));
  assert.ok(shown.text.includes(paid.iban), 'The partner sees where its payout goes.');
  await inviteSomebody(world, page);
  await look(world);
  return page;
}

function keepApp({ keep }: World, totpSecret: string): void {
  keep('secret of an app', totpSecret);
  keep('secret of an app', Buffer.from(Secret.fromBase32(totpSecret).bytes));
}

function keepToken({ keep }: World, name: string, token: string): void {
  keep(name, token);
  keep(name, Buffer.from(token, 'base64url'));
}

async function comeIn(world: World, person: PartnerTestPerson): Promise<PortalBrowser> {
  const { keep, notePortal } = world;
  const { email, password } = person;
  const page = world.portalBrowser();
  const mistyped = `mistyped-${randomBytes(9).toString('base64url')}`;
  keep('password', mistyped);
  notePortal(await page.call('signIn', { email, password: mistyped }));
  // Into the wrong field.
  notePortal(await page.call('signIn', { email: password, password: mistyped }));
  notePortal(await page.call('signIn', { email, password }));
  const nowMs = Date.now();
  const signedIn = notePortal(await page.call('signInWithCode', { code: codeAt(person, nowMs) }));
  assert.equal(signedIn.status, 200, signedIn.text);
  const proof = notePortal(await page.call('stepUp', { code: codeAt(person, nowMs + CODE_MS) }));
  assert.equal(proof.status, 200, proof.text);
  return page;
}

async function inviteSomebody(world: World, page: PortalBrowser): Promise<void> {
  const { keep, notePortal } = world;
  const invited = notePortal(
    await page.call('invitePerson', {
      email: `${letters()}@shop.example`,
      name: 'Ece Su',
      roles: ['finance'],
    }),
  );
  // In development the answer to whoever invites has the link; nothing else may.
  const token = new URL(String(invited.body['link'])).hash.slice(1);
  keepToken(world, 'invitation', token);
  const theirs = world.portalBrowser();
  const chosen = `${letters()} ${letters()}`;
  keep('password', chosen);
  notePortal(await theirs.call('lookAtInvitation', { token }));
  const accepted = notePortal(await theirs.call('acceptInvitation', { token, password: chosen }));
  assert.equal(accepted.status, 200, accepted.text);
  notePortal(await theirs.call('acceptInvitation', { token, password: chosen }));
  notePortal(await theirs.call('getHome'));
}

async function look(world: World): Promise<void> {
  const { owner, partner, noteConsole, notePortal } = world;
  const administrator = await insertPerson(owner, { roles: ['administrator'] });
  const { handle, password } = administrator;
  world.keep('password', password);
  keepApp(world, administrator.totpSecret);
  const page = world.browser();
  const nowMs = Date.now();
  noteConsole(await page.call('signIn', { handle, password }));
  noteConsole(await page.call('signInWithCode', { code: codeAt(administrator, nowMs) }));
  noteConsole(await page.call('stepUp', { code: codeAt(administrator, nowMs + CODE_MS) }));
  const given = noteConsole(await page.call('lookAsPartner', { reason: 'a question' }, { id: partner.id }));
  assert.equal(given.status, 200, given.text);
  const token = new URL(String(given.body['url'])).hash.slice(1);
  keepToken(world, 'look', token);
  const looker = world.portalBrowser();
  assert.equal(notePortal(await looker.call('openLook', { token })).status, 200);
  notePortal(await world.portalBrowser().call('openLook', { token }));
  assert.equal(notePortal(await looker.call('getHome')).status, 200);
  assert.equal(notePortal(await looker.call('listPeople')).code, 'not_permitted');
}
