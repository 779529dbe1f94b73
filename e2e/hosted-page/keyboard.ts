import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** More stops than any page has. */
const MOST_STOPS = 30;
/** People overlook a thinner focus ring. */
const RING_PIXELS = 2;

/** Presses Tab until the element has the focus, like a person without a mouse. Every stop on the way must be visible. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    await assertRing(page);
    if ((await page.locator(`${selector}:focus-visible`).count()) > 0) return;
  }
  assert.fail(`the Tab key never reaches ${selector}`);
}

/**
 * After the last element of a page the focus goes to the browser itself; the body is active then. The calendar button
 * inside a date field belongs to the browser too, and has its own ring.
 */
async function assertRing(page: Page): Promise<void> {
  const { isOfBrowser, style, width, place } = (await page.evaluate(`(({ activeElement, body }) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
    const isCalendar = activeElement.type === 'datetime-local' && !activeElement.matches(':focus-visible');
    return {
      isOfBrowser: activeElement === body || isCalendar,
      style: outlineStyle,
      width: outlineWidth,
      place: activeElement.outerHTML,
    };
  })(document)`)) as { isOfBrowser: boolean; style: string; width: string; place: string };
  const isSeen = style !== 'none' && Number.parseFloat(width) >= RING_PIXELS;
  assert.ok(isOfBrowser || isSeen, `${style} ${width}: ${place}`);
}
