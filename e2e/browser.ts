import type { TestContext } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/**
 * No update checks and no background traffic: pages come from our own processes only. No sandbox, because tests may run as
 * root.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one context share a process, which knows the scripts of the page before: a quarter less processor time for a screen.
  '--renderer-process-limit=1',
];

/** The part of a small phone's screen that is left between the browser's bars. */
export const PHONE = {
  viewport: { width: 390, height: 664 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
/** The smallest phones still in use: a cheap Android, and an iPhone SE with Safari's bars. */
export const SMALL_PHONES = [
  { ...PHONE, viewport: { width: 360, height: 640 } },
  { ...PHONE, viewport: { width: 375, height: 548 } },
];
export const DESKTOP = {
  viewport: { width: 1440, height: 900 },
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
};

/**
 * Debian's Chromium without its windows, or the one that CHROMIUM names: the same engine, for three quarters of the processor time. It closes
 * after the test.
 */
export async function openBrowser(t: TestContext): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  t.after(async () => await browser.close());
  return browser;
}

/** Storage and settings of their own. Everything runs on this machine, so a long wait means that something is broken. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'tr-TR', ...PHONE, ...options });
  context.setDefaultTimeout(10_000);
  return context;
}

/** A page with its own storage and settings. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  return await (await openContext(browser, options)).newPage();
}
