import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turkishIban } from '../../server/test/harness/factories.ts';
import { atTheQueue, openDesk, rowsOf } from './desk.ts';

const SENIOR = { roles: ['senior_operator' as const] };

test('by keyboard: a player is blocked at once, and unblocked by two', async (t) => {
  const desk = await openDesk(t);
  const { rows: partners } = await desk.owner.query<{ id: string; name: string }>(
    'select id, name from partner limit 1',
  );
  const { page } = await atTheQueue(t, desk, SENIOR);
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await page.getByText('Engellenen yok').waitFor();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: 'Engelle' });
  await dialog.getByLabel('Partner').selectOption({ label: partners[0]?.name ?? '' });
  await dialog.getByLabel('Oyuncu numarası').fill('u-771204');
  assert.ok(await act.isDisabled(), 'not without a reason');
  await dialog.getByLabel('Gerekçe').fill('Ters ibraz.');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await rowsOf(page).getByText('Oyuncu u-771204').waitFor();

  await page.getByRole('grid').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary').getByText('Ters ibraz.').waitFor();
  await page.keyboard.press('r');
  await dialog.getByRole('button', { name: 'İkinci onaya gönder' }).click();
  await page.getByRole('complementary').getByText('Kaldırma isteği ikinci kişiyi bekliyor.').waitFor();
  await rowsOf(page).getByText('Kaldırma onayda').waitFor();
  const { rows } = await desk.owner.query('select ended_at from blocked_party');
  assert.deepEqual(rows, [{ ended_at: null }]);
});

test('a whole IBAN is in the page only while it is typed', async (t) => {
  const desk = await openDesk(t);
  const { page } = await atTheQueue(t, desk, SENIOR);
  const iban = turkishIban(4_711);
  await page.goto(`${desk.url}/blocks`);
  await page.getByRole('button', { name: 'Engelle', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('IBAN', { exact: true }).check();
  const field = dialog.getByRole('textbox', { name: 'IBAN' });
  await field.fill(`${iban.slice(0, -1)}${(Number(iban.slice(-1)) + 1) % 10}`);
  await dialog.getByText('Geçerli bir IBAN değil; haneleri denetleyin.').waitFor();
  await field.fill(iban);
  await dialog.getByLabel('Gerekçe').fill(`Banka bildirdi: ${iban}`);
  await dialog.getByLabel('7 gün').check();
  await dialog.getByRole('button', { name: 'Engelle' }).click();
  await rowsOf(page).first().click();
  await page
    .getByRole('complementary')
    .getByText(/Banka bildirdi/)
    .waitFor();
  assert.ok(!(await page.content()).replaceAll(/\s/g, '').includes(iban));
});
