import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { createPhoneCodes } from '../server/src/http/pay/phone-code.ts';

/** Pictures that the docs show are kept with the code. All others are only for a look after a change. */
const DOCS = new URL('../docs/images/hosted-page/', import.meta.url);
const OTHERS = new URL('../.cache/e2e/', import.meta.url);

/** A fixed code and time for the pictures. The real ones differ with every run, and so would the pictures. */
const CODE = 'K7M3 9RXP';
const TIME_LEFT = '00:41:07';
const MOMENTS = { tr: '17 Kas 21:15', en: '17 Nov, 21:15' };
const SENT_AT = '2026-03-02T14:05';
const PHONE_CODE = createPhoneCodes().codeFor('https://pay.example/pay/txn_demo', 'Mozilla/5.0');

/** Takes a picture of the screen, if pictures were requested. */
export async function takeScreenshot(page: Page, name: string, { inDocs = false } = {}): Promise<void> {
  if ((process.env['E2E_SCREENSHOTS'] ?? '') === '') return;
  const path = fileURLToPath(new URL(`${name}.png`, inDocs ? DOCS : OTHERS));
  if (inDocs) await replaceChangingTexts(page);
  // Git keeps every version for ever, so pictures in the docs are small.
  await page.screenshot({ path, scale: inDocs ? 'css' : 'device', animations: 'disabled' });
}

/**
 * Replaces texts that differ with every run. It also removes the timer's marker, so the page's script no longer updates it.
 */
async function replaceChangingTexts(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    scrollTo(0, 0);
    const timer = document.querySelector('[data-seconds-left]');
    if (timer) {
      delete timer.dataset.secondsLeft;
      timer.textContent = ${JSON.stringify(TIME_LEFT)};
    }
    const code = ${JSON.stringify(PHONE_CODE)};
    document.querySelector('.phone svg')?.setAttribute('viewBox', '0 0 ' + code.size + ' ' + code.size);
    document.querySelector('.phone path')?.setAttribute('d', code.path);
    const sentAt = document.querySelector('#sentAt');
    if (sentAt) sentAt.value = ${JSON.stringify(SENT_AT)};
    for (const moment of document.querySelectorAll('.until time, .since'))
      moment.textContent = ${JSON.stringify(MOMENTS)}[document.documentElement.lang];
    const shown = document.querySelector('.code .value, dd.code')?.textContent;
    if (!shown) return;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(shown, ${JSON.stringify(CODE)});
  })()`);
}
