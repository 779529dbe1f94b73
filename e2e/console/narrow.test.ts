import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { insertPerson } from '../../server/test/harness/staff.ts';
import { openBrowser } from '../browser.ts';
import { openConsole, openConsolePage, signIn } from './console.ts';

const PHONE_WIDTH = 390;

/** Seen whole without scrolling sideways. A click of a test would scroll even where people can't. */
async function assertWithinReach(part: Locator): Promise<void> {
  const box = await part.boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= PHONE_WIDTH, JSON.stringify(box));
}

test('on a phone a person reads when a session began, and ends it', async (t) => {
  const { url, owner } = await openConsole(t, { environment: 'development' });
  const person = await insertPerson(owner, { factors: 'none' });
  const browser = await openBrowser(t);
  const elsewhere = await openConsolePage(browser);
  await signIn(elsewhere.page, url, person, { hasTotp: false });
  const { page } = await openConsolePage(browser, { viewport: { width: PHONE_WIDTH, height: 844 } });
  await signIn(page, url, person, { hasTotp: false });
  await page.goto(`${url}/sessions`);
  const other = page.getByRole('row').filter({ has: page.getByRole('button') });
  const end = other.getByRole('button', { name: /^Oturumu kapat/ });
  await end.waitFor();
  await assertWithinReach(end);
  for (const time of await other.locator('time').all()) await assertWithinReach(time);
  await end.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Oturumu kapat' }).click();
  await page.getByText('Oturum kapatıldı').waitFor();
  await other.waitFor({ state: 'detached' });
});
