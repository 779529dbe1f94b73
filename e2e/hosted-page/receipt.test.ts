/** A player with a receipt: usually a photo of several megabytes, on a phone with a weak link. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '@vezne/domain/written';
import { turkishTime } from '@vezne/domain/turkish-time';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { RECEIPT_MAX_BYTES } from '../../server/src/usecases/deposits/add-receipt.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { pdf } from '../../server/test/http/pay/detail-forms.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../browser.ts';
import { takeScreenshot } from '../screenshots.ts';
import { startCountingServer } from './counting-server.ts';
import { assertAccessible, assertNothingCutOff } from './page-checks.ts';
import { openPayments, uuidOf } from './payments.ts';
import { makeSlow } from './slow-network.ts';
import { pathInState } from './states.ts';

const { details, checking, confirm } = TEXTS.tr;
const PHOTO_BYTES = 5_000_000;
/** Our promise for such a photo. */
const SENT_WITHIN_MS = 15_000;
const WAIT = { timeout: 60_000 };

/** A photo of twelve megapixels, with more detail than a receipt has. The browser makes it, as a phone's camera would. */
async function photo(page: Page, bytes: number): Promise<Buffer> {
  const encoded = await page.evaluate<string>(`(async () => {
    const canvas = new OffscreenCanvas(3000, 4000);
    const brush = canvas.getContext('2d');
    brush.fillStyle = '#fff';
    brush.fillRect(0, 0, 3000, 4000);
    brush.fillStyle = '#123';
    brush.font = '60px sans-serif';
    for (let line = 0; line < 50; line++) brush.fillText('TR33 0006 1005 1978 6457 8413 26 · 1.000,00 TL', 60, 80 * line);
    const grain = new ImageData(256, 256);
    for (let at = 0; at < grain.data.length; at++) grain.data[at] = (at * 7919 + at * at) % 97;
    const tile = new OffscreenCanvas(256, 256);
    tile.getContext('2d').putImageData(grain, 0, 0);
    brush.globalAlpha = 0.35;
    brush.fillStyle = brush.createPattern(tile, 'repeat');
    brush.fillRect(0, 0, 3000, 4000);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    const content = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (let at = 0; at < content.length; at += 30000) text += String.fromCharCode(...content.subarray(at, at + 30000));
    return btoa(text);
  })()`);
  const content = Buffer.from(encoded, 'base64');
  assert.ok(content.length < bytes, String(content.length));
  // Cameras add as much as they like after the picture.
  return Buffer.concat([content, Buffer.alloc(bytes - content.length)]);
}

