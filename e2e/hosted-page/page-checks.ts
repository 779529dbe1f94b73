import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The few properties of a DOM element that we use: the project is compiled without the types of browsers. */
interface Shown {
  tagName: string;
  className: unknown;
  textContent: string | null;
  scrollWidth: number;
  clientWidth: number;
  checkVisibility(): boolean;
  getBoundingClientRect(): { left: number; right: number; width: number };
  ownerDocument: { documentElement: { clientWidth: number } };
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

export type ColourScheme = 'light' | 'dark';

/** All default rules, and the newest WCAG rule: buttons and links must be large enough to press. */
const AXE_OPTIONS = {
  // Collecting the details of passed checks takes as long as the checks.
  resultTypes: ['violations' as const],
  // The only frame is that of a receipt. It talks to nobody, so axe would only leave warnings in the console.
  iframes: false,
  rules: { 'target-size': { enabled: true } },
};

/** The rules whose verdict depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The builder's own choice is twice as long, and every page that is checked has to read it anew. */
const AXE_SOURCE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
);

type AxeOptions = Parameters<AxeBuilder['options']>[0];

/** In the given colour scheme. */
export async function assertAccessible(page: Page, what: string, scheme: ColourScheme): Promise<void> {
  await assertNoViolation(page, what, scheme, AXE_OPTIONS);
}

/** The same page in another colour scheme: only what depends on it is checked again, which takes a third of the time. */
export async function assertColoursAccessible(page: Page, what: string, scheme: ColourScheme): Promise<void> {
  const { resultTypes, iframes } = AXE_OPTIONS;
  await assertNoViolation(page, what, scheme, { resultTypes, iframes, runOnly: COLOUR_RULES });
}

async function assertNoViolation(
  page: Page,
  what: string,
  scheme: ColourScheme,
  options: AxeOptions,
): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  const violations = await violationsOf(page, options);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(found, [], what);
}

async function violationsOf(page: Page, options: AxeOptions): Promise<Violation[]> {
  const run = `globalThis.axe?.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  // The axe script is large, so a page that has it already runs it without loading it again.
  const again = await page.evaluate<Violation[] | undefined>(run);
  if (again) return again;
  // The non-legacy mode opens another page for every check.
  const { violations } = await new AxeBuilder({ page, axeSource: AXE_SOURCE })
    .setLegacyMode()
    .options(options)
    .analyze();
  return violations;
}

/** No element extends beyond the sides of the window, and none has more content than it can show. */
export async function assertNothingCutOff(page: Page, what: string): Promise<void> {
  const cutOff = await page.locator('body, body *').evaluateAll((elements: Shown[]) =>
    elements
      // Texts for screen readers only are one pixel wide.
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const isOutside = left < -0.5 || right > element.ownerDocument.documentElement.clientWidth + 0.5;
        return isOutside || (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1);
      })
      .map(({ tagName, className, textContent }) => `${tagName}.${String(className)} ${textContent}`),
  );
  assert.deepEqual(cutOff, [], what);
}

const NEEDED = ['.row.amount', '.row.iban', '.row.code'];

/** Everything that a player needs for the transfer is on the first screen, and the button covers none of it. */
export async function assertNoScrollingNeeded(page: Page, what: string): Promise<void> {
  const height = page.viewportSize()?.height ?? 0;
  const button = (await page.locator('#ask').boundingBox()) ?? assert.fail(what);
  assert.ok(button.y >= 0 && button.y + button.height <= height, `${what}: the button`);
  const bar = (await page.locator('.actions').boundingBox()) ?? assert.fail(what);
  for (const selector of NEEDED) {
    const row = (await page.locator(selector).boundingBox()) ?? assert.fail(`${what}: ${selector}`);
    const bottom = row.y + row.height;
    assert.ok(row.y >= 0 && bottom <= height, `${what}: ${selector} ends at ${bottom} of ${height}`);
    assert.ok(
      bottom <= bar.y || row.y >= bar.y + bar.height,
      `${what}: ${selector} ends at ${bottom}, under the button at ${bar.y}`,
    );
  }
}

/** The notice after copying is visible, and does not cover the button that the player presses next. */
export async function assertNoticeBesideButton(page: Page, what: string): Promise<void> {
  await page.locator('.row.code .copier').click();
  const notice = page.locator('#announcer:not(:empty)');
  await notice.waitFor();
  const [shown, button] = [await notice.boundingBox(), await page.locator('#ask').boundingBox()];
  const height = page.viewportSize()?.height ?? 0;
  assert.ok(shown && button, what);
  const bottom = shown.y + shown.height;
  assert.ok(shown.y >= 0 && bottom <= height && shown.height >= 24, `${what}: the notice is not visible`);
  assert.ok(bottom <= button.y || shown.y >= button.y + button.height, `${what}: it covers the button`);
}
