import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** More stops than any page has. */
const MOST_STOPS = 30;
/** Thinner than this, a ring is overlooked. */
const RING_PIXELS = 2;

/** Moves on by the Tab key until something has the focus, as whoever has no mouse, and sees at each stop where that is. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    await assertRing(page);
    if ((await page.locator(`${selector}:focus-visible`).count()) > 0) return;
  }
  assert.fail(`the Tab key never reaches ${selector}`);
}

/**
 * Between the last place of a page and the first is the browser itself; the body has the focus then. The calendar inside a
 * field for a day is a stop of the browser's own, with a ring of its own.
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
