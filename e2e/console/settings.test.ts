import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atTheQueue, openDesk } from './desk.ts';
import type { RunningConsole } from './console.ts';

interface InForce {
  deposits: boolean;
  withdrawals: boolean;
  least: string;
  most: string;
}

async function inForce({ owner }: RunningConsole): Promise<InForce> {
  const { rows } = await owner.query<InForce>(
    `select deposits_paused as deposits, withdrawals_paused as withdrawals, deposit_min_cents::text as least,
       deposit_max_cents::text as most from platform_settings order by version desc limit 1`,
  );
  assert.ok(rows[0] !== undefined);
  return rows[0];
}

test('the platform stops once the word is typed and not before, and a senior operator lets it go on', async (t) => {
  const desk = await openDesk(t);
  const { page } = await atTheQueue(t, desk);
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.waitForURL(/\/settings$/);
  await page.getByRole('button', { name: 'Platformu duraklat' }).click();
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: 'Platformu duraklat' });
  const word = dialog.getByLabel('Onaylamak için DURAKLAT yazın');
  await word.waitFor();
  assert.ok(await act.isDisabled());
  await word.fill('durakla');
  await page.keyboard.press('Enter');
  assert.ok(await act.isDisabled());
  assert.equal((await inForce(desk)).deposits, false);
  await dialog.getByLabel('Yeni çekimler').uncheck();
  await word.fill('duraklat');
  await word.press('Enter');
  await page.getByText('Platform duraklatıldı.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const stopped = await inForce(desk);
  assert.deepEqual([stopped.deposits, stopped.withdrawals], [true, false]);
  await page.getByText('Yatırımlar duraklatıldı').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Platformu devam ettir' }).count(), 0);

  const senior = await atTheQueue(t, desk, { roles: ['senior_operator'] });
  await senior.page.goto(`${desk.url}/settings`);
  await senior.page.getByRole('button', { name: 'Platformu devam ettir' }).click();
  await senior.page.getByLabel('Onaylamak için DEVAM yazın').fill('devam');
  await senior.page.keyboard.press('Enter');
  await senior.page.getByText('Platform için duraklatma kaldırıldı.').waitFor();
  assert.equal((await inForce(desk)).deposits, false);
});

test('a narrower limit is saved by one press, a wider one is asked for, and a version shows only what differs', async (t) => {
  const desk = await openDesk(t);
  const { page, person } = await atTheQueue(t, desk, { roles: ['administrator'] });
  await page.goto(`${desk.url}/settings`);
  const open = page.getByRole('button', { name: 'Değiştir: Yatırım limitleri' });
  await open.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('En düşük yatırım').fill('100');
  await dialog.getByRole('button', { name: 'Kaydet' }).click();
  await page.getByText('Limitler değiştirildi.').waitFor();
  assert.equal((await inForce(desk)).least, '10000');

  await open.click();
  await dialog.getByLabel('En yüksek yatırım').fill('900.000,00');
  await dialog.getByText(/ikinci bir kişi onaylayınca/).waitFor();
  await dialog.getByRole('button', { name: 'İkinci onaya gönder' }).click();
  await page.getByRole('list', { name: 'Onay bekleyen değişiklik:' }).getByRole('listitem').waitFor();
  assert.equal((await inForce(desk)).most, '50000000', 'alone, nothing changes');
  const { rows } = await desk.owner.query<{ action: string }>('select action from second_person_request');
  assert.deepEqual(rows, [{ action: 'limits.set' }]);

  await page.getByRole('link', { name: 'Sürümler' }).click();
  const newest = page.locator('main section').first();
  await newest.getByText(person.handle).waitFor();
  assert.deepEqual(await newest.locator('tbody tr').allInnerTexts(), ['En düşük yatırım\t50,00 ₺\t100,00 ₺']);
});
