import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { Language } from '@vezne/domain/written';
import { startApiProcess } from '../../server/test/harness/api-process.ts';
import { send } from '../../server/test/harness/client.ts';
import { openDesk } from '../../server/test/harness/desk.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { newPage } from '../../server/test/http/pay/pages.ts';
import type { PageView } from './page-views.ts';

const GUESSED = '/pay/txn_1/guessed';
const REFUSED_WITHIN_MS = 10_000;

/** What players see when the service cannot serve them: several reasons, shown one after another on one page. */
export async function failureViewsOf(t: TestContext): Promise<PageView[]> {
  const { database, owner, partner } = await openDesk(t);
  // By a process that has its usual time: one that has 100 ms hangs up on a create that takes longer, as on a busy machine.
  const patient = await startApiProcess(t, database);
  const path = await newPage({ url: patient.url, owner, database, partner });
  patient.child.kill('SIGKILL');
  const { url } = await startApiProcess(t, database, {
    VEZNE_FAILED_AUTHENTICATIONS_PER_SECOND: '1',
    // So that a press in an outage fails at once.
    VEZNE_CREATE_BOUND_MS: '100',
  });
  // The page of a deposit cannot be read without it.
  const inOutage = async (work: () => Promise<unknown>): Promise<void> => {
    await owner.query('revoke select on partner_logo from vezne_api');
    await work();
    await owner.query('grant select on partner_logo to vezne_api');
  };
  const view = (name: string, show: (page: Page, language: Language) => Promise<void>): PageView => ({
    name,
    isPayScreen: false,
    show,
  });
  return [
    view('unavailable', async (page, language) => {
      await inOutage(async () => {
        assert.equal((await page.goto(`${url}${path}?lang=${language}`))?.status(), 503);
      });
    }),
    view('press-failed', async (page, language) => {
      await page.goto(`${url}${path}/sent?lang=${language}`);
      await inOutage(async () => {
        await page.locator('form button').first().click();
        await page.locator('main.waiting form button').waitFor();
      });
    }),
    view('too-many', async (page, language) => {
      const guessTwice = async (): Promise<number | undefined> => {
        await send(url, { method: 'GET', path: GUESSED });
        return (await page.goto(`${url}${GUESSED}?lang=${language}`))?.status();
      };
      // The limit counts guesses per second. On a slow machine the second guess may fall into the next second, so this
      // tries again.
      await until(guessTwice, (status) => status === 429, REFUSED_WITHIN_MS);
    }),
  ];
}
