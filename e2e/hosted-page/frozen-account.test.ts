/** A bank freezes an account while players have its IBAN on their screens. None of them must pay into it. */
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
/** Every second counts: a player may press "send" in the bank's app at any moment. */
const SHOWN_WITHIN = { timeout: 3_000 };

function bodyOf(texts: { body: string }, iban: string): string {
  return texts.body
    .replace('{end}', `${iban.slice(-6, -2)}\u00a0${iban.slice(-2)}`)
    .replace('{support}', TEXTS.tr.page.support.replace('{partner}', 'Demo Shop'));
}

/** The page contains the IBAN nowhere, neither as text nor for the clipboard. */
async function assertIbanAbsent(page: Page, iban: string): Promise<void> {
  const html = await page.content();
  for (const written of [iban, formatIban(iban)]) assert.ok(!html.includes(written), html);
}

/** Collects what the page announces to screen readers from now on. */
async function recordAnnouncements(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`{
    const announcer = document.querySelector('#announcer');
    window.said = [];
    new MutationObserver(() => announcer.textContent && said.push(announcer.textContent))
      .observe(announcer, { childList: true });
  }`);
  return async () => await page.evaluate('said');
}

test('when a bank freezes the account of an open deposit', async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);
  // Created before any freeze: a process assigns accounts from a copy that may be two seconds old.
  const [first, second, third, fourth] = await Promise.all([
    payments.create(),
    payments.create(),
    payments.create(),
    payments.create(),
  ]);

  /** How often the press changed the state. A move to another account is a step too, so this does not count all steps. */
  const pressesOf = async (path: string): Promise<number> =>
    (await payments.steps(path)).filter((status) => status === 'waiting_confirmation').length;

  await t.test('the open page warns the player and continues with the new account', async () => {
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
    assert.equal(
      await page.locator('.moved h2:focus').count(),
      1,
      'the focus moves from the question to the warning',
    );
    assert.deepEqual(await said(), [], 'an alert is announced only once');
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

  await t.test('and there is no other account, the page shows none until there is one', async () => {
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

  /** The press counted exactly once. The player stays on our page, which names the right account. */
  async function assertWarned(page: Page, path: string): Promise<void> {
    await page.getByRole('heading', { name: checking.title }).waitFor();
    assert.equal(new URL(page.url()).pathname, path);
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: moved.afterSent.title }).waitFor();
    await alert.getByText(bodyOf(moved.afterSent, await ibanOf(payments, path)), { exact: true }).waitFor();
    assert.equal(await pressesOf(path), 1);
  }

  await t.test('a player who presses before the page knows about the freeze is warned', async () => {
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

  await t.test('a player without JavaScript is warned in the question, or after it', async () => {
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
