/** Opens screen after screen and holds each to what every screen has to be. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import type { Page } from 'playwright-core';
import { createTestDatabase } from '../../../server/test/harness/database.ts';
import { openBrowser } from '../../browser.ts';
import { assertAccessible, assertColoursAccessible } from '../../hosted-page/page-checks.ts';
import { openConsole, openConsolePage } from '../console.ts';
import type { Screen } from './screen.ts';

const SCHEMES = ['light', 'dark'] as const;
const SIZES = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1280', width: 1280, height: 720 },
  { name: '768', width: 768, height: 1024 },
  { name: '390', width: 390, height: 844 },
];
/** As the guide shows them: 1440 × 900, light, in English. Git keeps every version for ever, so they are small. */
const DOCS = fileURLToPath(new URL('../../../docs/images/console/', import.meta.url));
const PICTURES = fileURLToPath(new URL('../../../.cache/e2e/console/', import.meta.url));
/** `npm run shots`. */
const withPictures = (process.env['E2E_SCREENSHOTS'] ?? '') !== '';

/** Accessible in light and dark and in every language, as wide as its window, breaks no policy and writes no message. */
export async function lookAtScreens(t: TestContext, screens: readonly Screen[]): Promise<void> {
  const database = await createTestDatabase(t);
  const production = await openConsole(t, { database });
  const development = await openConsole(t, { database, environment: 'development' });
  const browser = await openBrowser(t);
  // Pictures are taken of a screen that was opened in its language. Elsewhere it changes the language where it stands: most of the time is
  // spent on the way to a screen.
  const each = LANGUAGES.map((language) => [language]);
  for (const screen of screens)
    for (const [first, ...others] of withPictures || screen.isOffline ? each : [LANGUAGES]) {
      assert.ok(first !== undefined);
      const { page, messages } = await openConsolePage(browser, { language: first });
      await screen.open(page, { production, development });
      await lookAt(page, screen, first);
      for (const language of others) {
        await changeLanguage(page, language);
        await lookAt(page, screen, language);
      }
      if (screen.writesMessages) assert.ok(messages.length > 0, screen.name);
      else assert.deepEqual(messages, [], screen.name);
      await page.context().close();
    }
  assert.deepEqual([...production.policyReports(), ...development.policyReports()], []);
}

async function lookAt(page: Page, screen: Screen, language: Language): Promise<void> {
  assert.equal(await page.locator('html').getAttribute('lang'), language);
  await assertAccessible(page, `${screen.name}, ${language}, light`, 'light');
  await assertColoursAccessible(page, `${screen.name}, ${language}, dark`, 'dark');
  await assertNoSidewaysScroll(page, `${screen.name}, ${language}`);
  if (withPictures) await takePictures(page, screen, language);
  if (withPictures && language === 'en' && screen.inDocs !== undefined)
    await takeDocsPicture(page, screen.inDocs);
}

/** As a choice in another tab does it. */
async function changeLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate(
    `localStorage.setItem('vezne-language', '${language}');
     dispatchEvent(new StorageEvent('storage', { key: 'vezne-language', newValue: '${language}' }))`,
  );
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
}

/** Nothing is wider than the window, and nothing is cut by the box or dialog that it stands in, however narrow. */
async function assertNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    const tooWide = await page.evaluate<string[]>(
      `[...document.querySelectorAll('html, main, main section, [role=dialog]')]
        .filter((place) => place.scrollWidth > place.clientWidth + 1)
        .map((place) => place.tagName + ' ' + (place.getAttribute('aria-label') ?? ''))`,
    );
    assert.deepEqual(tooWide, [], `${what} at ${width}`);
  }
  if (before !== null) await page.setViewportSize(before);
}

/** What depends on the width is drawn with the next frame; before that the columns of a desk stand in a phone. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))))`,
  );
}

async function takePictures(page: Page, { name, heightPx }: Screen, language: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const size of SIZES) {
      await page.setViewportSize({ width: size.width, height: heightPx ?? size.height });
      await page.screenshot({
        path: `${PICTURES}${name}-${language}-${scheme}-${size.name}.png`,
        animations: 'disabled',
      });
    }
  }
}

async function takeDocsPicture(page: Page, name: string): Promise<void> {
  mkdirSync(DOCS, { recursive: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: `${DOCS}${name}.png`, scale: 'css', animations: 'disabled' });
}
