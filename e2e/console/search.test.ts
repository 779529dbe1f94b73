import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayCode } from '@vezne/domain/written';
import type { Locator, Page, Request } from 'playwright-core';
import { notePlayerNames } from '../../server/src/usecases/search/note-player-names.ts';
import { insertRow, withdrawalRow } from '../../server/test/db/rows/valid-rows.ts';
import { turkishIban } from '../../server/test/harness/factories.ts';
import { atTheQueue, idle, openDesk } from './desk.ts';
import { codeOfNumber } from './morning.ts';

async function openSearch(page: Page, text: string, key = 's'): Promise<Locator> {
  await page.keyboard.press(key);
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill(text);
  return palette;
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('everything is found from one field: name, user name, amount, reference, IBAN, and where nothing was found is said', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.waiting({
    name: 'Çağla Özgür',
    username: 'cagla77',
    amountCents: 123_400n,
    reference: 'MO-88213',
  });
  const iban = turkishIban(4_242);
  const payout = {
    ...withdrawalRow({ partner: { id: desk.morning.partnerId } }),
    customer_id: 'payee',
    customer_full_name: 'Tolga Arslan',
    external_reference: 'MO-W-1',
    payout_iban: iban,
  };
  await insertRow(desk.owner, 'transaction', payout);
  await notePlayerNames(desk.owner, { nowMs: Date.now() });
  const { page, messages } = await atTheQueue(t, desk);
  const option = (name: string): Locator => page.getByRole('option').filter({ hasText: name });

  for (const [text, group] of [
    ['ozgur çağ', 'Oyuncunun adı'],
    ['CAGLA77', 'Kullanıcı adı'],
    ['1.234,00', 'Tutar'],
    ['MO-88213', 'Partnerin numarası'],
  ] as const) {
    await openSearch(page, text, '/');
    await option('Çağla Özgür').waitFor();
    await page.getByRole('group', { name: group }).waitFor();
    assert.equal(await page.getByRole('option').count(), 1, text);
    await close(page);
  }

  await openSearch(page, 'ozgur');
  await option('Çağla Özgür').waitFor();
  await page.getByText('Şunlarda bulunamadı: Partnerin numarası, Oyuncu numarası, Kullanıcı adı').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/deposits/${id}`);

  // A payout by where it goes; its IBAN is not in the answer.
  const answers: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/search')) void response.text().then((text) => answers.push(text));
  });
  await openSearch(page, iban.replace(/(.{4})(?=.)/g, '$1 '));
  await option('Tolga Arslan').waitFor();
  await page.getByText('IBAN gibi görünüyor').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/withdrawals/${payout['id' as keyof typeof payout]}`);
  assert.ok(answers.length > 0 && answers.every((text) => !text.replaceAll(' ', '').includes(iban)));
  assert.deepEqual(messages, []);
});

test('a guess is shown with what differs, and a blind Enter opens neither it nor one of many', async (t) => {
  const desk = await openDesk(t);
  const code = codeOfNumber(21);
  const id = await desk.morning.approved({ code, name: 'Tolga Arslan' });
  const many = [
    await desk.morning.waiting({ amountCents: 77_700n }),
    await desk.morning.waiting({ amountCents: 77_700n }),
  ];
  const { page } = await atTheQueue(t, desk);
  // The answer takes a while, and Enter comes before it.
  await page.route('**/api/search', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  for (const [text, wait] of [
    [code.slice(1), 'Bu kod yok. Bunu mu demek istediniz?'],
    ['777,00', 'Tutar gibi görünüyor'],
  ] as const) {
    await openSearch(page, text);
    await page.keyboard.press('Enter');
    await page.getByText(wait).waitFor();
    await page.getByRole('option').first().waitFor();
    await idle(page);
    // Whatever is opened closes the search first.
    assert.equal(await page.getByRole('dialog').count(), 1, 'somebody has to look first');
    await close(page);
    assert.equal(new URL(page.url()).pathname, '/deposits', text);
  }
  assert.equal(many.length, 2);
  // The code itself is no guess: Enter may come first.
  await openSearch(page, displayCode(code).toLowerCase());
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/deposits/${id}`);
});

test('the search says when nothing is found and when it can’t look, and drops an answer to a text that is gone', async (t) => {
  const desk = await openDesk(t);
  await desk.morning.waiting({ reference: 'FIRST-1', name: 'Birinci Kişi' });
  await desk.morning.waiting({ reference: 'SECOND-2', name: 'İkinci Kişi' });
  const { page } = await atTheQueue(t, desk);
  await openSearch(page, 'yok boyle bir sey');
  await page.getByText(/ile eşleşen işlem, sayfa ya da komut yok/).waitFor();
  await close(page);

  const { promise: isLet, resolve: letThrough } = Promise.withResolvers<void>();
  const isFirst = (request: Request): boolean =>
    request.url().endsWith('/api/search') && request.postData() === JSON.stringify({ text: 'FIRST-1' });
  await page.route('**/api/search', async (route) => {
    if (isFirst(route.request())) await isLet;
    await route.continue().catch(() => undefined);
  });
  // It is answered, or the page no longer wants to know.
  const ended = Promise.any([
    page.waitForEvent('requestfinished', isFirst),
    page.waitForEvent('requestfailed', isFirst),
  ]);
  const asked = page.waitForRequest(isFirst);
  const palette = await openSearch(page, 'FIRST-1');
  await asked;
  await palette.getByRole('combobox').fill('SECOND-2');
  await palette.getByText('İkinci Kişi').waitFor();
  letThrough();
  await ended;
  await idle(page);
  assert.equal(await palette.getByText('Birinci Kişi').count(), 0);
  await close(page);

  await page.route('**/api/search', async (route) => await route.abort());
  await openSearch(page, 'THIRD-3');
  await page.getByText('İşlemler şu anda aranamıyor. Yeniden deneyin.').waitFor();
});
