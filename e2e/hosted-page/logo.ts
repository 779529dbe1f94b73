import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { setLogo } from '../../server/src/usecases/partners/set-logo.ts';
import { adminOf } from './accounts.ts';
import type { Payments } from './payments.ts';

const DRAWING = `
  <body style="margin:0;background:#fff">
  <svg width="192" height="64" viewBox="0 0 96 32" style="display:block" font-family="sans-serif" font-weight="700">
  <circle cx="16" cy="16" r="12" fill="#c2410c"/><path d="M10 16l4 5 8-9" fill="none" stroke="#fff" stroke-width="3"/>
  <text x="34" y="22" font-size="17" fill="#1c1917">demo</text></svg>`;

/** A typical shop logo, wider than it is high. */
export async function setPartnerLogo(payments: Payments, browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 192, height: 64 } });
  await page.setContent(DRAWING);
  const content = await page.screenshot({ type: 'png' });
  await page.close();
  await setLogo(adminOf(payments), { partner: payments.partner.id, content });
}

export async function assertLogoShown(page: Page, what: string): Promise<void> {
  const logo = page.locator('header .logo');
  const { width = 0, height = 0 } = (await logo.boundingBox()) ?? {};
  assert.ok(height >= 24 && width >= height, `${what}: the logo has ${width} x ${height}`);
  // A picture that failed to load still takes up space.
  const pixels = await page.evaluate(`document.querySelector('header .logo').naturalWidth`);
  assert.equal(pixels, 192, `${what}: the logo`);
}
