import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPerson } from '../../server/test/harness/staff.ts';
import { openBrowser } from '../browser.ts';
import { openConsole, openConsolePage, signIn } from './console.ts';
import { resize } from '../signed-in/place.ts';

test('that it is a trial is seen at every width', async (t) => {
  const { url, owner } = await openConsole(t, { environment: 'development' });
  const person = await insertPerson(owner, { factors: 'none' });
  const { page } = await openConsolePage(await openBrowser(t));
  await signIn(page, url, person, { hasTotp: false });
  for (const width of [1440, 1280, 390]) {
    await resize(page, { width, height: 844 });
    assert.ok(await page.getByRole('navigation').getByText('Deneme').isVisible(), String(width));
  }
});

test('a toast leaves what stands in the navigation in reach', async (t) => {
  const { url, owner } = await openConsole(t, { environment: 'development' });
  const person = await insertPerson(owner, { factors: 'none' });
  const { page } = await openConsolePage(await openBrowser(t));
  await signIn(page, url, person, { hasTotp: false });
  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Parolayı değiştir' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Şimdiki parola').fill(person.password);
  await form.getByLabel('Yeni parola', { exact: true }).fill('mavi kapı yeşil orman');
  await form.getByLabel('Yeni parola, bir kez daha').fill('mavi kapı yeşil orman');
  await page.keyboard.press('Enter');
  const toast = page.getByText('Parolanız değişti; öteki oturumlarınız kapandı');
  await toast.waitFor();
  for (const width of [1440, 1280, 390]) {
    await resize(page, { width, height: 844 });
    const [bar, box] = [await page.getByRole('navigation').boundingBox(), await toast.boundingBox()];
    assert.ok(bar && box && box.x >= bar.x + bar.width && box.x + box.width <= width, String(width));
  }
});

test('operators of a trial are not shown the parts that the console is built of', async (t) => {
  const { url, owner } = await openConsole(t, { environment: 'development' });
  const browser = await openBrowser(t);
  const linksOf = async (role: 'operator' | 'administrator'): Promise<number> => {
    const person = await insertPerson(owner, { factors: 'none', roles: [role] });
    const { page } = await openConsolePage(browser);
    await signIn(page, url, person, { hasTotp: false });
    return await page.getByRole('navigation').getByRole('link', { name: 'Parçalar' }).count();
  };
  assert.equal(await linksOf('operator'), 0);
  assert.equal(await linksOf('administrator'), 1);
});
