import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { RunningPlace } from './place.ts';

/** Everything that a name or a file must never make a page do. */
export function watch(page: Page, url: string): string[] {
  const misdeeds: string[] = [];
  page.on('dialog', (dialog) => {
    misdeeds.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('blob:'))
      misdeeds.push(`a request: ${request.url()}`);
  });
  return misdeeds;
}

/** Nothing ran, nothing was asked of another site, and nothing is wider than the window. */
export async function assertHarmless(
  page: Page,
  place: RunningPlace,
  { misdeeds, messages }: { misdeeds: readonly string[]; messages: readonly string[] },
): Promise<void> {
  assert.equal(await page.evaluate('window.x'), undefined);
  assert.deepEqual(misdeeds, []);
  assert.deepEqual(messages, []);
  assert.deepEqual(place.policyReports(), []);
  const tooWide = await page.evaluate<string[]>(
    `[...document.querySelectorAll('html, main')]
      .filter((place) => place.scrollWidth > place.clientWidth + 1).map((place) => place.tagName)`,
  );
  assert.deepEqual(tooWide, []);
}

/** What was read is kept for a minute at most. */
const MINUTES_AWAY_MS = 120_000;
const MOST_TURNS = 400;

/** Turns the wheel over the list until every text has been in one of its rows. */
export async function assertListed(page: Page, texts: readonly string[]): Promise<void> {
  const rows = page.getByRole('grid').locator('[role=rowgroup] [role=row]');
  await rows.first().hover();
  const missing = new Set(texts);
  for (let turn = 0; turn < MOST_TURNS && missing.size > 0; turn += 1) {
    const shown = await rows.allTextContents();
    for (const text of missing) if (shown.some((row) => row.includes(text))) missing.delete(text);
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(50);
  }
  assert.deepEqual([...missing], []);
}

/** Inside a page: looks frame by frame, for some seconds. */
const UNTIL = `const until = async (what, find) => {
  for (let frames = 0; frames < 600; frames += 1) {
    const found = find();
    if (found) return found;
    await new Promise(requestAnimationFrame);
  }
  throw new Error(what + ' did not come');
};`;

/** A row of a list, and what stands beside it when it is open. */
export interface Opened {
  id: string;
  texts: readonly string[];
}

/**
 * Goes down the list by its keys, opens each row, and waits until its texts stand beside it. Inside the page, as `saidByEach`. `from`: the list stands on
 * the first of these rows, or on the one before.
 */
export async function openEach(
  page: Page,
  rows: readonly Opened[],
  { from }: { from: 'first' | 'before' },
): Promise<void> {
  await page.evaluate(`(async () => {
    ${UNTIL}
    const grid = document.querySelector('[role=grid]');
    const press = async (key) => {
      grid.focus();
      grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      await new Promise(requestAnimationFrame);
    };
    let isThere = ${from === 'first'};
    for (const { id, texts } of ${JSON.stringify(rows)}) {
      if (!isThere) await press('ArrowDown');
      isThere = false;
      await press('Enter');
      await until(id, () => {
        const pane = document.querySelector('aside');
        return location.pathname.endsWith(id) && pane?.querySelector('footer button')
          && texts.every((text) => pane.textContent.includes(text));
      });
    }
  })()`);
}

/**
 * Presses each of these buttons, reads the dialog that it opens, and closes that again. It happens inside the page, a press after the other:
 * from outside it takes ten times as long, and two hundred texts are many. What each dialog said, and what stood in its fields.
 */
export async function saidByEach(
  page: Page,
  { buttons, cancel }: { buttons: string; cancel: string },
): Promise<string[]> {
  return await page.evaluate<string[]>(`(async () => {
    ${UNTIL}
    const open = () => document.querySelector('[role=dialog]');
    const said = [];
    for (const button of document.querySelectorAll(${JSON.stringify(buttons)})) {
      button.click();
      const dialog = await until('a dialog', () => open()?.querySelector('h2') && open());
      said.push([dialog.textContent, ...[...dialog.querySelectorAll('input')].map(({ value }) => value)].join('\\n'));
      [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(${JSON.stringify(cancel)})).click();
      await until('no dialog', () => !open());
    }
    return said;
  })()`);
}

/** To another page without loading it anew, as a link there would lead. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
  );
}

/** Minutes later somebody comes back to the page: it reads again what it shows. The page's clock must be the test's. */
export async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(MINUTES_AWAY_MS);
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
}
