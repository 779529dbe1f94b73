import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Authenticator } from '../../harness/authenticator.ts';
import { CONSOLE_URL, startTestConsole } from '../../harness/console.ts';
import type { Browser, ConsoleAnswer } from '../../harness/console.ts';
import { insertPerson } from '../../harness/staff.ts';

const CODE_MS = 30_000;
const HERE = { rpId: 'console.example', origin: CONSOLE_URL };

type Question = { challenge: string; allowCredentials?: { id: string }[] };
const optionsIn = ({ body }: ConsoleAnswer): Question => body['options'] as Question;

async function register(page: Browser, device: Authenticator, name = 'Phone'): Promise<ConsoleAnswer> {
  const options = optionsIn(await page.call('newPasskeyOptions', {}));
  return await page.call('addPasskey', { name, response: device.register(options) });
}

async function signInAlone(page: Browser, device: Authenticator): Promise<ConsoleAnswer> {
  const options = optionsIn(await page.call('passkeySignInOptions', {}));
  return await page.call('signInWithPasskey', { response: device.answer(options) });
}

test('a passkey is registered, signs in after the password and alone, and steps up', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner, { factors: 'none' });
  const device = new Authenticator(HERE);
  const first = browser();
  assert.equal((await first.signIn(elif)).body['next'], 'enrol');
  const added = await register(first, device);
  assert.equal((added.body['recoveryCodes'] as string[]).length, 10);
  assert.equal((await first.call('getSession')).body['mustEnrol'], false);

  const page = browser();
  const { body } = await page.call('signIn', { handle: elif.handle, password: elif.password });
  assert.deepEqual(body['methods'], ['passkey', 'recovery_code']);
  const options = optionsIn(await page.call('passkeySignInOptions', {}));
  assert.deepEqual(
    options.allowCredentials?.map(({ id }) => id),
    [device.credentialId.toString('base64url')],
  );
  const answer = device.answer(options);
  assert.deepEqual((await page.call('signInWithPasskey', { response: answer })).body, { next: 'signed_in' });

  assert.equal((await page.call('renewRecoveryCodes', {})).code, 'step_up_required');
  const question = optionsIn(await page.call('passkeyStepUpOptions', {}));
  const proof = device.answer(question);
  assert.equal((await page.call('stepUpWithPasskey', { response: proof })).status, 200);
  assert.equal((await page.call('renewRecoveryCodes', {})).status, 200);
  assert.equal((await page.call('stepUpWithPasskey', { response: proof })).code, 'attempt_expired');

  const alone = browser();
  assert.deepEqual((await signInAlone(alone, device)).body, { next: 'signed_in' });
  assert.equal((await alone.call('getProfile')).status, 200);
});

test('an answer to another question, of another place, without a finger, or of a device that is unknown is refused', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const elif = await insertPerson(owner, { factors: 'none' });
  const device = new Authenticator(HERE);
  const first = browser();
  await first.signIn(elif);
  await register(first, device);

  const page = browser();
  const stale = device.answer({ challenge: Buffer.alloc(32).toString('base64url') });
  await page.call('passkeySignInOptions', {});
  assert.equal((await page.call('signInWithPasskey', { response: stale })).code, 'passkey_refused');
  assert.equal((await signInAlone(browser(), new Authenticator(HERE))).code, 'passkey_refused');
  device.flags = 0x01;
  assert.equal((await signInAlone(browser(), device)).code, 'passkey_refused', 'present, but not verified');
  device.flags = 0x05;
  device.signCount = 0;
  await signInAlone(browser(), device);
  device.signCount = 0;
  assert.equal((await signInAlone(browser(), device)).code, 'passkey_refused', 'a copy that counts anew');
  assert.equal((await browser().call('signInWithPasskey', { response: stale })).code, 'attempt_expired');

  const elsewhere = new Authenticator({ rpId: 'evil.example', origin: 'https://evil.example' });
  const thief = browser();
  const mehmet = await insertPerson(owner, { factors: 'none' });
  await thief.signIn(mehmet);
  assert.equal((await register(thief, elsewhere)).code, 'passkey_refused');
});

test('somebody else’s passkey is no second factor', async (t) => {
  const { owner, browser } = await startTestConsole(t);
  const [elif, mehmet] = [await insertPerson(owner, { factors: 'none' }), await insertPerson(owner)];
  const device = new Authenticator(HERE);
  const first = browser();
  await first.signIn(elif);
  await register(first, device);
  const page = browser();
  await page.call('signIn', { handle: mehmet.handle, password: mehmet.password });
  const options = optionsIn(await page.call('passkeySignInOptions', {}));
  const { code } = await page.call('signInWithPasskey', { response: device.answer(options) });
  assert.equal(code, 'passkey_refused');
  assert.equal(
    (await page.call('signInWithCode', { code: page.codeOf(mehmet) })).status,
    200,
    'a code still may be',
  );
});

test('a passkey is renamed and removed by its owner, never the last factor, and never by others', async (t) => {
  const { owner, browser, clock } = await startTestConsole(t);
  const [elif, mehmet] = [await insertPerson(owner), await insertPerson(owner)];
  const device = new Authenticator(HERE);
  const [page, other] = [browser(), browser()];
  for (const [one, person] of [
    [page, elif],
    [other, mehmet],
  ] as const)
    await one.signIn(person);
  clock.advance(CODE_MS);
  for (const [one, person] of [
    [page, elif],
    [other, mehmet],
  ] as const)
    await one.call('stepUp', { code: one.codeOf(person) });
  const added = await register(page, device);
  assert.equal(added.body['recoveryCodes'], null, 'there were some before');
  const { id } = added.body['passkey'] as { id: string };
  assert.equal((await register(page, device)).code, 'passkey_refused', 'twice the same');
  assert.equal((await other.call('renamePasskey', { name: 'Mine' }, { id })).status, 404);
  assert.equal((await other.call('removePasskey', undefined, { id })).status, 404);
  const renamed = await page.call('renamePasskey', { name: 'Telefon' }, { id });
  assert.equal((renamed.body['passkey'] as { name: string }).name, 'Telefon');
  assert.equal((await page.call('removeTotp')).status, 200);
  assert.equal((await page.call('removePasskey', undefined, { id })).code, 'last_factor');
});
