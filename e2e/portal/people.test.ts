import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPartnerPerson } from '../../server/test/harness/portal.ts';
import { codeAt } from '../../server/test/harness/staff.ts';
import { openBrowser } from '../browser.ts';
import { openPlacePage, typeCode } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';

test('an owner invites somebody, who comes in by the link on the screen; withdraws another; removes a third', async (t) => {
  const { url, owner, policyReports } = await openPortal(t, { environment: 'development' });
  const person = await insertPartnerPerson(owner, { name: 'Deniz Acar', factors: 'none' });
  await insertPartnerPerson(owner, { partnerId: person.partnerId, name: 'Ece Su', roles: ['finance'] });
  const browser = await openBrowser(t);
  const { page, messages } = await openPlacePage(browser);
  await enter(page, url, person);
  await page.goto(`${url}/people`);
  const dialog = page.getByRole('dialog');
  const invite = async (email: string, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Kişi davet et' }).click();
    await dialog.getByLabel('E-posta').fill(email);
    await dialog.getByLabel('Ad soyad').fill(name);
    await dialog.getByLabel('Geliştirici').check();
    await page.keyboard.press('Enter');
  };

  await page.getByText('Bekleyen davet yok').waitFor();
  // What is missing is said where it is missing.
  await page.getByRole('button', { name: 'Kişi davet et' }).click();
  await dialog.getByLabel('E-posta').fill('irem@shop.example');
  await dialog.getByLabel('Ad soyad').fill('İrem Yıldız');
  await page.keyboard.press('Enter');
  await dialog.getByText('En az bir rol seçin.').waitFor();
  await page.keyboard.press('Escape');

  // The first press asks for the proof: a password, without a second factor.
  await invite('irem@shop.example', 'İrem Yıldız');
  await page.getByText('irem@shop.example adresini davet etmek').waitFor();
  await page.locator('[role=dialog] input[type=password]:visible').fill(person.password);
  await page.keyboard.press('Enter');
  await dialog.getByText('Davet bağlantısı').waitFor();
  const link = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Tamam' }).click();
  await page.getByRole('table', { name: 'Bekleyen davetler' }).getByText('İrem Yıldız').waitFor();

  const { page: theirs, messages: theirMessages } = await openPlacePage(browser);
  await theirs.goto(link);
  await theirs.getByRole('heading', { name: 'Hoş geldiniz, İrem Yıldız' }).waitFor();
  for (const field of await theirs.locator('input[type=password]').all())
    await field.fill('eski kapı yeşil deniz');
  await theirs.keyboard.press('Enter');
  await theirs.locator('nav').getByText('İrem Yıldız').waitFor();
  assert.equal(await theirs.locator('nav').getByText('Kişiler').count(), 0, 'a developer invites nobody');

  await page.reload();
  await page.getByRole('table', { name: 'Giriş yapabilenler' }).getByText('irem@shop.example').waitFor();
  await page.getByText('Bekleyen davet yok').waitFor();

  await invite('kaan@shop.example', 'Kaan Demir');
  await dialog.getByRole('button', { name: 'Tamam' }).click();
  await page.getByRole('button', { name: 'Daveti geri çek: Kaan Demir' }).click();
  await dialog.getByText('kaan@shop.example adresine giden bağlantı artık kullanılamaz.').waitFor();
  await dialog.getByRole('button', { name: 'Geri çek' }).click();
  await page.getByText('Davet geri çekildi').waitFor();
  await page.getByText('Bekleyen davet yok').waitFor();

  await page.getByRole('button', { name: 'Kaldır: İrem Yıldız' }).click();
  await dialog.getByRole('button', { name: 'Kişiyi kaldır' }).click();
  await page.getByText('İrem Yıldız kaldırıldı').waitFor();
  await theirs.locator('nav').getByTitle('Hesap ve görünüm').click();
  await theirs.getByRole('menuitem', { name: 'Profil' }).click();
  await theirs.getByText('Erişiminiz kaldırıldı. Hesabınızın sahibine başvurun.').waitFor();

  // The only owner stays, and is told what would help.
  await page.getByRole('button', { name: 'Ayrıl' }).click();
  await dialog.getByText('Hesabın tek sahibi sizsiniz').waitFor();
  await dialog.getByRole('button', { name: 'Kişi davet et' }).click();
  await dialog.getByLabel('E-posta').waitFor();
  assert.deepEqual([messages, theirMessages, policyReports()], [[], [], []]);
});

test('where a second factor is required, an invitation takes a code, and a letter that could not be sent is said so', async (t) => {
  const { url, owner } = await openPortal(t);
  const person = await insertPartnerPerson(owner, { name: 'Deniz Acar' });
  const { page } = await openPlacePage(await openBrowser(t));
  await page.goto(`${url}/people`);
  await page.locator('input[name=username]').fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  await page.keyboard.press('Enter');
  await typeCode(page, codeAt(person, Date.now()));
  await page.getByRole('button', { name: 'Kişi davet et' }).click();
  const dialog = page.getByRole('dialog', { name: 'Kişi davet et' });
  await dialog.getByLabel('E-posta').fill(person.email);
  await dialog.getByLabel('Ad soyad').fill('Deniz Acar');
  await dialog.getByLabel('Finans').check();
  await page.keyboard.press('Enter');
  // A code works once: the next one is typed.
  await typeCode(page, codeAt(person, Date.now() + 30_000));
  await dialog.getByText('Bu e-posta adresiyle zaten giriş yapılıyor.').waitFor();
  assert.equal(await dialog.getByLabel('E-posta').getAttribute('aria-invalid'), 'true');
  await dialog.getByLabel('E-posta').fill('ece@shop.example');
  await page.keyboard.press('Enter');
  // No mail server is set up here.
  await page.getByRole('alert').getByText('Davet e-postası gönderilemedi').waitFor();
  assert.equal(await page.getByRole('dialog').locator('code').count(), 0, 'the link is on no screen');
});

test('an address of a page that a role does not have leads to a page that says so', async (t) => {
  const { url, owner } = await openPortal(t, { environment: 'development' });
  const person = await insertPartnerPerson(owner, { roles: ['finance'], factors: 'none' });
  const { page, messages } = await openPlacePage(await openBrowser(t));
  await enter(page, url, person);
  for (const [path, title] of [
    ['credentials', 'API anahtarları'],
    ['people', 'Kişiler'],
  ] as const) {
    await page.goto(`${url}/${path}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText('Bu sayfa rolünüze kapalı').waitFor();
    assert.equal(await page.getByRole('main').getByRole('button').count(), 0, 'nothing to press in vain');
  }
  await page.getByRole('link', { name: 'Ana sayfaya dön' }).click();
  await page.getByText('Kullanılabilir bakiye').waitFor();
  assert.deepEqual(messages, [], 'nothing was asked for that is refused');
});
