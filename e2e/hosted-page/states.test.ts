/** What players see, in every state, language, colour scheme and size. */
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '@vezne/domain/written';
import { DESKTOP, openBrowser, openPage, PHONE, SMALL_PHONES } from '../browser.ts';
import { takeScreenshot } from '../screenshots.ts';
import { assertColours, seenColours } from './colours.ts';
import type { SeenColours } from './colours.ts';
import { failureViewsOf } from './failures.ts';
import { assertLogoShown, setPartnerLogo } from './logo.ts';
import {
  assertAccessible,
  assertNoticeBesideButton,
  assertNothingCutOff,
  assertNoScrollingNeeded,
} from './page-checks.ts';
import type { ColourScheme } from './page-checks.ts';
import { openPayments } from './payments.ts';
import { longNameViewsOf, pageViewsOf } from './page-views.ts';
import type { PageView } from './page-views.ts';

const SIZES = { phone: PHONE, desktop: DESKTOP };
/** The docs show the main steps, not every variation. */
const IN_DOCS = new Set([
  'phone-tr-pay-light',
  'phone-tr-dialog-light',
  'phone-tr-checking-light',
  'phone-tr-details-light',
  'phone-tr-approved-light',
  'phone-tr-rejected-light',
  'phone-tr-expired-light',
  'phone-tr-moved-light',
  'phone-en-pay-dark',
  'desktop-tr-pay-light',
]);

/** Axe takes most of the time. Its findings do not depend on the language, so it checks each language in one size only. */
const IS_FOR_AXE = /^(phone-tr|desktop-en)-/;

async function checkInScheme(page: Page, picture: string, scheme: ColourScheme): Promise<SeenColours> {
  await page.emulateMedia({ colorScheme: scheme });
  if (IS_FOR_AXE.test(picture)) await assertAccessible(page, picture, scheme);
  await takeScreenshot(page, picture, { inDocs: IN_DOCS.has(picture) });
  return await seenColours(page);
}

async function assertPageIsGood(page: Page, name: string, { isPayScreen }: PageView): Promise<void> {
  await assertNothingCutOff(page, name);
  if (isPayScreen && name.startsWith('phone')) await assertNoScrollingNeeded(page, name);
  const light = await checkInScheme(page, `${name}-light`, 'light');
  const dark = await checkInScheme(page, `${name}-dark`, 'dark');
  assertColours({ light, dark }, name);
}

/**
 * It holds six tests, and would have the four minutes of one. Alone they take one; beside twenty other processes on two cores
 * they took more than four, with nothing wrong. These are the ten that .ci/run has for all of e2e.
 */
const ALL_WITHIN_MS = 600_000;

test('every state of the page', { concurrency: 2, timeout: ALL_WITHIN_MS }, async (t) => {
  const browser = await openBrowser(t);
  const [payments, others] = [await openPayments(t), await openPayments(t)];
  await setPartnerLogo(others, browser);
  const [views, longNameViews, failures] = await Promise.all([
    pageViewsOf(payments),
    longNameViewsOf(others),
    failureViewsOf(t),
  ]);

  const tests = Object.entries(SIZES).flatMap(([size, device]) =>
    LANGUAGES.map(async (language) => {
      await t.test(`can be read and used by everybody on a ${size}, in ${language}`, async () => {
        const page = await openPage(browser, device);
        for (const view of [...views, ...longNameViews]) {
          const name = `${size}-${language}-${view.name}`;
          await view.show(page, language);
          await assertPageIsGood(page, name, view);
          if (longNameViews.includes(view)) await assertLogoShown(page, name);
        }
        await page.context().close();
      });
    }),
  );
  tests.push(
    t.test(
      'fits the details of the transfer on a small phone’s first screen, with notices that do not cover the button',
      async () => {
        for (const device of [...SMALL_PHONES, PHONE, DESKTOP]) {
          const page = await openPage(browser, device);
          const { width, height } = device.viewport;
          for (const view of views.filter(({ isPayScreen }) => isPayScreen))
            for (const language of LANGUAGES) {
              const name = `${view.name} in ${language} at ${width} x ${height}`;
              await view.show(page, language);
              if (device.isMobile) await assertNoScrollingNeeded(page, name);
              await assertNothingCutOff(page, name);
              await assertNoticeBesideButton(page, name);
            }
          await page.context().close();
        }
      },
    ),
  );
  tests.push(
    t.test('is also readable when the service cannot show the payment', async () => {
      for (const [size, device] of Object.entries(SIZES)) {
        const page = await openPage(browser, device);
        for (const language of LANGUAGES)
          for (const view of failures) {
            await view.show(page, language);
            await assertPageIsGood(page, `${size}-${language}-${view.name}`, view);
          }
        await page.context().close();
      }
    }),
  );
  await Promise.all(tests);
});
