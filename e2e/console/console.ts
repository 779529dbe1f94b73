import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { captureLog } from '../../server/test/harness/log-lines.ts';
import { CHEAP_PASSWORDS, codeAt } from '../../server/test/harness/staff.ts';
import type { TestPerson } from '../../server/test/harness/staff.ts';
import { consoleConfig } from '../../server/test/harness/console.ts';
import { startConsole } from '../../server/src/processes/console.ts';
import { claimPorts } from '../../tools/ports/claim.ts';
import { DESKTOP, openPage } from '../browser.ts';

export const DIST = fileURLToPath(new URL('../../web/dist/console', import.meta.url));

export interface RunningConsole {
  /** As http://localhost: passkeys refuse an address of digits. */
  url: string;
  owner: pg.Pool;
  /** What the pages reported that broke their policy. */
  policyReports: () => unknown[];
}

/** The real process, with the pages that were built. */
export async function openConsole(
  t: TestContext,
  {
    environment = 'production',
    database: given,
  }: { environment?: 'production' | 'development'; database?: TestDatabase } = {},
): Promise<RunningConsole> {
  assert.ok(existsSync(`${DIST}/index.html`), 'the pages are not built: npm run build:web');
  const database = given ?? (await createTestDatabase(t));
  const port = await claimPorts();
  const url = `http://localhost:${port}`;
  const { log, lines } = captureLog();
  const { stop } = await startConsole(
    consoleConfig(database, { environment, port, host: 'localhost', consoleUrl: url, trustedProxies: [] }),
    log,
    { passwordCost: CHEAP_PASSWORDS },
  );
  t.after(stop);
  return { url, owner: database.pool(), policyReports: () => lines('a page broke its policy') };
}

export interface ConsolePage {
  page: Page;
  /** Everything that the browser wrote to its console, apart from answers that a test provoked. */
  messages: string[];
}

/** A desktop browser that keeps what its console says. */
export async function openConsolePage(
  browser: Browser,
  { language = 'tr', ...options }: BrowserContextOptions & { language?: 'tr' | 'en' } = {},
): Promise<ConsolePage> {
  const page = await openPage(browser, {
    ...DESKTOP,
    // Colours change at once, so that no picture or check falls into a transition.
    reducedMotion: 'reduce',
    locale: language === 'tr' ? 'tr-TR' : 'en-GB',
    ...options,
  });
  const messages: string[] = [];
  page.on('console', (message) => {
    // Chromium writes a line for every answer from 400 on. Those are refusals that tests ask for.
    if (!message.text().startsWith('Failed to load resource'))
      messages.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(error.message));
  return { page, messages };
}

/** Signs in as a person does, by keyboard. */
export async function signIn(
  page: Page,
  url: string,
  person: TestPerson,
  { hasTotp = true } = {},
): Promise<void> {
  await page.goto(`${url}/`);
  await page.locator('input[name=username]').fill(person.handle);
  await page.locator('input[name=password]').fill(person.password);
  await page.keyboard.press('Enter');
  if (hasTotp) await typeCode(page, codeAt(person, Date.now()));
  await page.locator('nav').waitFor();
}

/**
 * Signs in without the door, where a password is enough: every load of a page is a large part of what a test costs. The next address
 * that the page goes to finds the session.
 */
export async function enter(
  page: Page,
  url: string,
  { handle, password }: Pick<TestPerson, 'handle' | 'password'>,
): Promise<void> {
  await post(page, url, '/api/sign-in', { handle, password });
}

/** As the page itself would ask, with its cookies. */
export async function post(page: Page, url: string, path: string, data: object): Promise<void> {
  const headers = { origin: url, 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post(url + path, { headers, data });
  assert.equal(answer.status(), 200, `${path}: ${await answer.text()}`);
}

/** The six boxes for a code. The sixth digit sends it. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.locator('[role=group] input').first().click();
  await page.keyboard.type(code);
}

/** The scripts that a browser loads before it shows anything: those of the page, and the texts of one language, the longer one. */
export function firstScripts(): string[] {
  const html = readFileSync(`${DIST}/index.html`, 'utf8');
  const ofPage = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => DIST + path);
  const texts = globSync(`${DIST}/assets/at-once-*.js`).toSorted(
    (a, b) => statSync(b).size - statSync(a).size,
  );
  const [longest] = texts;
  assert.ok(
    longest !== undefined && texts.length > 1 && texts.every((file) => !ofPage.includes(file)),
    'texts load by language',
  );
  return [...ofPage, longest];
}
