import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** As much as we ask of an element in the browser; the house is written without the types of browsers. */
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

/** Every rule that holds by default, and the newest of WCAG, that what is pressed is large enough. */
const AXE_OPTIONS = {
  // The details of what is good take as long as the check itself.
  resultTypes: ['violations' as const],
  rules: { 'target-size': { enabled: true } },
};

/** In the colours of the scheme. */
export async function assertAccessible(page: Page, what: string, scheme: ColourScheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  const violations = await violationsOf(page);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(found, [], what);
}

async function violationsOf(page: Page): Promise<Violation[]> {
  const run = `globalThis.axe?.run(document, ${JSON.stringify(AXE_OPTIONS)}).then(({ violations }) => violations)`;
  // The script is large: a page that has it already is asked at once.
  const again = await page.evaluate<Violation[] | undefined>(run);
  if (again) return again;
  // The other mode opens one more page for every check.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(AXE_OPTIONS).analyze();
  return violations;
}

/** Nothing stands out to the sides, and nothing holds more than it shows. */
export async function assertNothingCutOff(page: Page, what: string): Promise<void> {
  const cutOff = await page.locator('body, body *').evaluateAll((elements: Shown[]) =>
    elements
      // What only screen readers are told is one pixel wide.
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

/** All that a player needs for the transfer is on the first screen, and the button hides none of it. */
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

/** What says that something was copied is to be seen, and is not where the player presses next. */
export async function assertNoticeBesideButton(page: Page, what: string): Promise<void> {
  await page.locator('.row.code .copier').click();
  const notice = page.locator('#announcer:not(:empty)');
  await notice.waitFor();
  const [shown, button] = [await notice.boundingBox(), await page.locator('#ask').boundingBox()];
  const height = page.viewportSize()?.height ?? 0;
  assert.ok(shown && button, what);
  const bottom = shown.y + shown.height;
  assert.ok(shown.y >= 0 && bottom <= height && shown.height >= 24, `${what}: the notice is not to be seen`);
  assert.ok(bottom <= button.y || shown.y >= button.y + button.height, `${what}: it covers the button`);
}
