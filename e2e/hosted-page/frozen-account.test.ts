/** A bank freezes an account while players have its IBAN before them: none of them must pay into it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { formatIban } from '@vezne/domain/iban';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { openBrowser, openPage } from '../browser.ts';
import { ibanOf } from './accounts.ts';
import { freeze, freezeAndMove, enableAnotherAccount } from './freezing.ts';
import { openPayments } from './payments.ts';

const { moved, paused, pay, checking, confirm, fields } = TEXTS.tr;
/** Seconds matter: at any of them a player may press "send" in the app of a bank. */
const SHOWN_WITHIN = { timeout: 3_000 };

function bodyOf(texts: { body: string }, iban: string): string {
  return texts.body.replace('{end}', `${iban.slice(-6, -2)}\u00a0${iban.slice(-2)}`);
}

/** The page holds an IBAN in no way, neither to be read nor to be copied. */
async function assertIbanAbsent(page: Page, iban: string): Promise<void> {
  const html = await page.content();
  for (const written of [iban, formatIban(iban)]) assert.ok(!html.includes(written), html);
}

/** What the page has said to screen readers, kept from the moment that this is asked for. */
async function recordAnnouncements(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`{
    const announcer = document.querySelector('#announcer');
    window.said = [];
    new MutationObserver(() => announcer.textContent && said.push(announcer.textContent))
      .observe(announcer, { childList: true });
  }`);
  return async () => await page.evaluate('said');
}

test('when the account of an open deposit is frozen', async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);
  // Before any freeze: a process gives out accounts from a copy that may be two seconds old.
  const [first, second, third, fourth] = await Promise.all([
    payments.create(),
    payments.create(),
    payments.create(),
    payments.create(),
  ]);

  /** How often the press changed the state; being moved to another account is a step too. */
  const pressesOf = async (path: string): Promise<number> =>
    (await payments.steps(path)).filter((status) => status === 'waiting_confirmation').length;

  await t.test('its open page warns and goes on with the new account', async () => {
    const page = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(payments.url + first);
    await page.locator('#ask').click();
    await page.getByRole('dialog').waitFor();
    const said = await recordAnnouncements(page);
    const { before, after } = await freezeAndMove(payments, first);

    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: moved.beforeSent.title }).waitFor(SHOWN_WITHIN);
    await alert.getByText(bodyOf(moved.beforeSent, after), { exact: true }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0, 'the question was about the old account');
    assert.equal(await page.locator('.moved h2:focus').count(), 1, 'who was in the question is at the news');
    assert.deepEqual(await said(), [], 'an alert is not said twice');
    assert.equal(await page.title(), `${pay.title} · Demo Shop`);
    await assertIbanAbsent(page, before);

    assert.equal(await page.locator('.copier').count(), 4);
    await page.getByRole('button', { name: fields.iban.copy }).click();
    await page.getByRole('status').getByText(fields.iban.copied).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), after);
    await page.locator('#ask').click();
    await page.getByRole('dialog').getByRole('button', { name: confirm.yes, exact: true }).click();
    await page.waitForURL(`${new URL(payments.site.returnUrl).origin}/**`);
    assert.equal(await pressesOf(first), 1);
    await page.context().close();
  });

  await t.test('and there is no other, its page shows none, until there is one', async () => {
    const page = await openPage(browser);
    await page.goto(payments.url + second);
    await page.locator('.row.iban .copier').focus();
    const said = await recordAnnouncements(page);
    const before = await ibanOf(payments, second);
    assert.ok((await freeze(payments, before)) > 0);

    await page.getByRole('heading', { name: paused.title }).waitFor(SHOWN_WITHIN);
    assert.equal(await page.title(), `${paused.title} · Demo Shop`);
    assert.deepEqual(await said(), [paused.title]);
    assert.equal(await page.locator('h1:focus').count(), 1);
    await assertIbanAbsent(page, before);
    assert.equal(await page.locator('.copier, #ask').count(), 0);
    await page.reload();
    await page.getByRole('heading', { name: paused.title }).waitFor();
    await assertIbanAbsent(page, before);

    const after = await enableAnotherAccount(payments);
    assert.equal(await ibanOf(payments, second), after);
    await page.getByRole('alert').getByText(bodyOf(moved.beforeSent, after)).waitFor(SHOWN_WITHIN);
    assert.equal(await page.locator('.row.iban .value').textContent(), formatIban(after));
    assert.equal(await page.locator('.copier').count(), 4);
    assert.equal(await page.title(), `${pay.title} · Demo Shop`);
    await assertIbanAbsent(page, before);
    await page.context().close();
  });

  /** The press was taken, once, and the player is not sent away but reads which account is the right one. */
  async function assertWarned(page: Page, path: string): Promise<void> {
    await page.getByRole('heading', { name: checking.title }).waitFor();
    assert.equal(new URL(page.url()).pathname, path);
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: moved.afterSent.title }).waitFor();
    await alert.getByText(bodyOf(moved.afterSent, await ibanOf(payments, path)), { exact: true }).waitFor();
    assert.equal(await pressesOf(path), 1);
  }

  await t.test('who presses before the page has learnt of it is warned', async () => {
    const page = await openPage(browser);
    await page.route('**/state', async () => await new Promise<never>(() => {}));
    await page.goto(payments.url + third);
    const { before } = await freezeAndMove(payments, third);
    await page.locator('#ask').click();
    assert.equal(await page.locator('.row.iban .value').textContent(), formatIban(before));
    await page.getByRole('dialog').getByRole('button', { name: confirm.yes, exact: true }).click();
    await assertWarned(page, third);
    await page.context().close();
  });

  await t.test('who has no script is warned in the question, or after it', async () => {
    const page = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(payments.url + fourth);
    await page.getByRole('link', { name: pay.sent }).click();
    const yes = page.getByRole('button', { name: confirm.yes, exact: true });
    await yes.waitFor();
    const late = await page.context().newPage();
    await late.goto(payments.url + fourth);
    const { after } = await freezeAndMove(payments, fourth);
    await late.getByRole('link', { name: pay.sent }).click();
    await late.getByRole('alert').getByText(bodyOf(moved.afterSent, after), { exact: true }).waitFor();
    assert.equal(await pressesOf(fourth), 0);
    await yes.click();
    await assertWarned(page, fourth);
    await page.context().close();
  });
});
