import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { TestPerson } from '../../server/test/harness/staff.ts';
import { atTheQueue, openDesk } from './desk.ts';

type Desk = Awaited<ReturnType<typeof openDesk>>;

async function atPartner(
  t: TestContext,
  desk: Desk,
  tab: string,
): Promise<{ page: Page; messages: string[]; person: TestPerson }> {
  const { page, messages, person } = await atTheQueue(t, desk, { roles: ['administrator'] });
  await page.goto(`${desk.url}/partners/${desk.morning.partnerId}/${tab}`);
  await page.locator('main h1').waitFor();
  return { page, messages, person };
}

test('the calculator shows every figure of an amount, both modes side by side', async (t) => {
  const desk = await openDesk(t);
  const { page, messages } = await atPartner(t, desk, 'terms');
  const calculator = page.getByRole('region', { name: 'Hesaplayıcı' });
  const figures = async (): Promise<string[][]> =>
    await Promise.all(
      (await calculator.locator('tbody tr').all()).map(
        async (row) => await row.locator('td').allInnerTexts(),
      ),
    );
  await calculator.getByLabel('Gelen tutar').fill('1.000');
  await calculator.getByLabel('Oran (%)').fill('3');
  await calculator.getByLabel('İşlem başına sabit').fill('0');
  assert.deepEqual(await figures(), [
    ['1.000,00 ₺', '1.000,00 ₺'],
    ['−30,00 ₺', '−30,00 ₺'],
    ['+970,00 ₺', '+970,00 ₺'],
    ['970,00 ₺', '1.000,00 ₺'],
  ]);
  await calculator.getByRole('button', { name: 'Çekim' }).click();
  await calculator.getByLabel('Oran (%)').fill('2,5');
  await calculator.getByLabel('İşlem başına sabit').fill('1');
  assert.deepEqual(await figures(), [
    ['1.000,00 ₺', '1.000,00 ₺'],
    ['−26,00 ₺', '−26,00 ₺'],
    ['−1.000,00 ₺', '−1.026,00 ₺'],
    ['974,00 ₺', '1.000,00 ₺'],
  ]);
  assert.deepEqual(messages, []);
});

test('a lower limit holds at once, a higher one says that it takes two and waits', async (t) => {
  const desk = await openDesk(t);
  const { page } = await atPartner(t, desk, 'limits');
  const most = async (): Promise<string | null> => {
    const { rows } = await desk.owner.query<{ most: string | null }>(
      'select deposit_max_cents::text as most from partner where id = $1',
      [desk.morning.partnerId],
    );
    return rows[0]?.most ?? null;
  };
  const open = async (amount: string): Promise<void> => {
    await page.getByRole('button', { name: 'Değiştir: Yatırım limitleri' }).click();
    await page.getByRole('dialog').getByLabel('En yüksek').fill(amount);
  };
  await open('4.000');
  await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click();
  await page.getByText('güncellendi.').waitFor();
  assert.equal(await most(), '400000');
  await open('9.000');
  await page.getByText(/ikinci bir kişi onaylayınca/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'İkinci onaya gönder' }).click();
  await page.getByText(/onaylanana kadar hiçbir şey değişmez/).waitFor();
  await page.getByText('Onay bekleyen değişiklik:').waitFor();
  assert.equal(await most(), '400000');
});

