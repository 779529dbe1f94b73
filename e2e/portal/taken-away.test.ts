/** Enter that opened a question must not answer it: what takes something away waits for a second thought. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { insertPartnerPerson } from '../../server/test/harness/portal.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { openBrowser } from '../browser.ts';
import { openPlacePage } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';

test('Enter twice revokes no key, removes nobody and stops no webhooks: the question opens on the way out', async (t) => {
  const database = await createTestDatabase(t);
  const { url, owner } = await openPortal(t, { environment: 'development', database });
  const deniz = await insertPartnerPerson(owner, { name: 'Deniz Acar', factors: 'none' });
  const { partnerId } = deniz;
  await insertPartnerPerson(owner, { partnerId, name: 'Ece Su', roles: ['finance'] });
  await insertEndpoint(owner, { partnerId, url: 'https://shop.example/hooks' });
  const { page } = await openPlacePage(await openBrowser(t));
  await enter(page, url, deniz);
  const dialog = page.getByRole('dialog');
  for (const [path, opener, act] of [
    ['/credentials', /^İptal et: /, 'İptal et'],
    ['/webhooks', 'Duraklat', 'Duraklat'],
    ['/people', /^Kaldır: Ece Su/, 'Kişiyi kaldır'],
  ] as const) {
    await page.goto(url + path);
    await page.getByRole('button', { name: opener }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: act, exact: true }).waitFor();
    assert.equal(await dialog.getByText('Enter', { exact: true }).count(), 0, `${path} promises no Enter`);
    assert.match(await page.locator(':focus').innerText(), /^Vazgeç/, path);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: opener }).waitFor();
  }
});
