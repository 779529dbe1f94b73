import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayCode } from '@vezne/domain/written';
import type { Page } from 'playwright-core';
import { toTransactionId } from '../../server/src/ids.ts';
import { atTheQueue, openDesk, statusOf } from './desk.ts';
import { codeOfNumber } from './morning.ts';

/** As an operator looks for a deposit: the key, what is written on the bank's line, Enter. */
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('s');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test('late money: an expired deposit is found by its code, says why it ended, and its money waits once', async (t) => {
  const desk = await openDesk(t);
  const code = codeOfNumber(7);
  const id = await desk.morning.expired({ code, username: 'ayseisik' });
  const { page, messages } = await atTheQueue(t, desk);
  await search(page, displayCode(code).toLowerCase());
  await page.waitForURL(`**/deposits/${id}`);
  const pane = page.getByRole('complementary');
  await pane.getByText('Yazılmadı: Süresi doldu').waitFor();
  await page.keyboard.press('l');
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  assert.equal(await sheet.getByText('Bu onay iki kişi ister').count(), 0);
  await sheet.getByLabel('Gelen', { exact: true }).fill('5000,01');
  await sheet.getByText('Bu onay iki kişi ister').waitFor();
  await sheet.getByLabel('Gelen', { exact: true }).fill('400');
  await sheet.getByText('Bu onay iki kişi ister').waitFor({ state: 'detached' });
  // No account is chosen for the operator.
  await page.keyboard.press('Enter');
  await sheet.getByRole('alert').waitFor();
  await sheet.getByRole('combobox').selectOption({ index: 1 });
  // The answer is lost after the commit: the same press is sent again, and enters nothing.
  let sent = 0;
  await page.route('**/api/deposits/*/late-money', async (route) => {
    sent += 1;
    if (sent > 1) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await sheet.getByLabel('Gelen', { exact: true }).press('Enter');
  await page.getByText(/geç gelen para kaydedildi/).waitFor();
  assert.equal(sent, 2);
  const { rows } = await desk.owner.query<{ id: string; amount: number }>(
    'select id, amount_cents::int as amount from transaction where original_transaction_id = $1',
    [id],
  );
  assert.deepEqual(
    rows.map(({ amount }) => amount),
    [40_000],
  );
  await page.waitForURL(`**/deposits/${rows[0]?.id}`);
  await pane.getByText('Geç gelen para:').waitFor();
  // It is approved like any other, with what the bank shows.
  await page.keyboard.press('a');
  await page.getByText('Bankadaki sorgu/dekont numarasını yazın.').waitFor();
  await page.getByLabel('Sorgu/dekont no').fill('F-1');
  await page.getByLabel('Bankadaki gönderen').fill('AYSE ISIK');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/onaylandı, 388,00 ₺ yazıldı/).waitFor();
  assert.equal(await statusOf(desk, rows[0]?.id ?? ''), 'approved');
  await page.goto(`${desk.url}/deposits/${id}`);
  await pane.getByText('Sonradan gelenler').waitFor();
  assert.deepEqual(messages, []);
});

test('late money that was refused is named, and never more of it than is open', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.refused({ moneyCents: 95_000n });
  const { page } = await atTheQueue(t, desk);
  await search(page, toTransactionId(id));
  await page.waitForURL(`**/deposits/${id}`);
  await page.getByText(/Reddedilen 950,00 ₺ hâlâ Ziraat Bankası •• \d{4} hesabında duruyor/).waitFor();
  await page.keyboard.press('l');
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  await page.keyboard.press('Enter');
  await sheet.getByText('Hangi para olduğunu seçin: 1 ya da 2.').waitFor();
  await page.keyboard.press('1');
  await sheet.getByText(/yeni bir kayıt yapılmaz/).waitFor();
  assert.equal(await sheet.getByLabel('Gelen', { exact: true }).inputValue(), '950,00');
  await sheet.getByLabel('Gelen', { exact: true }).fill('950,01');
  await page.keyboard.press('Enter');
  await sheet.getByText(/yalnız 950,00 ₺ kaldı/).waitFor();
  await sheet.getByLabel('Gelen', { exact: true }).fill('950');
  await page.keyboard.press('Enter');
  await page.getByText(/geç gelen para kaydedildi/).waitFor();
  const { rows } = await desk.owner.query<{ refused: string }>(
    'select refused_transaction_id as refused from transaction where original_transaction_id = $1',
    [id],
  );
  assert.deepEqual(
    rows.map(({ refused }) => refused),
    [id],
  );
});

test('a correction says what is posted and what the partner hears, waits for two, and shows on the deposit', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.approved({ username: 'ayseisik' });
  const { page, messages } = await atTheQueue(t, desk);
  await page.goto(`${desk.url}/deposits/${id}`);
  await page.getByRole('button', { name: 'Düzeltme iste · iki kişi' }).waitFor();
  await page.keyboard.press('c');
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  await page.keyboard.press('Enter');
  await sheet.getByText('Tutar ve hesap zaten kayıttaki gibi. Birini değiştirin.').waitFor();
  await sheet.getByLabel('Gerçekte gelen').fill('950');
  await sheet
    .getByText(/Ziraat Bankası •• \d{4} −50,00 ₺, Mavi Oyun bakiyesi −48,50 ₺, komisyon −1,50 ₺/)
    .waitFor();
  await sheet.getByText(/Mavi Oyun düzeltme bildirimi almıyor: partneri arayın/).waitFor();
  await page.keyboard.press('Enter');
  await sheet.getByText('Neden yanlış olduğunu kısaca yazın; onaylayacak kişi okur.').waitFor();
  await sheet.getByLabel('Neden yanlış').fill('bir hane fazla yazıldı');
  await page.keyboard.press('Enter');
  await page.getByText(/için düzeltme istendi/).waitFor();
  const pane = page.getByRole('complementary');
  await pane.getByText('1.000,00 ₺ yerine 950,00 ₺.').waitFor();
  await pane.getByText('“bir hane fazla yazıldı”').waitFor();
  assert.equal(await pane.getByRole('button', { name: /Düzeltme ikinci onay bekliyor/ }).isDisabled(), true);
  const { rows } = await desk.owner.query(
    `select r.action, t.status, t.actual_amount_cents::int as actual
     from second_person_request r join transaction t on t.id::text = r.subject_id`,
  );
  assert.deepEqual(rows, [{ action: 'deposit.correct', status: 'approved', actual: 100_000 }]);
  assert.deepEqual(messages, []);
});
