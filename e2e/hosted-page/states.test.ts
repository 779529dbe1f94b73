/** What players see, in every state, language, colour scheme and size. */
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../server/src/http/pay/language.ts';
import { DESKTOP, openBrowser, openPage, PHONE, SMALL_PHONES } from '../browser.ts';
import { takeScreenshot } from '../screenshots.ts';
import { assertColours, seenColours } from './colours.ts';
import type { SeenColours } from './colours.ts';
import { failuresOf } from './failures.ts';
import { assertLogoShown, giveLogo } from './logo.ts';
import {
  assertAccessible,
  assertNoticeBesideButton,
  assertNothingCutOff,
  assertWithoutScrolling,
} from './looks.ts';
import type { Scheme } from './looks.ts';
import { openPayments } from './payments.ts';
import { longSightsOf, sightsOf } from './sights.ts';
import type { Sight } from './sights.ts';

const SIZES = { phone: PHONE, desktop: DESKTOP };
/** A player and a partner who read the docs want to see the way, not every mood of it. */
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

/** Axe takes most of the time. It finds the same in either language, so each is read by it in one of the sizes. */
const IS_FOR_AXE = /^(phone-tr|desktop-en)-/;

async function look(page: Page, picture: string, scheme: Scheme): Promise<SeenColours> {
  await page.emulateMedia({ colorScheme: scheme });
  if (IS_FOR_AXE.test(picture)) await assertAccessible(page, picture, scheme);
  await takeScreenshot(page, picture, { inDocs: IN_DOCS.has(picture) });
  return await seenColours(page);
}

async function assertGood(page: Page, name: string, { isPaying }: Sight): Promise<void> {
  await assertNothingCutOff(page, name);
  if (isPaying && name.startsWith('phone')) await assertWithoutScrolling(page, name);
  const light = await look(page, `${name}-light`, 'light');
  const dark = await look(page, `${name}-dark`, 'dark');
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
  await giveLogo(others, browser);
  const [sights, longSights, failures] = await Promise.all([
    sightsOf(payments),
    longSightsOf(others),
    failuresOf(t),
  ]);

  const tests = Object.entries(SIZES).flatMap(([size, device]) =>
    LANGUAGES.map(async (language) => {
      await t.test(`can be read and used by everybody on a ${size}, in ${language}`, async () => {
        const page = await openPage(browser, device);
        for (const sight of [...sights, ...longSights]) {
          const name = `${size}-${language}-${sight.name}`;
          await sight.show(page, language);
          await assertGood(page, name, sight);
          if (longSights.includes(sight)) await assertLogoShown(page, name);
        }
        await page.context().close();
      });
    }),
  );
  tests.push(
    t.test('has all that the transfer takes on small phones, and a notice beside the button', async () => {
      for (const device of [...SMALL_PHONES, PHONE, DESKTOP]) {
        const page = await openPage(browser, device);
        const { width, height } = device.viewport;
        for (const sight of sights.filter(({ isPaying }) => isPaying))
          for (const language of LANGUAGES) {
            const name = `${sight.name} in ${language} at ${width} x ${height}`;
            await sight.show(page, language);
            if (device.isMobile) await assertWithoutScrolling(page, name);
            await assertNothingCutOff(page, name);
            await assertNoticeBesideButton(page, name);
          }
        await page.context().close();
      }
    }),
  );
  tests.push(
    t.test('is good to look at, too, when it cannot be shown', async () => {
      for (const [size, device] of Object.entries(SIZES)) {
        const page = await openPage(browser, device);
        for (const language of LANGUAGES)
          for (const sight of failures) {
            await sight.show(page, language);
            await assertGood(page, `${size}-${language}-${sight.name}`, sight);
          }
        await page.context().close();
      }
    }),
  );
  await Promise.all(tests);
});
