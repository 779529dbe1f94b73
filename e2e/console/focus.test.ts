import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { insertPerson } from '../../server/test/harness/staff.ts';
import type { TestPerson } from '../../server/test/harness/staff.ts';
import { openBrowser } from '../browser.ts';
import { openConsole, openConsolePage, signIn } from './console.ts';

/** A dialog gives the focus back a moment after it has gone. */
async function assertFocus(part: Locator, what: string): Promise<void> {
  const hasFocus = async (): Promise<boolean> =>
    await part.evaluate((element: { ownerDocument: { activeElement: unknown } }) =>
      Object.is(element.ownerDocument.activeElement, element),
    );
  for (let tries = 0; tries < 20 && !(await hasFocus()); tries += 1) await part.page().waitForTimeout(50);
  assert.ok(await hasFocus(), what);
}

async function openProfile(t: TestContext): Promise<{ page: Page; person: TestPerson }> {
  const { url, owner } = await openConsole(t, { environment: 'development' });
  const person = await insertPerson(owner, { factors: 'none' });
  const { page } = await openConsolePage(await openBrowser(t));
  await signIn(page, url, person, { hasTotp: false });
  await page.goto(`${url}/profile`);
  await page.getByText('Belirlendi').waitFor();
  return { page, person };
}

test('Escape gives the focus back to what opened the dialog, also from the menu and one over another', async (t) => {
  const { page } = await openProfile(t);
  const dialogs = page.getByRole('dialog');
  const change = page.getByRole('button', { name: 'Parolayı değiştir' });
  await change.click();
  await dialogs.waitFor();
  await page.keyboard.press('Escape');
  await assertFocus(change, 'the button of the box');

  const search = page.getByRole('button', { name: 'Ara', exact: true });
  await search.click();
  await page.getByRole('combobox').fill('tüm tuşlar');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Tuşlar' }).waitFor();
  await page.keyboard.press('Escape');
  await assertFocus(search, 'what opened the palette, from which the help was opened');

  const menu = page.getByTitle('Hesap ve görünüm');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Tüm tuşlar' }).click();
  await page.getByRole('dialog', { name: 'Tuşlar' }).waitFor();
  await page.keyboard.press('Escape');
  await assertFocus(menu, 'the button of the menu, for its item is gone');

  await page.getByRole('button', { name: 'Anahtar ekle' }).click();
  const name = page.getByLabel('Anahtarın adı');
  await name.fill('Telefonum');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Siz olduğunuzu doğrulayın' }).waitFor();
  await page.keyboard.press('Escape');
  await assertFocus(name, 'the field of the dialog below');
  await page.keyboard.press('Escape');
  await assertFocus(page.getByRole('button', { name: 'Anahtar ekle' }), 'the button of the page');

  const addApp = page.getByRole('button', { name: 'Uygulama kur' });
  await addApp.click();
  await page.getByRole('dialog', { name: 'Siz olduğunuzu doğrulayın' }).waitFor();
  await page.keyboard.press('Escape');
  await dialogs.first().waitFor({ state: 'detached' });
  await assertFocus(addApp, 'the button of the page, for without a proof there is nothing to set up');
});

test('after a refusal the focus is in the field that is wrong', async (t) => {
  const { page, person } = await openProfile(t);
  await page.getByRole('button', { name: 'Uygulama kur' }).click();
  const proof = page.getByRole('dialog', { name: 'Siz olduğunuzu doğrulayın' });
  const password = proof.getByLabel('Parola', { exact: true });
  await password.fill('not the password');
  await proof.getByRole('button', { name: 'Doğrula' }).click();
  await proof.getByText('Parolanız bu değil. Yeniden yazın.').waitFor();
  await assertFocus(password, 'the password');
  assert.equal(await password.inputValue(), '');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await proof.waitFor({ state: 'detached' });
});

test('an empty form says once what is missing, at the first field, and the focus is there', async (t) => {
  const { page, person } = await openProfile(t);
  await page.getByRole('button', { name: 'Parolayı değiştir' }).click();
  const form = page.getByRole('dialog');
  const act = form.getByRole('button', { name: 'Parolayı değiştir' });
  for (let times = 0; times < 2; times += 1) {
    await act.click();
    await assertFocus(form.getByLabel('Şimdiki parola'), 'the first field, also when it is sent again');
  }
  await form.getByText('Şimdiki parolanızı yazın.').waitFor();
  await form.getByLabel('Şimdiki parola').fill(person.password);
  await act.click();
  await assertFocus(form.getByLabel('Yeni parola', { exact: true }), 'the next one');
  assert.equal(await form.getByText('En az 12 karakter').count(), 1);
});
