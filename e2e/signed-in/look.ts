/** Opens screen after screen and holds each to what every screen has to be. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import type { BrowserContext, Page } from 'playwright-core';
import { isRelease } from '../../tools/runner/extent.ts';
import { openBrowser } from '../browser.ts';
import { assertAccessible, assertColoursAccessible } from '../hosted-page/page-checks.ts';
import type { ColourScheme } from '../hosted-page/page-checks.ts';
import { openPageIn, openPlaceContext, resize } from './place.ts';
import type { RunningPlace, Size } from './place.ts';

const SCHEMES = ['light', 'dark'] as const;
/** `npm run shots`. */
const withPictures = (process.env['E2E_SCREENSHOTS'] ?? '') !== '';

/** In which schemes axe looks at a screen in each language. */
type Schemes = Readonly<Record<Language, readonly ColourScheme[]>>;

/**
 * Colours come from the scheme and names from the language, so that every scheme and every language is enough, and for the portal at a phone's
 * width the other two pairs. All pairs cost a seventh more. With pictures they are looked at.
 */
const DESK: Schemes = { tr: ['light'], en: ['dark'] };
const PHONE: Schemes = { tr: ['dark'], en: ['light'] };
/**
 * For what lands axe looks at every second screen in Turkish and light, and at the others in English and dark: the parts that screens are made of
 * are seen in both. A phone has the other pair.
 */
const BY_TURNS: readonly { desk: Schemes; phone: Schemes }[] = [
  { desk: { tr: DESK.tr, en: [] }, phone: { tr: [], en: PHONE.en } },
  { desk: { tr: [], en: DESK.en }, phone: { tr: PHONE.tr, en: [] } },
];

function schemesFor(index: number): { desk: Schemes; phone: Schemes } {
  const both = { desk: DESK, phone: PHONE };
  return withPictures || isRelease() ? both : (BY_TURNS[index % BY_TURNS.length] ?? both);
}

export interface World {
  /** Where a second factor is required. */
  production: RunningPlace;
  /** On the same database; a password is enough. */
  development: RunningPlace;
}

export interface Screen {
  name: string;
  /** Higher than a window, so that a picture shows all of it. */
  heightPx?: number;
  /** The guide shows it under this name. */
  inDocs?: string;
  /** The dialog that is open in it: the name of the text that it is called by. */
  dialog?: string;
  /** It can load nothing more, so it can't change its language. */
  isOffline?: true;
  /** The browser says why it is there. */
  writesMessages?: true;
  open: (page: Page, world: World) => Promise<void>;
}

/** Where pictures go, below docs/images and .cache/e2e, and in which sizes of a window a screen is looked at. */
export interface Looks {
  place: 'console' | 'portal';
  sizes: readonly Size[];
  /** The width of those sizes in which tables are cards and the navigation is a bar: other elements, with colours of their own, at which axe looks too. */
  phone?: number;
  /** What is asked of the screens of this place alone. */
  alsoAssert?: (page: Page, screen: Screen, language: Language) => Promise<void>;
}

/** Accessible in light and dark and in every language (for what lands by turns), as wide as its window, breaks no policy and writes no message. */
export async function lookAtEach(
  t: TestContext,
  world: World,
  { screens, ...looks }: Looks & { screens: readonly Screen[] },
): Promise<void> {
  const browser = await openBrowser(t);
  // Pictures are taken of a screen that was opened in its language. Elsewhere it changes the language where it stands: most of the time is
  // spent on the way to a screen.
  const each = LANGUAGES.map((language) => [language]);
  const contexts = new Map<Language, BrowserContext>();
  for (const [index, screen] of screens.entries())
    for (const [first, ...others] of withPictures || screen.isOffline ? each : [LANGUAGES]) {
      assert.ok(first !== undefined);
      const context = contexts.get(first) ?? (await openPlaceContext(browser, { language: first }));
      contexts.set(first, context);
      const { page, messages } = await openPageIn(context);
      const schemes = schemesFor(index);
      await screen.open(page, world);
      await lookAt(page, screen, first, { ...looks, schemes });
      for (const language of others) {
        await changeLanguage(page, language);
        await lookAt(page, screen, language, { ...looks, schemes });
      }
      if (screen.writesMessages) assert.ok(messages.length > 0, screen.name);
      else assert.deepEqual(messages, [], screen.name);
      await forget(page);
    }
  assert.deepEqual([...world.production.policyReports(), ...world.development.policyReports()], []);
}

/** Closes the page of a screen, and leaves the next one a browser that knows nobody and nothing but the scripts: to read those anew costs more. */
async function forget(page: Page): Promise<void> {
  const context = page.context();
  await page.evaluate('localStorage.clear()');
  await page.close();
  await context.clearCookies();
  await context.setOffline(false);
}

type Look = Looks & { schemes: { desk: Schemes; phone: Schemes } };

async function lookAt(page: Page, screen: Screen, language: Language, look: Look): Promise<void> {
  assert.equal(await page.locator('html').getAttribute('lang'), language);
  const what = `${screen.name}, ${language}`;
  await assertAccessibleIn(page, what, look.schemes.desk[language]);
  await assertFitsEachSize(page, what, { ...look, phoneSchemes: look.schemes.phone[language] });
  await look.alsoAssert?.(page, screen, language);
  if (withPictures) await takePictures(page, screen, language, look);
  if (withPictures && language === 'en' && screen.inDocs !== undefined)
    await takeDocsPicture(page, screen.inDocs, look);
}

async function assertAccessibleIn(page: Page, what: string, chosen: readonly ColourScheme[]): Promise<void> {
  const [first, ...others] = withPictures ? SCHEMES : chosen;
  if (first === undefined) return;
  await assertAccessible(page, `${what}, ${first}`, first);
  for (const other of others) await assertColoursAccessible(page, `${what}, ${other}`, other);
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
async function assertFitsEachSize(
  page: Page,
  what: string,
  { sizes, phone, phoneSchemes }: Looks & { phoneSchemes: readonly ColourScheme[] },
): Promise<void> {
  const before = page.viewportSize();
  for (const { width, height } of sizes) {
    await resize(page, { width, height });
    const tooWide = await page.evaluate<string[]>(
      `[...document.querySelectorAll('html, main, main section, [role=dialog]')]
        .filter((place) => place.scrollWidth > place.clientWidth + 1)
        .map((place) => place.tagName + ' ' + (place.getAttribute('aria-label') ?? ''))`,
    );
    assert.deepEqual(tooWide, [], `${what} at ${width}`);
    if (width === phone) await assertAccessibleIn(page, `${what} at ${width}`, phoneSchemes);
  }
  if (before !== null) await page.setViewportSize(before);
}

async function takePictures(
  page: Page,
  { name, heightPx }: Screen,
  language: string,
  { place, sizes }: Looks,
): Promise<void> {
  const folder = fileURLToPath(new URL(`../../.cache/e2e/${place}/`, import.meta.url));
  mkdirSync(folder, { recursive: true });
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const { width, height } of sizes) {
      await page.setViewportSize({ width, height: heightPx ?? height });
      await page.screenshot({
        path: `${folder}${name}-${language}-${scheme}-${width}.png`,
        animations: 'disabled',
      });
    }
  }
}

/** As the guide shows them: 1440 × 900, light, in English. Git keeps every version for ever, so they are small. */
async function takeDocsPicture(page: Page, name: string, { place }: Looks): Promise<void> {
  const folder = fileURLToPath(new URL(`../../docs/images/${place}/`, import.meta.url));
  mkdirSync(folder, { recursive: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: `${folder}${name}.png`, scale: 'css', animations: 'disabled' });
}
