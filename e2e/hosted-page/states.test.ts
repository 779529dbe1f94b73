/** What players see, in every state, language, colour scheme and size. */
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../server/src/http/pay/language.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../browser.ts';
import { takeScreenshot } from '../screenshots.ts';
import { assertAccessible, assertNothingCutOff, assertWithoutScrolling } from './looks.ts';
import type { Scheme } from './looks.ts';
import { openPayments } from './payments.ts';
import { pathOf, STATES } from './states.ts';
import type { State } from './states.ts';

const SIZES = { phone: PHONE, desktop: DESKTOP };
const SCHEMES: readonly Scheme[] = ['light', 'dark'];
/** A player and a partner who read the docs want to see the way, not every mood of it. */
const IN_DOCS = new Set([
  'phone-tr-pay-light',
  'phone-tr-dialog-light',
  'phone-tr-checking-light',
  'phone-tr-approved-light',
  'phone-tr-rejected-light',
  'phone-tr-moved-light',
  'phone-en-pay-dark',
]);

async function show(page: Page, address: string, state: State): Promise<void> {
  await page.goto(address);
  if (state !== 'dialog') return;
  await page.locator('#ask').click();
  await page.locator('dialog[open]').waitFor();
}

test('every state of the page', { concurrency: 2 }, async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);
  const paths = new Map<State, string>();
  for (const state of STATES) paths.set(state, await pathOf(state, payments));

  async function assertGood(page: Page, name: string, state: State): Promise<void> {
    await assertNothingCutOff(page, name);
    const isPaying = state === 'pay' || state === 'moved';
    if (isPaying && name.startsWith('phone')) await assertWithoutScrolling(page, name);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const picture = `${name}-${colorScheme}`;
      await takeScreenshot(page, picture, { inDocs: IN_DOCS.has(picture) });
      await assertAccessible(page, picture, colorScheme);
    }
  }

  const tests = Object.entries(SIZES).flatMap(([size, device]) =>
    LANGUAGES.map(async (language) => {
      await t.test(`can be read and used by everybody on a ${size}, in ${language}`, async () => {
        const page = await openPage(browser, device);
        for (const [state, path] of paths) {
          await show(page, `${payments.url}${path}?lang=${language}`, state);
          await assertGood(page, `${size}-${language}-${state}`, state);
        }
        await page.context().close();
      });
    }),
  );
  await Promise.all(tests);
});