test('a player with a receipt', async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);
  const served = await startCountingServer(t, payments.url);
  const receipts = async (path: string): Promise<{ bytes: number; type: string }[]> => {
    const { rows } = await payments.owner.query<{ bytes: number; type: string }>(
      'select octet_length(content) as bytes, media_type as type from receipt where transaction_id = $1',
      [uuidOf(path)],
    );
    return rows;
  };

  await t.test('sends a photo of 5 MB over a weak link in time, and sees it arrive', async () => {
    const path = await pathInState('details', payments);
    const page = await openPage(browser);
    await page.goto(served.url + path);
    const buffer = await photo(page, PHOTO_BYTES);
    await makeSlow(page);
    served.forms.length = 0;
    await page.locator('#receipt').setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer });
    const bar = page.getByRole('progressbar');
    assert.equal(await bar.count(), 0);
    const pressedAtMs = performance.now();
    await page.getByRole('button', { name: details.save }).click();
    await bar.waitFor();
    const part = async (): Promise<number> =>
      await bar.evaluate((element: { value: number }) => element.value).catch(() => 1);
    await until(part, (value) => value > 0.2 && value < 0.9, SENT_WITHIN_MS);
    await takeScreenshot(page, 'phone-tr-uploading-light');
    await page.getByRole('heading', { name: checking.title }).waitFor(WAIT);
    const [form, ...others] = served.forms;
    assert.ok(form !== undefined && others.length === 0, 'it is sent once');
    t.diagnostic(
      `${form.bytes} bytes in ${Math.round(form.uploadMs)} ms, ${Math.round(performance.now() - pressedAtMs)} ms from press to page`,
    );
    assert.ok(form.uploadMs < SENT_WITHIN_MS, `${form.uploadMs} ms`);
    await page.getByText(details.received, { exact: true }).waitFor();
    const [receipt] = await receipts(path);
    assert.equal(receipt?.type, 'image/jpeg');
    assert.ok(receipt.bytes < RECEIPT_MAX_BYTES && receipt.bytes > 20_000, String(receipt.bytes));
    await takeScreenshot(page, 'phone-tr-received-light');
    await page.context().close();
  });

  await t.test('sends a small photo and a PDF as they are', async () => {
    const path = await pathInState('details', payments);
    const page = await openPage(browser);
    for (const [type, content] of [
      ['application/pdf', pdf('as it is')],
      ['image/png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5_000)])],
    ] as const) {
      await page.goto(served.url + path);
      await page.locator('#receipt').setInputFiles({ name: 'file', mimeType: type, buffer: content });
      await page.getByRole('button', { name: details.save }).click();
      await page.getByRole('heading', { name: checking.title }).waitFor();
      assert.ok((await receipts(path)).some((row) => row.type === type && row.bytes === content.length));
    }
    await page.context().close();
  });

  await t.test('reads at once that a file is too large, and nothing of it is sent', async () => {
    for (const language of LANGUAGES)
      for (const [size, device] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
        const path = await pathInState('details', payments);
        const page = await openPage(browser, device);
        await page.goto(`${served.url}${path}?lang=${language}`);
        served.forms.length = 0;
        const texts = TEXTS[language].details;
        const large = {
          name: 'dekont.pdf',
          mimeType: 'application/pdf',
          buffer: pdf('', RECEIPT_MAX_BYTES + 1),
        };
        await page.locator('#receipt').setInputFiles(large);
        const problem = page.getByRole('alert').getByText(texts.problems.tooLarge, { exact: true });
        await problem.waitFor();
        await page.getByRole('button', { name: texts.save }).click();
        await page.locator('#receipt[aria-invalid=true]:focus').waitFor();
        assert.equal(served.forms.length, 0);
        for (const scheme of ['light', 'dark'] as const) {
          await assertAccessible(page, `${size} ${language}`, scheme);
          await takeScreenshot(page, `${size}-${language}-too-large-${scheme}`);
        }
        await assertNothingCutOff(page, `${size} ${language}`);
        await page.locator('#receipt').setInputFiles({ ...large, buffer: pdf('smaller') });
        await problem.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: texts.save }).click();
        await page.getByText(texts.received, { exact: true }).waitFor();
        assert.equal((await receipts(path)).length, 1);
        await page.context().close();
      }
  });

  for (const javaScriptEnabled of [true, false])
    await t.test(
      `finds its field first, with name and time filled in, with JavaScript: ${javaScriptEnabled}`,
      async () => {
        const path = await payments.create();
        const page = await openPage(browser, { javaScriptEnabled });
        await page.goto(`${served.url}${path}/sent`);
        await page.getByRole('button', { name: confirm.yesWithDetails }).click();
        await page.getByRole('heading', { name: details.title }).waitFor();
        const ids = (): Promise<string[]> =>
          page
            .locator('.details-form input')
            .evaluateAll((inputs: { id: string }[]) => inputs.map(({ id }) => id));
        assert.deepEqual(await ids(), ['receipt', 'senderName', 'ibanLastFour', 'sentAt']);
        const { rows } = await payments.owner.query<{ name: string; at: Date }>(
          `select t.customer_full_name as name, s.at from transaction t join transaction_step s on s.transaction_id = t.id
           where t.id = $1 and s.trigger = 'confirm_sent'`,
          [uuidOf(path)],
        );
        const known = rows[0] ?? assert.fail();
        assert.equal(await page.locator('#senderName').inputValue(), known.name);
        assert.equal(await page.locator('#sentAt').inputValue(), turkishTime(known.at));
        await takeScreenshot(page, `phone-tr-for-receipt-script-${javaScriptEnabled}-light`);
        // A slip keeps the order.
        await page.locator('#ibanLastFour').fill('12');
        await page.getByRole('button', { name: details.save }).click();
        await page.getByText(details.problems.ibanLastFour).waitFor();
        assert.equal(await page.locator('#ibanLastFour:focus').count(), 1);
        assert.deepEqual(await ids(), ['receipt', 'senderName', 'ibanLastFour', 'sentAt']);
        await page.locator('#ibanLastFour').fill('');
        await page
          .locator('#receipt')
          .setInputFiles({ name: 'd.pdf', mimeType: 'application/pdf', buffer: pdf() });
        await page.getByRole('button', { name: details.save }).click();
        await page.getByText(details.received, { exact: true }).waitFor();
        assert.equal((await receipts(path)).length, 1);
        // Who comes from the payment's page is asked for the sender first.
        await page.goto(`${served.url}${path}/details`);
        assert.deepEqual(await ids(), ['senderName', 'ibanLastFour', 'sentAt', 'receipt']);
        await page.context().close();
      },
    );
});
