/** The ways through the page: by keyboard, without script, with large text; and what is no way to change anything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { send } from '../../server/test/harness/client.ts';
import { everything } from '../../server/test/http/pay/pages.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../browser.ts';
import { takeScreenshot } from '../screenshots.ts';
import { assertNothingCutOff } from './looks.ts';
import { openPayments, transactionIdOf } from './payments.ts';
import type { Payments } from './payments.ts';
import { pathOf, STATES } from './states.ts';

const PRESSED = ['waiting_payment', 'waiting_confirmation'];
/** Twice what browsers start with. */
const TWICE = { standard: 32, fixed: 26 };
/** Those that look at an address before a person does. */
const PREVIEWS = [
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
];

/** Moves on by the Tab key until something has the focus, as whoever has no mouse. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    if ((await page.locator(`${selector}:focus-visible`).count()) > 0) return;
  }
  assert.fail(`the Tab key never reaches ${selector}`);
}

async function assertBack(page: Page, { site }: Payments, path: string): Promise<void> {
  await page.waitForURL(`${new URL(site.returnUrl).origin}/**`);
  const { order, svcTransactionId, svcStatus } = Object.fromEntries(new URL(page.url()).searchParams);
  assert.deepEqual(
    [order, svcTransactionId, svcStatus],
    ['7', transactionIdOf(path), 'waiting_confirmation'],
  );
}

test('a player', async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);

  await t.test('copies what the bank asks for, and is told so', async () => {
    const path = await payments.create();
    const page = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(payments.url + path);
    await page.getByRole('button', { name: TEXTS.tr.fields.iban.copy }).click();
    await page.getByRole('status').getByText(TEXTS.tr.fields.iban.copied).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'TR330006100519786457841326');
    await page.context().close();
  });

  await t.test('needs nothing but a keyboard', async () => {
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
    assert.equal(await page.locator('#ask:focus').count(), 1, 'the focus is where it was');
    assert.equal((await payments.steps(path)).length, 1);

    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await tabTo(page, 'dialog form button.button');
    await page.keyboard.press('Enter');
    await assertBack(page, payments, path);
    assert.deepEqual(await payments.steps(path), PRESSED);
    await page.context().close();
  });

  await t.test('needs no script', async () => {
    const path = await payments.create();
    const page = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(payments.url + path);
    assert.equal(await page.locator('button:visible').count(), 0, 'no button that would do nothing');
    await page.getByText(TEXTS.tr.help.otherAmount.title).click();
    await page.getByText(TEXTS.tr.help.otherAmount.body).waitFor();
    await page.getByRole('link', { name: TEXTS.tr.pay.sent }).click();
    await page.getByRole('heading', { name: TEXTS.tr.confirm.title }).waitFor();
    await page.getByRole('link', { name: TEXTS.tr.confirm.no }).click();
    await page.getByRole('link', { name: TEXTS.tr.pay.sent }).click();
    await page.getByRole('button', { name: TEXTS.tr.confirm.yes }).click();
    await assertBack(page, payments, path);
    await page.goto(payments.url + path);
    await page.getByRole('heading', { name: TEXTS.tr.checking.title }).waitFor();
    assert.deepEqual(await payments.steps(path), PRESSED);
    await page.context().close();
  });

  await t.test('reads and presses everything with text at twice its size', async () => {
    for (const [size, device] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      const page = await openPage(browser, device);
      const session = await page.context().newCDPSession(page);
      await session.send('Page.enable');
      await session.send('Page.setFontSizes', { fontSizes: TWICE });
      for (const state of STATES) {
        await page.goto(`${payments.url}${await pathOf(state, payments)}?lang=en`);
        assert.equal(await page.evaluate('getComputedStyle(document.documentElement).fontSize'), '32px');
        if (state === 'dialog') await page.locator('#ask').click();
        await takeScreenshot(page, `${size}-twice-en-${state}`);
        await assertNothingCutOff(page, `${size} ${state}`);
        // Fails when something else is in the way.
        await page.locator('.button:visible').last().click({ trial: true });
      }
      await page.context().close();
    }
  });

  await t.test('changes the state once with 20 presses at once, and comes back from each', async () => {
    const externalReference = 'twenty';
    const path = await payments.create({ externalReference });
    const context = (await openPage(browser)).context();
    const pages = await Promise.all(Array.from({ length: 20 }, async () => await context.newPage()));
    await Promise.all(pages.map(async (page) => await page.goto(`${payments.url}${path}/sent`)));
    await Promise.all(pages.map(async (page) => await page.getByRole('button').click()));
    await Promise.all(pages.map(async (page) => await assertBack(page, payments, path)));
    const arrivals = payments.site.arrivals.filter(
      (arrival) => arrival['externalReference'] === externalReference,
    );
    assert.equal(arrivals.length, 20);
    assert.deepEqual(await payments.steps(path), PRESSED);
    await context.close();
  });

  await t.test(
    'who looks at everything and presses nothing has changed nothing, nor has a preview',
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
});
