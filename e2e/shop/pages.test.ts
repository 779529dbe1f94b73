/** What players see of the shop, in every state, language, colour scheme and size. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPlayer } from '../../examples/shop/test/browser.ts';
import { TEXTS } from '../../examples/shop/web/texts/texts.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../browser.ts';
import { assertAccessible, assertNothingCutOff } from '../hosted-page/page-checks.ts';
import type { ColourScheme } from '../hosted-page/page-checks.ts';
import { takeScreenshot } from '../screenshots.ts';
import { openShop, payEveryWay, signIn } from './shop.ts';

const SIZES = { phone: PHONE, desktop: DESKTOP };
const LANGUAGES = ['tr', 'en'] as const;
const SCHEMES: readonly ColourScheme[] = ['light', 'dark'];

/**
 * Covers every pair of size, language and colour scheme. All combinations of three would take twice as long and find the
 * same.
 */
const schemeOf = (size: string, language: string): ColourScheme =>
  (size === 'phone') === (language === 'tr') ? 'light' : 'dark';

async function assertPageIsGood(page: Page, name: string, scheme: ColourScheme): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await takeScreenshot(page, `shop-${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: scheme });
  await assertNothingCutOff(page, name);
  await assertAccessible(page, `${name}, ${scheme}`, scheme);
}

/** The player can go on typing: the first wrong field has the focus, and what was typed. */
async function assertFocus(page: Page, label: string, value: string): Promise<void> {
  const input = page.getByLabel(label).and(page.locator(':focus'));
  await input.waitFor();
  assert.equal(await input.inputValue(), value);
}

test('every page of the shop', { concurrency: 2 }, async (t) => {
  const world = await openShop(t);
  const browser = await openBrowser(t);
  await openPlayer(world.shopUrl, 'zeynep');
  const payments = await payEveryWay(world, 'ayse');

  const tests = Object.entries(SIZES).flatMap(([size, device]) =>
    LANGUAGES.map(async (language) => {
      await t.test(`can be read and used by everybody on a ${size}, in ${language}`, async () => {
        const page = await openPage(browser, device);
        const texts = TEXTS[language];
        const check = async (name: string): Promise<void> =>
          await assertPageIsGood(page, `${size}-${language}-${name}`, schemeOf(size, language));
        await page.goto(`${world.shopUrl()}/?lang=${language}`);
        await check('welcome');
        await signIn(page, world, 'zeynep');
        await check('home-empty');
        await page.getByRole('button', { name: texts.leave }).click();
        await signIn(page, world, 'ayse');
        await check('home');
        await page.goto(`${world.shopUrl()}/deposit`);
        await check('deposit');
        await page.getByLabel(texts.amount).fill('1,000');
        await page.getByRole('button', { name: texts.goToPayment }).click();
        await page.getByText(texts.amountProblem.ambiguous).waitFor();
        await assertFocus(page, texts.amount, '1,000');
        await check('deposit-problem');
        await page.goto(`${world.shopUrl()}/withdraw`);
        await check('withdraw');
        await page.getByLabel(texts.amount).fill('100');
        await page.getByLabel(texts.bankName).fill('');
        await page.getByLabel(texts.iban).fill('TR33');
        await page.getByRole('button', { name: texts.sendWithdrawal }).click();
        await page.getByText(texts.ibanLength(4)).waitFor();
        await page.getByText(texts.bankNameProblem).waitFor();
        await assertFocus(page, texts.bankName, '');
        await check('withdraw-problem');
        await page.getByLabel(texts.bankName).fill('Ziraat Bankası');
        await page.getByLabel(texts.iban).fill('TR34 0006 1005 1978 6457 8413 26');
        await page.getByRole('button', { name: texts.sendWithdrawal }).click();
        await page.getByText(texts.ibanProblem.checksum).waitFor();
        await assertFocus(page, texts.iban, 'TR34 0006 1005 1978 6457 8413 26');
        await check('withdraw-iban');
        for (const [state, path] of payments) {
          await page.goto(world.shopUrl() + path);
          await check(state);
        }
        await page.goto(`${world.shopUrl()}/nowhere`);
        await check('missing');
        await page.context().close();
      });
    }),
  );
  await Promise.all(tests);
});

test('names without a space wrap at the end of the line, also on the narrowest phones', async (t) => {
  const world = await openShop(t);
  const page = await openPage(await openBrowser(t), { viewport: { width: 320, height: 568 } });
  const texts = TEXTS.tr;
  await page.goto(world.shopUrl());
  await page.getByLabel(texts.username).fill('W'.repeat(64));
  await page.getByLabel(texts.fullName).fill('Ş'.repeat(128));
  await page.getByRole('button', { name: texts.begin }).click();
  await page.locator('.balance').waitFor();
  await assertNothingCutOff(page, 'home');
  await takeScreenshot(page, 'shop-narrow-home');
  await page.getByRole('button', { name: texts.leave }).click();
  await page.locator('.choices').waitFor();
  await assertNothingCutOff(page, 'welcome');
  await takeScreenshot(page, 'shop-narrow-welcome');
});
