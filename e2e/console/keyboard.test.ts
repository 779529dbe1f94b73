import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPerson } from '../../server/test/harness/staff.ts';
import { openBrowser } from '../browser.ts';
import { tabTo } from '../hosted-page/keyboard.ts';
import { openConsole, openConsolePage, signIn } from './console.ts';

test('one finds every page by keyboard, and no key acts behind an open layer or counts twice', async (t) => {
  const { url, owner } = await openConsole(t, { environment: 'development' });
  const person = await insertPerson(owner, { factors: 'none', roles: ['administrator'] });
  const { page } = await openConsolePage(await openBrowser(t));
  await signIn(page, url, person, { hasTotp: false });
  const title = page.getByRole('heading', { level: 1 });
  const seen = async (name: string): Promise<void> => await title.filter({ hasText: name }).waitFor();
  const dialogs = page.getByRole('dialog');

  await seen('Genel bakış');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await seen('Profil');

  // A Turkish keyboard writes / with Shift and 7.
  await page.evaluate(
    `document.dispatchEvent(new KeyboardEvent('keydown', { key: '/', code: 'Digit7', shiftKey: true, bubbles: true }))`,
  );
  await dialogs.waitFor();
  await page.keyboard.type('oturum');
  await page.keyboard.press('Enter');
  await seen('Oturumlar');
  assert.equal(await dialogs.count(), 0);

  await page.keyboard.press('?');
  await dialogs.waitFor();
  const helped = (await dialogs.getByRole('listitem').allInnerTexts()).map((line) =>
    line.replaceAll(/\s+/g, ' '),
  );
  for (const line of ['Ara ve git S ya da / ya da Ctrl + K', 'Tuş listesini aç ?', 'Profil G sonra P'])
    assert.ok(helped.includes(line), `${line} in ${helped.join('; ')}`);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  assert.equal(new URL(page.url()).pathname, '/sessions', 'the help lies over the page');
  await page.keyboard.press('Escape');
  await dialogs.waitFor({ state: 'detached' });

  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await seen('Parçalar');
  // A held key: one press and its repetitions.
  await page.keyboard.down('j');
  await page.keyboard.down('j');
  await page.keyboard.down('j');
  await page.keyboard.up('j');
  const grid = page.getByRole('grid', { name: 'Satırlar', exact: true });
  const row = async (): Promise<string | null> => {
    const id = await grid.getAttribute('aria-activedescendant');
    return await page.locator(`[id="${id}"]`).getAttribute('aria-rowindex');
  };
  assert.equal(await row(), '2', 'the first row, below the head');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  assert.equal(await row(), '3');
  await grid.focus();
  await page.keyboard.press('End');
  assert.equal(await row(), '201', 'the last row is drawn when one gets there');
  assert.ok((await grid.getByRole('row').count()) < 60, 'only what is seen is in the page');
});

test('every stop of the Tab key shows where it is', async (t) => {
  const { url, owner } = await openConsole(t, { environment: 'development' });
  const person = await insertPerson(owner, { factors: 'none' });
  const { page } = await openConsolePage(await openBrowser(t));
  await signIn(page, url, person, { hasTotp: false });
  await page.goto(`${url}/profile`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await tabTo(page, 'section header button');
});
