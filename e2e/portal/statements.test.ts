import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import { systemClock } from '../../server/src/clock.ts';
import { createStatementService } from '../../server/src/jobs/statements/service.ts';
import { parse } from '../../server/test/harness/csv-file.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';
import { openBrowser } from '../browser.ts';
import { openPlacePage } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';
import { askForFiles, makeMonths } from './screens/statements.ts';

/** What a press on a link takes away. */
async function taken(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download]: [Download, void] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('somebody of finance takes away a period as CSV and a closed month as PDF, while a worker makes them', async (t) => {
  const database = await createTestDatabase(t);
  const { finance, closed, today } = await makeMonths(database);
  const { url, owner, policyReports } = await openPortal(t, { environment: 'development', database });
  const { page, messages } = await openPlacePage(await openBrowser(t));
  await enter(page, url, finance);
  await page.goto(`${url}/statements`);

  // A period that ends before it begins is not asked for.
  await page.getByLabel('Son gün').fill(`${closed}-02`);
  await page.getByLabel('İlk gün').fill(`${closed}-20`);
  await page.getByText('Son gün, ilk günden önce olamaz.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'CSV hazırla' }).isDisabled(), true);
  assert.equal(await page.getByLabel('Son gün').getAttribute('aria-invalid'), 'true');
  await page.getByLabel('Son gün').fill(today);
  // Each rule is said at its field, and only as long as it is broken.
  const early = page.getByText('1 Ocak 2020’den önceki günlerin ekstresi alınamaz.');
  await page.getByLabel('İlk gün').fill('2019-12-31');
  await early.waitFor();
  assert.equal(await page.getByText('Son gün, ilk günden önce olamaz.').count(), 0);
  await page.getByLabel('İlk gün').fill('');
  await page.getByLabel('İlk gün').blur();
  await page.getByText('İlk günü seçin.').waitFor();
  assert.equal(await early.count(), 0);
  await page.getByLabel('İlk gün').fill(`${closed}-20`);
  await page.getByText('İlk günü seçin.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'CSV hazırla' }).click();
  await page.getByText('1 ekstre hazırlanıyor').waitFor();
  await page.getByText('CSV hazırlanıyor; hazır olunca buradan indirebilirsiniz.').waitFor();
  assert.equal(await page.getByRole('link', { name: /^İndir: / }).count(), 0, 'nobody has made it');

  const worker = createStatementService({
    pool: database.pool('vezne_worker'),
    clock: systemClock,
    log: silentLog,
    lookEveryMs: 100,
  });
  t.after(async () => await worker.stop());
  worker.start();
  // The page finds out by itself.
  const link = page.getByRole('link', { name: /^İndir: .*CSV · Türkçe · \d+ KB$/ });
  await link.waitFor();
  // Beside the button, too: the list of files may be below the fold.
  await page.getByText('CSV hazır.').waitFor();
  await page.getByRole('link', { name: 'İndir: CSV', exact: true }).waitFor();
  const csv = await taken(page, async () => await link.click());
  assert.equal(csv.name, `vezne-ekstre-mavi-oyun-${closed}-20_${today}.csv`);
  const [head = [], ...lines] = parse(csv.bytes.toString('utf8').slice(1));
  const of = (record: string) => lines.filter(([name]) => name === record);
  const balance = of('closing')[0]?.[head.indexOf('balance')];
  const { rows } = await owner.query<{ balance: string }>(
    `select (balance_cents / 100.0)::numeric(20, 2)::text as balance from ledger_account
     where kind = 'partner_balance' and partner_id = $1`,
    [finance.partnerId],
  );
  assert.ok(of('movement').length > 10);
  assert.equal(balance, rows[0]?.balance, 'it ends with what the books have');

  // A month has an address of its own.
  await page.locator(`a[href="/statements/${closed}"]`).click();
  await page.waitForURL(`${url}/statements/${closed}`);
  await page.reload();
  await page.getByText(`Kapandı · No VZ-${closed}-`).waitFor();
  // What became of what is set aside leads to its own entries.
  await page.getByRole('link', { name: 'Ödenen', exact: true }).click();
  await page.waitForURL(`${url}/money?book=reserved&from=${closed}-01&to=*&kind=withdrawal_approved`);
  await page
    .getByRole('cell', { name: /^Çekim/ })
    .first()
    .waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'PDF hazırla' }).click();
  const pdfLink = page.getByRole('link', { name: 'PDF indir', exact: true });
  await pdfLink.waitFor();
  // The focus goes along.
  await page.locator('a[download]:focus').waitFor();
  const pdf = await taken(page, async () => await page.keyboard.press('Enter'));
  assert.match(pdf.name, new RegExp(`^vezne-ekstre-mavi-oyun-VZ-${closed}-\\d{4}\\.pdf$`));
  assert.equal(pdf.bytes.toString('latin1', 0, 5), '%PDF-');
  assert.deepEqual([messages, policyReports()], [[], []]);
});

test('a download that is refused says why on the page', async (t) => {
  const database = await createTestDatabase(t);
  const months = await makeMonths(database);
  await askForFiles(database, months);
  const { url, owner } = await openPortal(t, { environment: 'development', database });
  const { page } = await openPlacePage(await openBrowser(t));
  await enter(page, url, months.finance);
  await page.goto(`${url}/statements`);
  const link = page.getByRole('link', { name: /^İndir: .*PDF · Türkçe/ });
  // As long as others take theirs: how many may is for the server's tests.
  const file = '**/api/statements/*/file';
  await page.route(file, async (route) => {
    const json = { error: 'Too many at once.', code: 'overloaded', requestId: 'req_1' };
    await route.fulfill({ status: 503, json });
  });
  await link.click();
  await page
    .getByRole('alert')
    .getByText('Şu anda başka ekstreler indiriliyor. Biri bitince yeniden indirin.')
    .waitFor();
  await page.route(file, async (route) => await route.abort());
  await link.click();
  await page.getByRole('alert').getByText('Sunucuya ulaşılamıyor. Bağlantınızı denetleyin.').waitFor();
  await page.unroute(file);
  const pdf = await taken(page, async () => await link.click());
  assert.equal(pdf.bytes.toString('latin1', 0, 5), '%PDF-');
  assert.equal(await page.getByRole('alert').count(), 0, 'what was refused before is over');

  await page.route(file, async (route) => {
    const json = { error: 'Over.', code: 'session_ended', reason: 'idle', requestId: 'req_2' };
    await route.fulfill({ status: 401, json });
  });
  await link.click();
  await page.getByText('Uzun süre işlem yapılmadığı için oturumunuz kapandı.').waitFor();
  await page.unroute(file);
  await page.goto(`${url}/statements`);
  await link.waitFor();

  // Its 90 days are over while the list is looked at.
  await owner.query(`delete from partner_statement_chunk`);
  await owner.query(`delete from partner_statement where state = 'ready'`);
  await link.click();
  await page.getByText('Bu dosya artık saklanmıyor. Ekstreyi yeniden hazırlayın.').waitFor();
  await link.waitFor({ state: 'detached' });
});
