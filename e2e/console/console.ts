import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { captureLog } from '../../server/test/harness/log-lines.ts';
import { CHEAP_PASSWORDS, codeAt } from '../../server/test/harness/staff.ts';
import type { TestPerson } from '../../server/test/harness/staff.ts';
import { consoleConfig } from '../../server/test/harness/console.ts';
import { startConsole } from '../../server/src/processes/console.ts';
import { claimPorts } from '../../tools/ports/claim.ts';
import { firstScripts, post, typeCode } from '../signed-in/place.ts';
import type { RunningPlace } from '../signed-in/place.ts';

export { openPlacePage as openConsolePage, post, typeCode } from '../signed-in/place.ts';

const DIST = fileURLToPath(new URL('../../web/dist/console', import.meta.url));

export type RunningConsole = RunningPlace;

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

/** The scripts that a browser loads before the console shows anything. */
export const consoleScripts = (): string[] => firstScripts(DIST, 'at-once');
