import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { insertPartner } from '../../server/test/harness/factories.ts';
import { insertInvitation, insertPartnerPerson } from '../../server/test/harness/portal.ts';
import { codeAt } from '../../server/test/harness/staff.ts';
import { openBrowser } from '../browser.ts';
import { openPlacePage, typeCode } from '../signed-in/place.ts';
import { openPortal } from './portal.ts';

const PASSWORD = 'eski kapı yeşil deniz';

async function givePassword(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[name=username]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
}

test('a person of a partner signs in with an address, a password and a code, and signs out', async (t) => {
  const { url, owner, policyReports } = await openPortal(t);
  const person = await insertPartnerPerson(owner, { email: 'deniz@shop.example', name: 'Deniz Acar' });
  const { page, messages } = await openPlacePage(await openBrowser(t));

  await page.goto(`${url}/sessions`);
  await givePassword(page, 'deniz@shop.example', 'not the password');
  await page.getByRole('alert').getByText('E-posta ya da parola yanlış.').waitFor();
  await givePassword(page, 'deniz@shop.example', person.password);
  await page.getByText('deniz@shop.example olarak giriyorsunuz.').waitFor();
  await typeCode(page, codeAt(person, Date.now()));
  await page.getByRole('heading', { name: 'Oturumlar', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/sessions', 'it leads to where the person wanted to go');
  assert.equal(await page.title(), 'Oturumlar · Vezne');
  await page.getByText('Bu oturum').waitFor();

  await page.locator('nav').getByTitle('Hesap ve görünüm').click();
  await page.getByRole('menuitem', { name: 'Çıkış yap' }).click();
  await page.locator('input[name=username]').waitFor();
  await page.goto(`${url}/people`);
  await page.locator('input[name=username]').waitFor();
  assert.deepEqual([messages, policyReports()], [[], []]);
});

test('an invited person chooses a password, sets up an app, keeps the codes and is in; the link works once', async (t) => {
  const { url, owner, policyReports } = await openPortal(t);
  const { id: partnerId } = await insertPartner(owner);
  const email = 'irem@shop.example';
  const token = await insertInvitation(owner, { partnerId, email, name: 'İrem Yıldız', roles: ['owner'] });
  const { page, messages } = await openPlacePage(await openBrowser(t));

  await page.goto(`${url}/invitation#${token}`);
  await page.getByRole('heading', { name: 'Hoş geldiniz, İrem Yıldız' }).waitFor();
  await page.getByText('E-posta adresiniz irem@shop.example.').waitFor();
  assert.ok(!page.url().includes(token), 'the address no longer shows the token');
  const [first, second] = await page.locator('input[type=password]').all();
  await first?.fill(PASSWORD);
  await second?.fill('another one');
  await page.keyboard.press('Enter');
  await page.getByText('İki parola aynı değil.').waitFor();
  await second?.fill(PASSWORD);
  await page.keyboard.press('Enter');

  await page.getByRole('button', { name: 'Uygulamayla kur' }).click();
  await page.getByRole('img', { name: 'Doğrulama uygulaması için QR kod' }).waitFor();
  const secret = (await page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText()).replaceAll(/\s/g, '');
  // The first box has the focus already.
  await page.keyboard.type(codeAt({ totpSecret: secret }, Date.now()));
  await page.getByRole('heading', { name: 'Kurtarma kodlarınız' }).waitFor();
  await page.getByLabel('Kodları güvenli bir yere kaydettim').check();
  await page.getByRole('button', { name: 'Tamam' }).click();
  await page.getByRole('heading', { name: 'Ana sayfa', level: 1 }).waitFor();
  await page.locator('nav').getByText('İrem Yıldız').waitFor();

  await page.goto(`${url}/invitation#${token}`);
  await page.getByRole('heading', { name: 'Bağlantı kullanılamıyor' }).waitFor();
  await page.getByText('Sizi davet eden kişiden yenisini isteyin.').waitFor();
  assert.deepEqual([messages, policyReports()], [[], []]);
});

test('roles decide which places there are, and on a phone five are in reach', async (t) => {
  const { url, owner } = await openPortal(t, { environment: 'development' });
  const browser = await openBrowser(t);
  const placesOf = async (roles: readonly ('owner' | 'developer' | 'finance')[], width: number) => {
    const person = await insertPartnerPerson(owner, { roles, factors: 'none' });
    const { page } = await openPlacePage(browser, { viewport: { width, height: 800 } });
    await page.goto(`${url}/profile`);
    await givePassword(page, person.email, person.password);
    await page.getByRole('heading', { name: 'Profil', level: 1 }).waitFor();
    const names = await page.locator('nav a:visible').allInnerTexts();
    await page.context().close();
    return names.map((name) => name.trim());
  };
  const business = ['Ana sayfa', 'İşlemler'];
  const money = ['Bakiye kayıtları', 'Ekstreler'];
  const developer = ['API anahtarları', 'Webhook’lar'];
  assert.deepEqual(await placesOf(['owner'], 1440), [...business, ...money, ...developer, 'Kişiler']);
  assert.deepEqual(await placesOf(['developer'], 1440), [...business, ...developer]);
  assert.deepEqual(await placesOf(['finance'], 1440), [...business, ...money]);
  assert.deepEqual(await placesOf(['owner'], 390), [...business, 'Ekstreler', 'Webhook’lar', 'Diğer']);
  assert.deepEqual(await placesOf(['finance'], 390), [...business, 'Kayıtlar', 'Ekstreler', 'Diğer']);
});