test('a secret is shown once, kept as .env, and gone with its window', async (t) => {
  const desk = await openDesk(t);
  const { page } = await atPartner(t, desk, 'endpoints');
  await page.getByRole('button', { name: 'Adres ekle' }).click();
  await page.getByLabel('Adres', { exact: true }).fill('http://localhost:4999/hooks');
  await page.getByRole('dialog').getByRole('button', { name: 'Adres ekle' }).click();
  const told = page.getByRole('dialog', { name: /Yeni anahtarlar/ });
  const secret = await told.locator('code').innerText();
  assert.match(secret, /^whsec_/);
  const saving = page.waitForEvent('download');
  await told.getByRole('button', { name: 'vezne.env olarak indir' }).click();
  const saved = await saving;
  // A name that begins with a dot is hidden, or changed by the browser.
  assert.equal(saved.suggestedFilename(), 'vezne.env');
  assert.equal(readFileSync(await saved.path(), 'utf8'), `VEZNE_WEBHOOK_SECRET=${secret}\n`);
  await page.keyboard.press('Escape');
  assert.ok(await told.isVisible(), 'nobody loses it by a key');
  await told.getByLabel('Güvenli bir yere kaydettim').check();
  await told.getByRole('button', { name: 'Kapat' }).click();
  await told.waitFor({ state: 'detached' });
  assert.ok(!(await page.content()).includes(secret));
  await page.reload();
  await page.getByText('localhost:4999/hooks').waitFor();
  assert.ok(!(await page.content()).includes(secret));
});

test('revoking the last key says what stops', async (t) => {
  const desk = await openDesk(t);
  const { page } = await atPartner(t, desk, 'credentials');
  await page.getByRole('button', { name: /^İptal et:/ }).click();
  await page.getByText(/çalışan son anahtar: iki saniye içinde bütün istekleri 401 alır/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'İptal et' }).click();
  await page.getByText('Anahtar iptal edildi.').waitFor();
  const { rows } = await desk.owner.query(
    `select count(*)::int4 as live from credential where partner_id = $1 and revoked_at is null`,
    [desk.morning.partnerId],
  );
  assert.deepEqual(rows, [{ live: 0 }]);
});

test('somebody of a partner is invited by two, and one of ours looks as the partner by a link that needs a reason', async (t) => {
  const desk = await openDesk(t);
  const { page, messages } = await atPartner(t, desk, 'people');
  await page.getByText('Portala girebilen kimse yok').waitFor();
  await page.getByRole('button', { name: 'Kişi davet et' }).click();
  const window = page.getByRole('dialog');
  await window.getByLabel('Ad soyad').fill('Selin Aksoy');
  await window.getByLabel('E-posta adresi').fill('Selin@MaviOyun.example');
  await window.getByRole('button', { name: 'İkinci onaya gönder' }).click();
  await page.getByText(/onaylanana kadar hiçbir şey değişmez/).waitFor();
  await page
    .getByText(/Portala kişi davet et/)
    .first()
    .waitFor();
  const { rows } = await desk.owner.query<{ after: unknown }>(
    `select after from second_person_request where action = 'partner_person.invite'`,
  );
  assert.deepEqual(rows[0]?.after, {
    email: 'selin@mavioyun.example',
    name: 'Selin Aksoy',
    portalRoles: ['owner'],
  });
  await page.getByRole('button', { name: 'Partner gözüyle bak' }).click();
  const get = window.getByRole('button', { name: 'Bağlantıyı al' });
  assert.equal(await get.isDisabled(), true, 'a reason comes first');
  await window.getByLabel('Neden').fill('Bir ödemeyi bulamıyorlar');
  await get.click();
  const link = window.getByRole('link', { name: 'Portalı aç' });
  assert.match((await link.getAttribute('href')) ?? '', /^https:\/\/portal\.example\/look#[\w-]{43}$/);
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
  assert.deepEqual(messages, []);
});

test('whoever looks as a partner long after they came in is asked for their proof, and then has the link', async (t) => {
  const desk = await openDesk(t);
  const { page, person } = await atPartner(t, desk, 'people');
  await desk.owner.query('update staff_session set step_up_at = null, step_up_began_at = null');
  await page.getByRole('button', { name: 'Partner gözüyle bak' }).click();
  await page.getByLabel('Neden').fill('Bir ödemeyi bulamıyorlar');
  await page.getByRole('button', { name: 'Bağlantıyı al' }).click();
  await page.getByLabel('Parola', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Portalı aç' }).waitFor();
});
