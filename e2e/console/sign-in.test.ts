import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { codeAt, insertEnrolment, insertPerson } from '../../server/test/harness/staff.ts';
import { openBrowser } from '../browser.ts';
import { goInside } from '../signed-in/misdeeds.ts';
import { enter, openConsole, openConsolePage, post, signIn, typeCode } from './console.ts';

test('a person signs in with a password and a code, and signs out', async (t) => {
  const { url, owner, policyReports } = await openConsole(t);
  const person = await insertPerson(owner, {
    handle: 'elif',
    name: 'Elif Demir',
    roles: ['senior_operator'],
  });
  const { page, messages } = await openConsolePage(await openBrowser(t));

  await page.goto(`${url}/sessions`);
  await page.locator('input[name=username]').fill('elif');
  await page.locator('input[name=password]').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Kullanıcı adı ya da parola yanlış.').waitFor();
  await page.locator('input[name=password]').fill(person.password);
  await page.keyboard.press('Enter');
  await page.getByText('elif olarak giriyorsunuz.').waitFor();
  await typeCode(page, codeAt(person, Date.now()));
  await page.getByRole('heading', { name: 'Oturumlar', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/sessions', 'it leads to where the person wanted to go');
  await page.getByText('Bu oturum').waitFor();

  await page.getByTitle('Hesap ve görünüm').click();
  await page.getByRole('menuitem', { name: 'Çıkış yap' }).click();
  await page.locator('input[name=username]').waitFor();
  await page.goto(`${url}/profile`);
  await page.locator('input[name=username]').waitFor();
  assert.deepEqual([messages, policyReports()], [[], []]);
});

test('a new person enrols by a link: password, app, recovery codes', async (t) => {
  const { url, owner, policyReports } = await openConsole(t);
  const person = await insertPerson(owner, { handle: 'irem', name: 'İrem Yıldız', factors: 'none' });
  await owner.query('delete from staff_password where staff_id = $1', [person.id]);
  const token = await insertEnrolment(owner, person.id);
  const { page, messages } = await openConsolePage(await openBrowser(t));

  await page.goto(`${url}/enrol#${token}`);
  await page.getByRole('heading', { name: 'Hoş geldiniz, İrem Yıldız' }).waitFor();
  assert.ok(!page.url().includes(token), 'the address no longer shows the token');
  const [first, second] = await page.locator('input[type=password]').all();
  await first?.fill('kisa');
  await page.keyboard.press('Enter');
  await page.getByText('En az 12 karakter olmalı.').waitFor();
  await first?.fill('mavi kapı yeşil deniz');
  await second?.fill('mavi kapı yeşil deniz');
  await page.keyboard.press('Enter');

  await page.getByRole('button', { name: 'Uygulamayla kur' }).click();
  await page.getByRole('img', { name: 'Doğrulama uygulaması için QR kod' }).waitFor();
  const secret = (await page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText()).replaceAll(/\s/g, '');
  // The first box has the focus already.
  await page.keyboard.type(codeAt({ totpSecret: secret }, Date.now()));
  await page.getByRole('heading', { name: 'Kurtarma kodlarınız' }).waitFor();
  assert.equal((await page.locator('ol > li').count()) - 3, 10, 'ten codes, beside the three steps');
  await page.getByLabel('Kodları güvenli bir yere kaydettim').check();
  await page.getByRole('button', { name: 'Tamam' }).click();
  await page.getByRole('heading', { name: 'Genel bakış', level: 1 }).waitFor();

  await page.goto(`${url}/enrol#${token}`);
  await page.getByRole('heading', { name: 'Bağlantı kullanılamıyor' }).waitFor();
  assert.deepEqual([messages, policyReports()], [[], []]);
});

test('a passkey is made, signs in and proves that it is still the same person', async (t) => {
  const { url, owner, policyReports } = await openConsole(t);
  const person = await insertPerson(owner, { handle: 'deniz' });
  const { page, messages } = await openConsolePage(await openBrowser(t));
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, url, person);
  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Anahtar ekle' }).click();
  await page.getByLabel('Anahtarın adı').fill('İş bilgisayarı');
  await page.keyboard.press('Enter');
  await stepUp(page, async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Yapılacak: “İş bilgisayarı” geçiş anahtarını eklemek').waitFor();
    await dialog.getByText('Doğrulama uygulamanızdaki 6 haneli kod', { exact: true }).waitFor();
    await typeCode(page, codeAt(person, Date.now() + 30_000));
  });
  await page.getByText('Geçiş anahtarı eklendi').waitFor();
  await page.getByText('İş bilgisayarı', { exact: true }).waitFor();

  await page.context().clearCookies();
  await page.goto(`${url}/`);
  await page.getByRole('button', { name: 'Geçiş anahtarıyla gir' }).click();
  await page.getByRole('heading', { name: 'Genel bakış', level: 1 }).waitFor();

  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Yeni kodlar al' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yeni kodlar al' }).click();
  await stepUp(page, async () => await page.getByRole('button', { name: 'Geçiş anahtarını kullan' }).click());
  await page.getByRole('dialog', { name: 'Kurtarma kodlarınız' }).waitFor();
  assert.equal(await page.getByRole('dialog').locator('li').count(), 10);
  assert.deepEqual([messages, policyReports()], [[], []]);
});

test('a call that was under way with the token from before a step-up leads nobody to the door', async (t) => {
  const { url, owner } = await openConsole(t, { environment: 'development' });
  const person = await insertPerson(owner, { handle: 'pelin', factors: 'none' });
  const { page } = await openConsolePage(await openBrowser(t));
  const context = page.context();
  await enter(page, url, person);
  await page.goto(`${url}/`);
  await page.getByRole('heading', { name: 'Genel bakış', level: 1 }).waitFor();
  const before = await context.cookies();
  await post(page, url, '/api/session/step-up', { password: person.password });
  const after = await context.cookies();
  assert.notDeepEqual(after, before);
  // As in the moment between the commit of the step-up and its answer.
  await context.addCookies(before);
  const refused = page.waitForResponse((response) => response.status() === 401);
  await goInside(page, '/profile');
  assert.equal((await refused).url(), `${url}/api/profile`);
  await context.addCookies(after);
  await page.getByText('Parola', { exact: true }).first().waitFor();
  assert.equal(new URL(page.url()).pathname, '/profile');
});

/** The dialog has to come: a test that goes on without it would show nothing. */
async function stepUp(page: Page, prove: () => Promise<void>): Promise<void> {
  const asked = page.getByRole('dialog', { name: 'Siz olduğunuzu doğrulayın' });
  await asked.waitFor();
  await prove();
  await asked.waitFor({ state: 'detached' });
}

test('a person whose account is closed is out with the next request, and told why', async (t) => {
  const { url, owner } = await openConsole(t);
  const person = await insertPerson(owner, { handle: 'onur' });
  const { page } = await openConsolePage(await openBrowser(t));
  await signIn(page, url, person);
  await owner.query(
    `update staff_session set ended_at = now(), end_reason = 'disabled' where staff_id = $1`,
    [person.id],
  );
  const endedMs = performance.now();
  assert.equal(await page.evaluate(`fetch('/api/sessions').then(({ status }) => status)`), 401);
  assert.ok(performance.now() - endedMs < 2_000, 'out within two seconds');
  // Whichever call of the page hears of it first, and when it is opened anew.
  const told = page.getByText('Hesabınız kapatıldı. Yöneticinize başvurun.');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await told.waitFor({ timeout: 8_000 });
  await page.reload();
  await told.waitFor();
  await page.goto(`${url}/profile`);
  await told.waitFor();
});
