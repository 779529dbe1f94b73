/** Players who use the page by keyboard, without JavaScript or with large text; and visits that must not change anything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { send } from '../../server/test/harness/client.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { pdf } from '../../server/test/http/pay/detail-forms.ts';
import { everything } from '../../server/test/http/pay/pages.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../browser.ts';
import { takeScreenshot } from '../screenshots.ts';
import { tabTo } from './keyboard.ts';
import { assertNothingCutOff } from './page-checks.ts';
import { openPayments, transactionIdOf } from './payments.ts';
import type { Payments } from './payments.ts';
import { pageViewsOf } from './page-views.ts';

const PRESSED = ['waiting_payment', 'waiting_confirmation'];
/** The browser's default font sizes, and twice that. */
const USUAL = { standard: 16, fixed: 13 };
const TWICE = { standard: 32, fixed: 26 };
const APPLIED_WITHIN_MS = 5_000;
/** Everything that a player reads or presses. */
const TEXTS_OF_PAGE = '.value, .button, li, p';
const RECEIPT = { name: 'dekont.pdf', mimeType: 'application/pdf', buffer: pdf() };
/** Programs that open a link before a person does. */
const PREVIEWS = [
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
];

async function assertReturnedToPartner(page: Page, { site }: Payments, path: string): Promise<void> {
  await page.waitForURL(`${new URL(site.returnUrl).origin}/**`);
  const { order, svcTransactionId, svcStatus } = Object.fromEntries(new URL(page.url()).searchParams);
  assert.deepEqual(
    [order, svcTransactionId, svcStatus],
    ['7', transactionIdOf(path), 'waiting_confirmation'],
  );
}

/** The details that the page says the player has given; the time, which the page fills in itself, as a word. */
async function shownDetails(page: Page): Promise<string[]> {
  const texts = await page.locator('.given dd').allTextContents();
  return texts.map((text) => text.replace(/.* \d{2}:\d{2}$/, 'a time'));
}

/** The font sizes of the page's texts, once the browser has applied the new default size. */
async function fontSizes(page: Page, { standard }: { standard: number }): Promise<number[]> {
  await until(
    async () => await page.evaluate('getComputedStyle(document.documentElement).fontSize'),
    (size) => size === `${standard}px`,
    APPLIED_WITHIN_MS,
  );
  const sizes = await page.evaluate(
    `[...document.querySelectorAll('${TEXTS_OF_PAGE}')].map((text) => getComputedStyle(text).fontSize)`,
  );
  return (sizes as string[]).map(Number.parseFloat);
}

