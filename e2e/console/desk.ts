/** Operators at the real console, each in a browser of their own. */
import type { TestContext } from 'node:test';
import { displayCode } from '@vezne/domain/written';
import type { Locator, Page } from 'playwright-core';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { insertPerson } from '../../server/test/harness/staff.ts';
import type { PersonOptions, TestPerson } from '../../server/test/harness/staff.ts';
import { openBrowser } from '../browser.ts';
import { enter, openConsole, openConsolePage, post } from './console.ts';
import type { RunningConsole } from './console.ts';
import { openMorning } from './morning.ts';
import type { Morning } from './morning.ts';

/** Development: a password proves who one is, and no code has to be waited for. */
export async function openDesk(t: TestContext): Promise<RunningConsole & { morning: Morning }> {
  const database = await createTestDatabase(t);
  const running = await openConsole(t, { database, environment: 'development' });
  return { ...running, morning: await openMorning(running.owner) };
}

/** Somebody at the queue who has proved a moment ago that it is them. */
export async function atTheQueue(
  t: TestContext,
  { url, owner }: Pick<RunningConsole, 'url' | 'owner'>,
  options: PersonOptions = {},
): Promise<{ page: Page; messages: string[]; person: TestPerson }> {
  const person = await insertPerson(owner, { factors: 'none', roles: ['operator'], ...options });
  const { page, messages } = await openConsolePage(await openBrowser(t));
  await enter(page, url, person);
  await post(page, url, '/api/session/step-up', { password: person.password });
  await page.goto(`${url}/deposits`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, messages, person };
}

export const statusOf = async ({ owner }: RunningConsole, id: string): Promise<string> => {
  const { rows } = await owner.query<{ status: string }>('select status from transaction where id = $1', [
    id,
  ]);
  return rows[0]?.status ?? 'none';
};

/** Until this deposit is there, with its buttons: the address changes a moment earlier. */
export async function seen(page: Page, { owner }: RunningConsole, id: string): Promise<void> {
  const { rows } = await owner.query<{ code: string }>(
    'select reference_code as code from transaction where id = $1',
    [id],
  );
  await page.getByRole('heading', { level: 2, name: displayCode(rows[0]?.code ?? '') }).waitFor();
  await page.getByRole('button', { name: /onayla|İkinci onay iste/ }).waitFor();
}

/** Until the page has drawn what it knows, and has nothing left to do. What a key did late is there by then. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))))',
  );
}

export const rowsOf = (page: Page): Locator => page.getByRole('grid').locator('[role=rowgroup] [role=row]');
