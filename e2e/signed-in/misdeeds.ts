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