test('a player', async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);

  await t.test('needs only a keyboard, also for the details and a receipt', async () => {
    const path = await payments.create();
    const page = await openPage(browser, { ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(payments.url + path);
    await tabTo(page, 'nav a[hreflang=en]');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: TEXTS.en.pay.title }).waitFor();
    await tabTo(page, '.row.code button');
    await page.keyboard.press('Enter');
    await page.getByText(TEXTS.en.fields.code.copied).waitFor();
    await tabTo(page, 'summary');
    await page.keyboard.press('Enter');
    await page.getByText(TEXTS.en.help.noDescription.body).waitFor();

    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    const dialog = page.getByRole('dialog', { name: TEXTS.en.confirm.title });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await page.locator('#ask:focus').count(), 1, 'the focus is back where it was');
    await page.keyboard.press('Enter');
    await tabTo(page, 'dialog [data-close]');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await payments.steps(path)).length, 1);

    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await tabTo(page, 'dialog button[name=next]');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: TEXTS.en.details.title }).waitFor();
    assert.deepEqual(await payments.steps(path), PRESSED);
    await tabTo(page, '#senderName');
    await page.keyboard.type('Ayşe Işık');
    await tabTo(page, '#ibanLastFour');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await page.getByText(TEXTS.en.details.problems.ibanLastFour).waitFor();
    assert.equal(
      await page.locator('#ibanLastFour:focus').count(),
      1,
      'the focus is on the field with the mistake',
    );
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('4832');
    await tabTo(page, '#receipt');
    await page.locator('#receipt').setInputFiles(RECEIPT);
    await tabTo(page, '.details-form button');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: TEXTS.en.checking.title }).waitFor();
    assert.deepEqual(await shownDetails(page), ['Ayşe Işık', '4832', 'a time', '1 uploaded']);
    await tabTo(page, 'a.button');
    await page.keyboard.press('Enter');
    await assertReturnedToPartner(page, payments, path);
    assert.deepEqual(await payments.steps(path), PRESSED);
    await page.context().close();
  });

  await t.test('needs no JavaScript, also for the details and a receipt', async () => {
    const path = await payments.create();
    const page = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(payments.url + path);
    assert.equal(await page.locator('button:visible').count(), 0, 'no button that does nothing');
    await page.getByText(TEXTS.tr.help.otherAmount.title).click();
    await page.getByText(TEXTS.tr.help.otherAmount.body).waitFor();
    await page.getByRole('link', { name: TEXTS.tr.pay.sent }).click();
    await page.getByRole('heading', { name: TEXTS.tr.confirm.title }).waitFor();
    await page.getByRole('link', { name: TEXTS.tr.confirm.no }).click();
    await page.getByRole('link', { name: TEXTS.tr.pay.sent }).click();
    await page.getByRole('button', { name: TEXTS.tr.confirm.yes, exact: true }).click();
    await assertReturnedToPartner(page, payments, path);

    await page.goto(payments.url + path);
    await page.getByRole('heading', { name: TEXTS.tr.checking.title }).waitFor();
    await page.getByRole('link', { name: TEXTS.tr.details.add }).click();
    await page.getByLabel(TEXTS.tr.details.labels.senderName).fill('Ayşe Nur Işık');
    await page.getByLabel(TEXTS.tr.details.receiptLabel, { exact: true }).setInputFiles(RECEIPT);
    await page.getByRole('button', { name: TEXTS.tr.details.save }).click();
    await page.getByRole('heading', { name: TEXTS.tr.checking.title }).waitFor();
    assert.deepEqual(await shownDetails(page), ['Ayşe Nur Işık', 'a time', '1 dosya']);
    await page.getByRole('link', { name: 'Demo Shop sitesine dön' }).click();
    await assertReturnedToPartner(page, payments, path);
    assert.deepEqual(await payments.steps(path), PRESSED);
    await page.context().close();
  });

  await t.test('who has a receipt gets to its form at once, and from there back to the partner', async () => {
    for (const isSent of [true, false]) {
      const path = await payments.create();
      const page = await openPage(browser);
      await page.goto(payments.url + path);
      await page.locator('#ask').click();
      await page.getByRole('dialog').getByRole('button', { name: TEXTS.tr.confirm.yesWithDetails }).click();
      await page.getByRole('heading', { name: TEXTS.tr.details.title }).waitFor();
      assert.equal(new URL(page.url()).pathname, `${path}/details`);
      assert.deepEqual(await payments.steps(path), PRESSED, 'with or without a receipt');
      if (isSent) {
        await page.locator('#receipt').setInputFiles(RECEIPT);
        await page.getByRole('button', { name: TEXTS.tr.details.save }).click();
        await page.getByRole('heading', { name: TEXTS.tr.checking.title }).waitFor();
        assert.deepEqual(await shownDetails(page), ['1 dosya'], 'what we filled in is not their word');
      }
      await page.getByRole('link', { name: 'Demo Shop sitesine dön' }).click();
      await assertReturnedToPartner(page, payments, path);
      await page.context().close();
    }
  });

  await t.test('changes the state only once with a double click', async () => {
    const path = await payments.create();
    const page = await openPage(browser, DESKTOP);
    await page.goto(payments.url + path);
    await page.locator('#ask').click();
    await page.getByRole('button', { name: TEXTS.tr.confirm.yes, exact: true }).dblclick();
    await assertReturnedToPartner(page, payments, path);
    assert.deepEqual(await payments.steps(path), PRESSED);
    await page.context().close();
  });

  await t.test(
    'changes the state only once with 20 presses at once, and returns to the partner from each',
    async () => {
      const externalReference = 'twenty';
      const path = await payments.create({ externalReference });
      const context = (await openPage(browser)).context();
      const pages = await Promise.all(Array.from({ length: 20 }, async () => await context.newPage()));
      await Promise.all(pages.map(async (page) => await page.goto(`${payments.url}${path}/sent`)));
      const yes = { name: TEXTS.tr.confirm.yes, exact: true };
      await Promise.all(pages.map(async (page) => await page.getByRole('button', yes).click()));
      await Promise.all(pages.map(async (page) => await assertReturnedToPartner(page, payments, path)));
      const arrivals = payments.site.arrivals.filter(
        (arrival) => arrival['externalReference'] === externalReference,
      );
      assert.equal(arrivals.length, 20);
      assert.deepEqual(await payments.steps(path), PRESSED);
      await context.close();
    },
  );

  await t.test(
    'who opens every page but presses nothing changes nothing, and neither does a link preview',
    async () => {
      const path = await payments.create();
      const before = await everything(payments.owner);
      for (const agent of PREVIEWS)
        for (const method of ['HEAD', 'GET'])
          for (const place of ['', '/sent', '/state']) {
            const headers = { 'user-agent': agent, purpose: 'prefetch' };
            const { status } = await send(payments.url, { method, path: path + place, headers });
            assert.equal(status, 200, `${agent} ${method} ${place}`);
          }
      const page = await openPage(browser);
      await page.goto(payments.url + path);
      await page.getByRole('link', { name: 'EN' }).click();
      await page.locator('#ask').click();
      await page.getByRole('dialog').getByText(TEXTS.en.confirm.no).click();
      await page.goto(`${payments.url}${path}/sent`);
      await page.goBack();
      await page.reload();
      assert.deepEqual(await everything(payments.owner), before);
      await page.context().close();
    },
  );

  await t.test('can read and press everything with text at twice its size', async () => {
    const views = await pageViewsOf(payments);
    for (const [size, device] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      const page = await openPage(browser, device);
      const session = await page.context().newCDPSession(page);
      await session.send('Page.enable');
      for (const view of views) {
        const what = `${size} ${view.name}`;
        await session.send('Page.setFontSizes', { fontSizes: USUAL });
        await view.show(page, 'en');
        const usual = await fontSizes(page, USUAL);
        await session.send('Page.setFontSizes', { fontSizes: TWICE });
        assert.deepEqual(
          await fontSizes(page, TWICE),
          usual.map((pixels) => 2 * pixels),
          what,
        );
        await takeScreenshot(page, `${size}-twice-en-${view.name}`);
        await assertNothingCutOff(page, what);
        // Fails if another element covers the button.
        const button = page.locator('.button:visible').last();
        if ((await button.count()) > 0) await button.click({ trial: true });
      }
      await page.context().close();
    }
  });
});
