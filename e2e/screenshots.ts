import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** The few that docs show are kept with the code; all others are for whoever wants to look. */
const DOCS = new URL('../docs/images/hosted-page/', import.meta.url);
const OTHERS = new URL('../.cache/e2e/', import.meta.url);

/** What is on the screen now, if pictures were asked for. */
export async function takeScreenshot(page: Page, name: string, { inDocs = false } = {}): Promise<void> {
  if ((process.env['E2E_SCREENSHOTS'] ?? '') === '') return;
  const path = fileURLToPath(new URL(`${name}.png`, inDocs ? DOCS : OTHERS));
  // A repository keeps every version for ever, so what is kept is small.
  await page.screenshot({ path, scale: inDocs ? 'css' : 'device' });
}
