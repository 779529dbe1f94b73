import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { askForApproval } from './ask.ts';
import { atTheQueue, openDesk, statusOf } from './desk.ts';
import { resize } from '../signed-in/place.ts';

/** Which calls for somebody, in the navigation. */
const badge = (page: Page): Locator =>
  page.getByRole('navigation').getByRole('link', { name: /İkinci onay \d+/ });

/** On a phone nobody confirms what they read half of. */
async function assertWholeOnPhone(page: Page, text: Locator): Promise<void> {
  const before = page.viewportSize();
  await resize(page, { width: 390, height: 844 });
  const [needs, has] = await text.evaluate((place) => [place.scrollWidth, place.clientWidth] as const);
  assert.ok(needs <= has, `${needs} of ${has} px`);
  if (before !== null) await resize(page, before);
}

test('two people: the badge calls the second at once, and what they confirm is done', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.waiting({ amountCents: 6_000_000n });
  const asker = await atTheQueue(t, desk, { name: 'Elif Demir' });
  const second = await atTheQueue(t, desk, { name: 'Murat Şen' });
  const requestId = await askForApproval(asker.page, id, '60000.00');
  await badge(second.page).waitFor({ timeout: 3_000 });
  assert.equal(await badge(asker.page).count(), 0, 'whoever asked is not called');
  await second.page.keyboard.press('g');
  await second.page.keyboard.press('i');
  await second.page.waitForURL('**/requests');
  await second.page.getByRole('button', { name: /Yatırımı onayla/ }).waitFor();
  await second.page.keyboard.press('j');
  await second.page.waitForURL(`**/requests/${requestId}`);
  const title = second.page.getByRole('heading', { level: 2, name: 'Yatırımı onayla: 60.000,00' });
  await title.waitFor();
  await assertWholeOnPhone(second.page, title);
  await second.page.getByText('Partner bakiyesine', { exact: true }).waitFor();
  await second.page.getByText('“Bankada görüldü”').waitFor();
  // Their own proof is over: it is asked for again, and only then is anything done.
  await desk.owner.query('update staff_session set step_up_at = null, step_up_began_at = null');
  await second.page.keyboard.press('a');
  await second.page.getByRole('dialog').waitFor();
  await second.page.keyboard.press('Enter');
  await second.page.getByLabel('Parola', { exact: true }).fill(second.person.password);
  assert.equal(await statusOf(desk, id), 'waiting_confirmation');
  await second.page.keyboard.press('Enter');
  await second.page.getByText(/Onaylandı ve uygulandı/).waitFor();
  assert.equal(await statusOf(desk, id), 'approved');
  await badge(second.page).waitFor({ state: 'detached', timeout: 3_000 });
  assert.deepEqual([asker.messages, second.messages.filter((text) => !text.includes('403'))], [[], []]);
});

test('a request is declined with a reason that the asker reads, and taken back by the asker alone', async (t) => {
  const desk = await openDesk(t);
  const [id, other] = [
    await desk.morning.waiting({ amountCents: 6_000_000n }),
    await desk.morning.waiting({ amountCents: 7_000_000n }),
  ];
  const asker = await atTheQueue(t, desk, { name: 'Elif Demir' });
  const second = await atTheQueue(t, desk, { name: 'Murat Şen' });
  const declined = await askForApproval(asker.page, id, '60000.00');
  await second.page.goto(`${desk.url}/requests/${declined}`);
  await second.page.getByRole('button', { name: 'Geri çevir' }).waitFor();
  await second.page.keyboard.press('r');
  const sheet = second.page.getByRole('dialog');
  await sheet.getByLabel('Neden').waitFor();
  await second.page.keyboard.press('Enter');
  await sheet.getByText('Nedenini yazın.').waitFor();
  await sheet.getByLabel('Neden').fill('Gönderen başka biri');
  await second.page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'detached' });
  await asker.page.goto(`${desk.url}/requests/${declined}?tab=mine`);
  await asker.page.getByText('“Gönderen başka biri”').waitFor();
  await asker.page.goto(`${desk.url}/deposits/${id}`);
  const deposit = asker.page.getByRole('complementary', { name: 'Karar' });
  await deposit.getByText(/ geri çevirdi$/).waitFor();
  assert.equal(
    await deposit.getByText('“Gönderen başka biri”').count(),
    2,
    'beside the decision, and in what happened',
  );
  const own = await askForApproval(asker.page, other, '70000.00');
  await asker.page.goto(`${desk.url}/requests/${own}?tab=mine`);
  await asker.page.getByText('Bu sizin isteğiniz; başkasının onayını bekliyor.').first().waitFor();
  assert.equal(await asker.page.getByRole('button', { name: 'Doğrula ve onayla' }).count(), 0);
  await asker.page.getByRole('button', { name: 'İsteği geri al' }).click();
  await asker.page.getByRole('dialog').waitFor();
  await asker.page.keyboard.press('Enter');
  await asker.page.getByText(/Geri alındı:/).waitFor();
  assert.equal(await statusOf(desk, other), 'waiting_confirmation');
});
