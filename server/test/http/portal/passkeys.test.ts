import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Authenticator } from '../../harness/authenticator.ts';
import type { ConsoleAnswer } from '../../harness/console.ts';
import { PORTAL_URL, insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';
import type { PortalBrowser } from '../../harness/portal.ts';

const HERE = { rpId: 'portal.example', origin: PORTAL_URL };

type Question = { challenge: string; allowCredentials?: { id: string }[] };
const optionsIn = ({ body }: ConsoleAnswer): Question => body['options'] as Question;

async function register(page: PortalBrowser, device: Authenticator): Promise<ConsoleAnswer> {
  const options = optionsIn(await page.call('newPasskeyOptions', {}));
  return await page.call('addPasskey', { name: 'Phone', response: device.register(options) });
}

async function signInAlone(page: PortalBrowser, device: Authenticator): Promise<ConsoleAnswer> {
  const options = optionsIn(await page.call('passkeySignInOptions', {}));
  return await page.call('signInWithPasskey', { response: device.answer(options) });
}

test('a passkey is registered, signs in after the password and alone, steps up, and is removed only beside another factor', async (t) => {
  const { owner, browser } = await startTestPortal(t);
  const elif = await insertPartnerPerson(owner, { factors: 'none' });
  const device = new Authenticator(HERE);
  const first = browser();
  assert.equal((await first.signIn(elif)).body['next'], 'enrol');
  const added = await register(first, device);
  assert.equal((added.body['recoveryCodes'] as string[]).length, 10);
  assert.equal((await first.call('getSession')).body['mustEnrol'], false);

  const page = browser();
  const { body } = await page.call('signIn', { email: elif.email, password: elif.password });
  assert.deepEqual(body['methods'], ['passkey', 'recovery_code']);
  const options = optionsIn(await page.call('passkeySignInOptions', {}));
  assert.deepEqual(
    options.allowCredentials?.map(({ id }) => id),
    [device.credentialId.toString('base64url')],
  );
  const signedIn = await page.call('signInWithPasskey', { response: device.answer(options) });
  assert.deepEqual(signedIn.body, { next: 'signed_in' });

  assert.equal((await page.call('renewRecoveryCodes', {})).code, 'step_up_required');
  const proof = device.answer(optionsIn(await page.call('passkeyStepUpOptions', {})));
  assert.equal((await page.call('stepUpWithPasskey', { response: proof })).status, 200);
  assert.equal((await page.call('renewRecoveryCodes', {})).status, 200);
  assert.equal((await page.call('stepUpWithPasskey', { response: proof })).code, 'attempt_expired');

  const alone = browser();
  assert.deepEqual((await signInAlone(alone, device)).body, { next: 'signed_in' });
  const { passkeys } = (await alone.call('getProfile')).body as { passkeys: { id: string }[] };
  const [{ id } = { id: '' }] = passkeys;
  assert.equal((await page.call('removePasskey', undefined, { id })).code, 'last_factor');
});

test('a passkey of another place, of a device that is unknown or of somebody who was removed opens nothing', async (t) => {
  const { owner, browser } = await startTestPortal(t);
  const elif = await insertPartnerPerson(owner, { factors: 'none' });
  await insertPartnerPerson(owner, { partnerId: elif.partnerId });
  const device = new Authenticator(HERE);
  const first = browser();
  await first.signIn(elif);
  await register(first, device);
  assert.equal((await signInAlone(browser(), new Authenticator(HERE))).code, 'passkey_refused');
  const elsewhere = new Authenticator({ rpId: 'console.example', origin: 'https://console.example' });
  assert.equal((await signInAlone(browser(), elsewhere)).code, 'passkey_refused');
  await owner.query('update partner_person set removed_at = now() where id = $1', [elif.id]);
  assert.equal((await signInAlone(browser(), device)).code, 'passkey_refused');
});

test('a password is changed with the one before, and every other session is over', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t);
  const elif = await insertPartnerPerson(owner);
  const other = browser('198.51.100.2');
  await other.signIn(elif);
  clock.advance(30_000);
  const page = browser();
  await page.signInWithProof(elif, clock);
  const newPassword = 'seven wonderful lanterns';
  const wrong = { currentPassword: 'not the right one', newPassword };
  assert.equal((await page.call('changePassword', wrong)).code, 'password_wrong');
  const right = { currentPassword: elif.password, newPassword };
  assert.equal((await page.call('changePassword', right)).status, 200);
  const out = await other.call('listSessions');
  assert.deepEqual([out.code, out.body['reason']], ['session_ended', 'password_changed']);
  assert.equal((await page.call('listSessions')).status, 200);
  assert.equal((await browser().signIn(elif)).code, 'credentials_wrong');
});
