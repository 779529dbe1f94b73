import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '@vezne/domain/written';
import type { Page } from 'playwright-core';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { openBrowser } from '../browser.ts';
import { assertAccessible } from '../hosted-page/page-checks.ts';
import { firstScripts, openConsole, openConsolePage } from './console.ts';
import { SCREENS } from './screens.ts';
import type { Screen } from './screens.ts';

const SCHEMES = ['light', 'dark'] as const;
const SIZES = [
  { name: '1440', width: 1440, height: 900 },
  { name: '1280', width: 1280, height: 720 },
  { name: '768', width: 768, height: 1024 },
  { name: '390', width: 390, height: 844 },
];
/** What a browser may have to load before it shows anything. */
const FIRST_SCRIPT_KIB = 270;
const PICTURES = fileURLToPath(new URL('../../.cache/e2e/console/', import.meta.url));
/** `npm run shots`. */
const withPictures = (process.env['E2E_SCREENSHOTS'] ?? '') !== '';

for (const language of LANGUAGES) {
  test(`every screen in ${language} is accessible in light and dark, breaks no policy and writes no message`, async (t) => {
    const database = await createTestDatabase(t);
    const production = await openConsole(t, { database });
    const development = await openConsole(t, { database, environment: 'development' });
    const browser = await openBrowser(t);
    for (const screen of SCREENS) {
      const { page, messages } = await openConsolePage(browser, { language });
      await screen.open(page, { production, development });
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      for (const scheme of SCHEMES) await assertAccessible(page, `${screen.name}, ${scheme}`, scheme);
      await assertNoSidewaysScroll(page, screen.name);
      if (withPictures) await takePictures(page, screen, language);
      if (screen.writesMessages) assert.ok(messages.length > 0, screen.name);
      else assert.deepEqual(messages, [], screen.name);
      await page.context().close();
    }
    assert.deepEqual([...production.policyReports(), ...development.policyReports()], []);
  });
}

test('the first script is small', () => {
  const bytes = firstScripts().map((file) => gzipSync(readFileSync(file), { level: 9 }).length);
  const kib = bytes.reduce((sum, each) => sum + each, 0) / 1024;
  assert.ok(bytes.length > 1 && kib <= FIRST_SCRIPT_KIB, `${kib.toFixed(1)} KiB in ${bytes.length} files`);
});

/** Nothing is wider than the window, and nothing is cut by the box or dialog that it stands in, however narrow. */
async function assertNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    const tooWide = await page.evaluate<string[]>(
      `[...document.querySelectorAll('html, main, main section, [role=dialog]')]
        .filter((place) => place.scrollWidth > place.clientWidth + 1)
        .map((place) => place.tagName + ' ' + (place.getAttribute('aria-label') ?? ''))`,
    );
    assert.deepEqual(tooWide, [], `${what} at ${width}`);
  }
  if (before !== null) await page.setViewportSize(before);
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
