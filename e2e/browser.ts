import type { TestContext } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** It asks nobody for updates, and runs as root where tests do; pages come from our own processes only. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What is left of a small phone's screen between the bars of its browser. */
export const PHONE = {
  viewport: { width: 390, height: 664 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
/** The smallest that are still about: an Android of the cheap kind, and an iPhone SE with the bars of Safari. */
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

/** Debian's Chromium, or another that CHROMIUM names; closed after the test. */
export async function openBrowser(t: TestContext): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  t.after(async () => await browser.close());
  return browser;
}

/** A page with storage and settings of its own. What takes long is broken: everything is on this machine. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'tr-TR', ...PHONE, ...options });
  context.setDefaultTimeout(10_000);
  return await context.newPage();
}
