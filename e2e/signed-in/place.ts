/** What tests of the console and of the portal share: a browser at a place that people sign in to. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { DESKTOP, openContext } from '../browser.ts';

export interface RunningPlace {
  /** As http://localhost: passkeys refuse an address of digits. */
  url: string;
  owner: pg.Pool;
  /** What the pages reported that broke their policy. */
  policyReports: () => unknown[];
}

export interface PlacePage {
  page: Page;
  /** Everything that the browser wrote to its console, apart from answers that a test provoked. */
  messages: string[];
}

type Settings = BrowserContextOptions & { language?: 'tr' | 'en' };

/** A desktop browser of somebody who reads this language. */
export async function openPlaceContext(
  browser: Browser,
  { language = 'tr', ...options }: Settings = {},
): Promise<BrowserContext> {
  return await openContext(browser, {
    ...DESKTOP,
    // Colours change at once, so that no picture or check falls into a transition.
    reducedMotion: 'reduce',
    locale: language === 'tr' ? 'tr-TR' : 'en-GB',
    ...options,
  });
}

/** In a browser of its own. */
export async function openPlacePage(browser: Browser, settings: Settings = {}): Promise<PlacePage> {
  return await openPageIn(await openPlaceContext(browser, settings));
}

/** A page that keeps what its console says. */
export async function openPageIn(context: BrowserContext): Promise<PlacePage> {
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('console', (message) => {
    // Chromium writes a line for every answer from 400 on. Those are refusals that tests ask for.
    if (!message.text().startsWith('Failed to load resource'))
      messages.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(error.message));
  return { page, messages };
}

export interface Size {
  width: number;
  height: number;
}

/** What depends on the width is drawn with the next frame; before that the columns of a desk stand in a phone. */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))))`,
  );
}

/** As the page itself would ask, with its cookies. */
export async function post(page: Page, url: string, path: string, data: object): Promise<void> {
  const headers = { origin: url, 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post(url + path, { headers, data });
  assert.equal(answer.status(), 200, `${path}: ${await answer.text()}`);
}

/** The six boxes for a code. The sixth digit sends it. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.locator('[role=group] input').first().click();
  await page.keyboard.type(code);
}

/** The scripts that a browser loads before it shows anything: those of the page, and the texts of one language, the longer one. */
export function firstScripts(dist: string, texts: string): string[] {
  const html = readFileSync(`${dist}/index.html`, 'utf8');
  const ofPage = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => dist + path);
  const byLanguage = globSync(`${dist}/assets/${texts}-*.js`).toSorted(
    (a, b) => statSync(b).size - statSync(a).size,
  );
  const [longest] = byLanguage;
  assert.ok(
    longest !== undefined && byLanguage.length > 1 && byLanguage.every((file) => !ofPage.includes(file)),
    'texts load by language',
  );
  return [...ofPage, longest];
}

/** What a browser may have to load before it shows anything, packed. */
export function assertFirstScriptSmall(scripts: readonly string[], mostBytes: number): void {
  const sizes = scripts.map((file) => gzipSync(readFileSync(file), { level: 9 }).length);
  const bytes = sizes.reduce((sum, each) => sum + each, 0);
  assert.ok(sizes.length > 1 && bytes <= mostBytes, `${bytes} bytes in ${sizes.length} files`);
}
