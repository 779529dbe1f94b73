import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPerson } from '../../server/test/harness/staff.ts';
import { atTheQueue, openDesk, rowsOf } from './desk.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };

test('one administrator invites by keys, another confirms, and the link works', async (t) => {
  const desk = await openDesk(t);
  const first = await atTheQueue(t, desk, { ...ADMINISTRATOR, name: 'Elif Demir' });
  const second = await atTheQueue(t, desk, { ...ADMINISTRATOR, name: 'Murat Şen' });
  const { page } = first;
  // From a list with rows, where K alone moves up.
  await page.goto(`${desk.url}/partners`);
  await rowsOf(page).first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await page.getByRole('heading', { level: 1, name: 'Ekip' }).waitFor();
  await rowsOf(page).first().waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Kişi davet et' });
  const ask = dialog.getByRole('button', { name: /İkinci onaya gönder/ });
  await dialog.getByLabel('Ad soyad').fill('Zeynep Ak');
  await dialog.getByLabel('Kullanıcı adı').fill('Zeynep');
  await dialog.getByText(/Yalnızca a–z arası/).waitFor();
  assert.equal(await ask.isDisabled(), true);
  await dialog.getByLabel('Kullanıcı adı').fill('zeynep');
  await dialog.getByRole('checkbox', { name: 'Operatör', exact: true }).check();
  await dialog.getByText(/E-posta sunucusu tanımlı değil/).waitFor();
  await ask.click();
  await page.getByText('İkinci onaya gönderildi', { exact: false }).waitFor();
  await page.getByText(/Kişi ekle: Zeynep Ak/).waitFor();
  const nobody = await desk.owner.query(`select from staff where handle = 'zeynep'`);
  assert.equal(nobody.rowCount, 0, 'alone, nothing changes');

  const { rows } = await desk.owner.query<{ id: string }>(
    `select id from second_person_request where action = 'staff.add'`,
  );
  await second.page.goto(`${desk.url}/requests/${rows[0]?.id}`);
  await second.page.getByRole('heading', { level: 2, name: 'Kişi ekle: Zeynep Ak' }).waitFor();
  await second.page.keyboard.press('a');
  await second.page.getByRole('dialog').waitFor();
  await second.page.keyboard.press('Enter');
  const link = second.page.locator('code', { hasText: '/enrol#' });
  await link.waitFor();
  await second.page.goto((await link.textContent()) ?? '');
  await second.page.getByText('Zeynep Ak').first().waitFor();
  assert.deepEqual([first.messages, second.messages], [[], []]);
});

