/** A player at a desk, whose bank is on the phone; and one who takes the page to the bank on paper. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeQR } from 'qr/decode.js';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '@vezne/domain/written';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../browser.ts';
import { takeScreenshot } from '../screenshots.ts';
import { assertAccessible, assertNothingCutOff } from './page-checks.ts';
import { openPayments } from './payments.ts';

const NOT_PRINTED = ['nav', '.copier', '#ask', '.help', '.steps', '.back', '#print', '.phone', '.time-left'];
const PRINTED = ['.row.amount', '.row.receiver', '.row.iban', '.row.code', '.valid-until', '.partner'];

/** What a phone's camera reads from the screen. */
async function scanned(page: Page): Promise<string> {
  const picture = (await page.locator('.phone svg').screenshot()).toString('base64');
  const { width, height, data } = (await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${picture}'), (letter) => letter.charCodeAt(0));
    const drawn = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(drawn.width, drawn.height);
    const brush = canvas.getContext('2d');
    brush.drawImage(drawn, 0, 0);
    const { width, height, data } = brush.getImageData(0, 0, drawn.width, drawn.height);
    return { width, height, data: [...data] };
  })()`)) as { width: number; height: number; data: number[] };
  return decodeQR({ width, height, data: Uint8Array.from(data) });
}

test('a player', async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);
  const path = await payments.create();

  for (const javaScriptEnabled of [true, false])
    await t.test(
      `goes on at the phone with a code on the screen, with JavaScript: ${javaScriptEnabled}`,
      async () => {
        const page = await openPage(browser, { ...DESKTOP, javaScriptEnabled });
        for (const language of LANGUAGES) {
          const address = `${payments.url}${path}?lang=${language}`;
          await page.goto(address);
          await page.getByRole('img', { name: TEXTS[language].pay.phoneCode }).waitFor();
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            if (javaScriptEnabled) {
              assert.equal(await scanned(page), address, 'the address of this page, and nothing else');
              await assertAccessible(page, language, colorScheme);
            }
            await takeScreenshot(page, `desktop-${language}-phone-code-${javaScriptEnabled}-${colorScheme}`);
          }
          await assertNothingCutOff(page, language);
        }
        // Where there is no room beside the page, it is not shown.
        await page.setViewportSize({ width: 1000, height: 800 });
        assert.equal(await page.locator('.phone').isVisible(), false);
        await page.context().close();
      },
    );

  await t.test('gets no such code on a phone', async () => {
    const page = await openPage(browser, {
      ...PHONE,
      userAgent:
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    });
    await page.goto(payments.url + path);
    assert.equal(await page.locator('.phone').count(), 0);
    await page.context().close();
  });

  await t.test('prints what the bank needs, and no buttons', async () => {
    for (const [size, device] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
      for (const language of LANGUAGES) {
        const page = await openPage(browser, device);
        await page.addInitScript(
          'globalThis.printed = 0; globalThis.print = () => { globalThis.printed += 1; };',
        );
        await page.goto(`${payments.url}${path}?lang=${language}`);
        await page.getByRole('button', { name: TEXTS[language].pay.print }).click();
        assert.equal(await page.evaluate('globalThis.printed'), 1);
        assert.equal(await page.locator('.valid-until').isVisible(), false);
        // Paper is white, whatever the screen is.
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ media: 'print', colorScheme });
          for (const selector of PRINTED) assert.ok(await page.locator(selector).isVisible(), selector);
          const ink = await page.evaluate(
            `[...document.querySelectorAll('body, .value, .until')].map((text) => getComputedStyle(text).color)`,
          );
          assert.deepEqual([...new Set(ink as string[])], ['rgb(0, 0, 0)']);
          for (const selector of NOT_PRINTED)
            assert.equal(await page.locator(`${selector} >> visible=true`).count(), 0, selector);
          assert.match((await page.locator('.valid-until').textContent()) ?? '', /\d{2}:\d{2}/);
          await takeScreenshot(page, `${size}-${language}-print-${colorScheme}`);
        }
        await page.context().close();
      }
  });

  await t.test('sees no button for printing without JavaScript', async () => {
    const page = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(payments.url + path);
    assert.equal(await page.locator('#print').isVisible(), false);
    await page.context().close();
  });
});
