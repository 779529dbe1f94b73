import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { insertBankAccount, turkishIban } from '../../server/test/harness/factories.ts';
import { insertOpenDeposits } from '../../server/test/usecases/bank-accounts/open-deposits.ts';
import { lookAtFrozenAccounts } from '../../server/src/jobs/frozen-accounts/look.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';
import { openConsole } from './console.ts';
import { atTheQueue, openDesk, rowsOf } from './desk.ts';
import { openMorning } from './morning.ts';

test('an administrator asks for an account by keyboard; it is there when a second one has confirmed', async (t) => {
  const desk = await openDesk(t);
  const { page, messages } = await atTheQueue(t, desk, { roles: ['administrator'] });
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.waitForURL('**/bank-accounts');
  await rowsOf(page).first().waitFor();
  const before = await rowsOf(page).count();
  await page.getByRole('button', { name: 'Hesap ekle' }).click();
  const dialog = page.getByRole('dialog');
  const ask = dialog.getByRole('button', { name: 'İkinci onaya gönder' });
  assert.ok(await ask.isDisabled(), 'nothing is typed yet');
  await dialog.getByLabel('Banka', { exact: true }).fill('Garanti BBVA');
  await dialog.getByLabel('Hesap sahibi').fill('Vezne Ödeme A.Ş.');
  await dialog.getByLabel('IBAN').fill('TR00 0006 1005 1978 6457 8413 26');
  await dialog.getByText('Geçerli bir Türkiye IBAN’ı değil', { exact: false }).waitFor();
  const iban = turkishIban(4_512);
  await dialog.getByLabel('IBAN').fill(iban);
  await dialog.getByLabel('Günlük limit').fill('250.000');
  await page.keyboard.press('Enter');
  await page.getByText('İkinci onaya gönderildi').waitFor();
  assert.equal(await rowsOf(page).count(), before, 'one person alone adds nothing');
  await page.getByText(/Garanti BBVA •• 4512/).waitFor();

  const second = await atTheQueue(t, desk, { roles: ['administrator'] });
  await page.getByRole('link', { name: 'İsteği aç' }).click();
  await page.waitForURL('**/requests/*');
  await second.page.goto(page.url());
  await second.page.getByRole('button', { name: 'Doğrula ve onayla' }).waitFor();
  await second.page.keyboard.press('a');
  await second.page.getByRole('dialog').waitFor();
  await second.page.keyboard.press('Enter');
  await second.page.getByText('Onaylandı ve uygulandı', { exact: false }).waitFor();
  await second.page.getByRole('link', { name: /^Garanti BBVA/ }).click();
  await second.page.getByRole('heading', { level: 1, name: /Garanti BBVA/ }).waitFor();
  await second.page.goto(`${desk.url}/bank-accounts`);
  await rowsOf(second.page).filter({ hasText: 'Garanti BBVA' }).getByText('Kapalı').waitFor();
  assert.deepEqual(messages, []);
});

test('entries of a period, and the same as a file', async (t) => {
  const desk = await openDesk(t);
  await desk.morning.approved({ username: 'ayseisik' });
  const { page, messages } = await atTheQueue(t, desk, { roles: ['administrator'] });
  const { rows } = await desk.owner.query<{ id: string }>(
    `select bank_account_id as id from ledger_account where kind = 'bank' and entry_count > 0 limit 1`,
  );
  const [account] = rows;
  assert.ok(account !== undefined);
  await page.goto(`${desk.url}/bank-accounts/${account.id}`);
  const box = page.getByRole('region', { name: 'Hareketler' });
  await box.locator('tbody tr').first().waitFor();
  const all = await box.locator('tbody tr').count();
  await box.getByLabel('Son gün').fill('2021-01-01');
  await box.getByText('Bu dönemde hareket yok').waitFor();
  await page.waitForURL(/to=2021-01-01/);
  await box.getByRole('button', { name: /Filtreyi kaldır/ }).click();
  await box.getByRole('button', { name: 'Her zaman' }).click();
  await box.getByRole('menuitem', { name: 'Son 30 gün' }).click();
  await box.locator('tbody tr').first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    box.getByRole('link', { name: 'CSV' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  assert.equal(text.trim().split('\r\n').length, 1 + all);
  assert.deepEqual(messages, []);
});

test('a lower cap holds at once, and a higher one waits; the dialog says which before the press', async (t) => {
  const desk = await openDesk(t);
  const { id } = await insertBankAccount(desk.owner, { dailyCapCents: 1_000_000n });
  const { page } = await atTheQueue(t, desk, { roles: ['administrator'] });
  await page.goto(`${desk.url}/bank-accounts/${id}`);
  const capOf = async (): Promise<unknown> =>
    (await desk.owner.query('select daily_cap_cents as cap from bank_account where id = $1', [id])).rows[0];
  await page.getByRole('button', { name: 'Değiştir: Günlük limit' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Günlük limit');
  await field.fill('20.000');
  await dialog.getByRole('button', { name: 'İkinci onaya gönder' }).waitFor();
  await field.fill('5.000');
  await dialog.getByRole('button', { name: 'Kaydet' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await capOf(), { cap: 500_000n });
  await page.getByRole('button', { name: 'Değiştir: Günlük limit' }).click();
  await field.fill('');
  await dialog.getByRole('button', { name: 'İkinci onaya gönder' }).click();
  await page.getByText('Onay bekleyen değişiklik:').waitFor();
  assert.deepEqual(await capOf(), { cap: 500_000n });
});

test('an operator freezes: the dialog says what moves where, then how far the worker is', async (t) => {
  const database = await createTestDatabase(t);
  const running = await openConsole(t, { database, environment: 'development' });
  const { owner } = running;
  const { partnerId } = await openMorning(owner);
  await owner.query(`update bank_account set status = 'disabled'`);
  const [frozen, target] = [await insertBankAccount(owner), await insertBankAccount(owner)];
  await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen.id, count: 7 });
  const { page, messages } = await atTheQueue(t, running);
  await page.goto(`${running.url}/bank-accounts/${frozen.id}`);
  await page.getByText('Hareketleri finans, kıdemli operatör', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Dondur', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('7 açık yatırım taşınır').waitFor();
  await dialog.getByRole('row', { name: new RegExp(`${target.iban.slice(-4)}.*7.*7\\.000,00`) }).waitFor();
  await dialog.getByLabel('Neden').fill('Banka aradı');
  await page.keyboard.press('Enter');
  await dialog.getByText('7 yatırımdan 0 taşındı').waitFor();
  await lookAtFrozenAccounts({ pool: database.pool('vezne_worker'), log: silentLog });
  await dialog.getByText('7 yatırımdan 7 taşındı').waitFor();
  assert.equal(await dialog.locator('button:focus').count(), 1, 'the focus is on the button that closes it');
  await page.keyboard.press('Escape');
  await page.getByText('Donduruldu', { exact: true }).first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Dondur', exact: true }).count(), 0);
  const { rows } = await owner.query<{ reason: string }>(
    `select details ->> 'reason' as reason from audit_entry where action = 'bank_account.freeze'`,
  );
  assert.deepEqual(rows, [{ reason: 'Banka aradı' }]);
  assert.deepEqual(messages, []);
});
