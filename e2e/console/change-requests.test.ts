import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createCredentials } from '../../server/src/usecases/credentials/create.ts';
import { setTerms } from '../../server/src/usecases/partners/set-terms.ts';
import { atTheQueue, openDesk } from './desk.ts';
import { asked, askerOf } from './screens/changes.ts';

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

test('a second administrator finds a change under theirs, reads before and after, and confirms it', async (t) => {
  const desk = await openDesk(t);
  const asking = await askerOf(desk.owner);
  const { page, messages } = await atTheQueue(t, desk, { name: 'Murat Şen', roles: ['administrator'] });
  const { rows } = await desk.owner.query<{ id: string; name: string }>(
    'select id, name from partner limit 1',
  );
  const [partner] = rows;
  assert.ok(partner !== undefined);
  const changes = { basisPoints: 250 };
  const requestId = await asked(
    setTerms(asking, { partner: partner.id, direction: 'deposit', changes, from: 'now' }),
  );
  await page.goto(`${desk.url}/requests`);
  await page.getByRole('button', { name: `Koşulları değiştir: ${partner.name}` }).click();
  await page.waitForURL(`**/requests/${requestId}`);
  // There and back: from the request to what it is about, and from what waits there to the request.
  await page.getByRole('link', { name: partner.name, exact: true }).click();
  await page.waitForURL(`**/partners/${partner.id}`);
  await page.getByRole('link', { name: 'İsteği aç' }).click();
  await page.waitForURL(`**/requests/${requestId}`);
  await rowOf(page, 'Yatırım komisyonu').getByText('%2,5', { exact: true }).waitFor();
  await rowOf(page, 'Geçerlilik').getByText('onaylandığı anda').waitFor();
  await page.getByText(/^1\.000,00 ₺ yatırımda komisyon .* yerine 25,00 ₺ olur/).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/Onaylandı ve uygulandı/).waitFor();
  const { rows: versions } = await desk.owner.query(
    `select from partner_terms where partner_id = $1 and direction = 'deposit' and basis_points = 250`,
    [partner.id],
  );
  assert.equal(versions.length, 1);
  await page.getByRole('tab', { name: /^Onayımı bekleyen/ }).click();
  await page.getByText('Onayınızı bekleyen yok').waitFor();
  await page.getByRole('tab', { name: /^Tümü/ }).click();
  await page.getByRole('button', { name: /^Koşulları değiştir/ }).waitFor();
  assert.deepEqual(messages, []);
});

test('new credentials are shown to whoever confirms, once, until they say that they are kept', async (t) => {
  const desk = await openDesk(t);
  const asking = await askerOf(desk.owner);
  const { page, messages } = await atTheQueue(t, desk, { name: 'Murat Şen', roles: ['administrator'] });
  const { rows } = await desk.owner.query<{ id: string }>('select id from partner limit 1');
  const requestId = await asked(createCredentials(asking, rows[0]?.id ?? ''));
  await page.goto(`${desk.url}/requests/${requestId}`);
  await page.getByText(/Yeni anahtarları bir kez, yalnızca siz görür/).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  const window = page.getByRole('dialog', { name: /^Yeni anahtarlar/ });
  await window.waitFor();
  const secrets = await window.locator('code').allTextContents();
  assert.equal(secrets.length, 3);
  // A key that closes everything else does not close the only place where they are.
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await window.waitFor();
  const download = page.waitForEvent('download');
  await window.getByRole('button', { name: 'vezne.env olarak indir' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  assert.deepEqual(
    file.match(/(?<==).+$/gm),
    secrets,
    'the file has what the window shows, each under its name',
  );
  await window.getByRole('checkbox').check();
  await window.getByRole('button', { name: 'Kapat' }).click();
  await window.waitFor({ state: 'detached' });
  const isShown = async (): Promise<boolean> => {
    const content = await page.content();
    return secrets.some((secret) => content.includes(secret));
  };
  assert.equal(await isShown(), false);
  await page.reload();
  await page.getByText('Onaylandı', { exact: true }).first().waitFor();
  assert.equal(await isShown(), false);
  assert.deepEqual(messages, []);
});