test('roles: the dialog says whether it takes two before anybody presses', async (t) => {
  const desk = await openDesk(t);
  const deniz = await insertPerson(desk.owner, { name: 'Deniz Ak', roles: ['auditor', 'operator'] });
  await insertPerson(desk.owner, ADMINISTRATOR);
  const { page, messages } = await atTheQueue(t, desk, { ...ADMINISTRATOR, name: 'Elif Demir' });
  await page.goto(`${desk.url}/staff/${deniz.id}`);
  await page.getByRole('button', { name: 'Rolleri değiştir' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Finans' }).check();
  await dialog.getByRole('button', { name: /İkinci onaya gönder/ }).waitFor();
  await dialog.getByRole('checkbox', { name: 'Finans' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Denetçi' }).uncheck();
  await dialog.getByRole('button', { name: /^Kaydet/ }).click();
  await page.getByText('Deniz Ak kişisinin rolleri değişti.').waitFor();
  const { rows } = await desk.owner.query('select roles from staff where id = $1', [deniz.id]);
  assert.deepEqual(rows, [{ roles: ['operator'] }]);
  assert.deepEqual(messages, []);
});

test('roles from a date: two people, the person keeps theirs until then, and the page says from when', async (t) => {
  const desk = await openDesk(t);
  const deniz = await insertPerson(desk.owner, { name: 'Deniz Ak', roles: ['operator'] });
  const first = await atTheQueue(t, desk, { ...ADMINISTRATOR, name: 'Elif Demir' });
  const second = await atTheQueue(t, desk, { ...ADMINISTRATOR, name: 'Murat Şen' });
  await first.page.goto(`${desk.url}/staff/${deniz.id}`);
  await first.page.getByRole('button', { name: 'Rolleri değiştir' }).click();
  const dialog = first.page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Finans' }).check();
  await dialog.getByRole('radio', { name: 'Belirli bir andan itibaren' }).check();
  const ask = dialog.getByRole('button', { name: /İkinci onaya gönder/ });
  assert.equal(await ask.isDisabled(), true, 'the moment is missing');
  await dialog.getByLabel('Tarih ve saat (Türkiye)').fill('2026-01-01 09:00');
  await dialog.getByText(/Gelecekteki bir anı/).waitFor();
  await dialog.getByLabel('Tarih ve saat (Türkiye)').fill('2099-12-01 09:00');
  await dialog.getByText(/o ana kadar şimdiki rolleriyle çalışır/).waitFor();
  await ask.click();
  await first.page.getByText('İkinci onaya gönderildi', { exact: false }).waitFor();
  await first.page.getByRole('link', { name: 'İsteği aç' }).click();
  await first.page.getByRole('heading', { level: 2, name: /rollerini değiştir: Deniz Ak/ }).waitFor();
  const link = first.page.getByRole('link', { name: 'Deniz Ak', exact: true });
  assert.equal(await link.getAttribute('href'), `/staff/${deniz.id}`);

  await second.page.goto(first.page.url());
  await second.page.getByText('1.12.2099 09:00', { exact: false }).first().waitFor();
  await second.page.keyboard.press('a');
  await second.page.getByRole('dialog').waitFor();
  await second.page.keyboard.press('Enter');
  await second.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await second.page.goto(`${desk.url}/staff/${deniz.id}`);
  await second.page.getByText(/1\.12\.2099 09:00 itibarıyla: Finans, Operatör/).waitFor();
  const { rows } = await desk.owner.query('select roles, next_roles from staff where id = $1', [deniz.id]);
  assert.deepEqual(rows, [{ roles: ['operator'], next_roles: ['finance', 'operator'] }]);
  assert.deepEqual([first.messages, second.messages], [[], []]);
});

test('somebody is signed out and disabled while they look, by one person', async (t) => {
  const desk = await openDesk(t);
  await insertPerson(desk.owner, ADMINISTRATOR);
  const admin = await atTheQueue(t, desk, { ...ADMINISTRATOR, name: 'Elif Demir' });
  const deniz = await atTheQueue(t, desk, { name: 'Deniz Ak' });
  await admin.page.goto(`${desk.url}/staff/${deniz.person.id}`);
  await admin.page.getByRole('button', { name: 'Hesabı kapat' }).click();
  const dialog = admin.page.getByRole('dialog');
  assert.equal(await dialog.getByText(/ikinci bir kişi onaylayınca/).count(), 0);
  await dialog.getByRole('button', { name: /Hesabı kapat/ }).click();
  await admin.page.getByText('Deniz Ak kişisinin hesabı kapatıldı.').waitFor();
  await admin.page.getByRole('button', { name: 'Hesabı aç' }).waitFor();
  await deniz.page.reload();
  await deniz.page.locator('input[name=username]').waitFor();
  assert.deepEqual(admin.messages, []);
});

test('the last administrator keeps the role, and whoever only reads has no buttons', async (t) => {
  const desk = await openDesk(t);
  const last = await insertPerson(desk.owner, { ...ADMINISTRATOR, name: 'Murat Şen' });
  const { page, messages } = await atTheQueue(t, desk, { roles: ['auditor'], name: 'Nihal Ergin' });
  await page.goto(`${desk.url}/staff/${last.id}`);
  await page.getByText(/Etkin tek yönetici/).waitFor();
  await page.getByText('Bunları yalnızca yöneticiler değiştirebilir.').waitFor();
  for (const name of ['Hesabı kapat', 'Rolleri değiştir', 'Girişi sıfırla'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, name);
  assert.deepEqual(messages, []);
});
