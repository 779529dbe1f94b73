import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** The few that docs show are kept with the code; all others are for whoever wants to look. */
const DOCS = new URL('../docs/images/hosted-page/', import.meta.url);
const OTHERS = new URL('../.cache/e2e/', import.meta.url);

/** A code and a time such as players see them. They are others with every run, and a picture would be, too. */
const CODE = 'K7M3 9RXP';
const TIME_LEFT = '23:41:07';

/** What is on the screen now, if pictures were asked for. */
export async function takeScreenshot(page: Page, name: string, { inDocs = false } = {}): Promise<void> {
  if ((process.env['E2E_SCREENSHOTS'] ?? '') === '') return;
  const path = fileURLToPath(new URL(`${name}.png`, inDocs ? DOCS : OTHERS));
  if (inDocs) await replaceChangingTexts(page);
  // A repository keeps every version for ever, so what is kept is small.
  await page.screenshot({ path, scale: inDocs ? 'css' : 'device', animations: 'disabled' });
}

/** Writes over what chance has made. The script of the page finds no more timer that it could write to. */
async function replaceChangingTexts(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    scrollTo(0, 0);
    const timer = document.querySelector('[data-seconds-left]');
    if (timer) {
      delete timer.dataset.secondsLeft;
      timer.textContent = ${JSON.stringify(TIME_LEFT)};
    }
    const code = document.querySelector('.code .value, dd.code')?.textContent;
    if (!code) return;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(code, ${JSON.stringify(CODE)});
  })()`);
}
