/** Less direct ways between the shop and the payment page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { operatorsAt, passDeadline } from '../../examples/shop/test/operators.ts';
import { latestOf } from '../../examples/shop/test/steps.ts';
import { deliver, lastEvent } from '../../examples/shop/test/world.ts';
import type { World } from '../../examples/shop/test/world.ts';
import { en as texts } from '../../examples/shop/web/texts/en.ts';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { holdTable, untilStatementWaits } from '../../server/test/harness/hold-table.ts';
import { openBrowser, openPage } from '../browser.ts';
import { approve } from '../hosted-page/states.ts';
import { openShop } from './shop.ts';

const HOSTED = /\/pay\/txn_/;

async function begin(page: Page, { shopUrl }: World): Promise<void> {
  await page.goto(shopUrl());
  await page.getByLabel(texts.username).fill('ayse');
  await page.getByLabel(texts.fullName).fill('Ayşe Işık');
  await page.getByRole('button', { name: texts.begin }).click();
  await page.goto(`${shopUrl()}/deposit`);
  await page.getByLabel(texts.amount).fill('1000');
}

/** Follows the link back to the shop, whatever its text. */
async function goBack(page: Page, { shopUrl }: World): Promise<void> {
  await page.locator(`a[href^="${shopUrl()}/return?"]`).first().click();
  await page.waitForURL(`${shopUrl()}/return?**`);
}

test('a player who comes back without paying can return to the payment page, and is told when the time is over', async (t) => {
  const world = await openShop(t);
  const page = await openPage(await openBrowser(t), { locale: 'en-GB' });
  const pay = page.getByRole('link', { name: texts.goToPayment });
  await begin(page, world);
  await page.getByRole('button', { name: texts.goToPayment }).click();
  await page.waitForURL(HOSTED);
  const hostedUrl = page.url();

  await goBack(page, world);
  await page.getByRole('heading', { name: texts.state.deposit.open.heading }).waitFor();
  await pay.click();
  await page.waitForURL(hostedUrl);

  const { id } = await latestOf(world);
  await passDeadline(world.desk, id);
  await page.reload();
  await goBack(page, world);
  await pay.waitFor();
  // The open page polls for news by itself.
  await operatorsAt(world.desk).expire(id);
  assert.equal(await deliver(world, await lastEvent(world)), 200);
  const heading = page.getByRole('heading', { name: texts.state.deposit.expired.heading });
  await heading.waitFor();
  assert.equal(await page.locator('[role=status]').textContent(), await heading.textContent());
  assert.equal(await page.title(), `${texts.state.deposit.expired.heading} · Demo Shop`);
  assert.equal(await page.locator('[data-waiting]').count(), 0);
  await page.getByRole('link', { name: texts.newDeposit }).click();
  await page.waitForURL(`${world.shopUrl()}/deposit`);
});

test('the shop remembers who has said that the transfer was sent, and credits nothing for it', async (t) => {
  const world = await openShop(t);
  const page = await openPage(await openBrowser(t), { locale: 'en-GB' });
  const { sent } = texts.state.deposit;
  await begin(page, world);
  await page.getByRole('button', { name: texts.goToPayment }).click();
  await page.getByRole('button', { name: TEXTS.en.pay.sent }).click();
  await page.getByRole('dialog').getByRole('button', { name: TEXTS.en.confirm.yes }).click();
  await page.waitForURL(`${world.shopUrl()}/return?**`);
  await page.getByRole('heading', { name: sent.heading }).waitFor();

  // Later, without the address that said so.
  await page.goto(world.shopUrl());
  assert.equal(await page.locator('.balance').textContent(), '₺0.00');
  await page.getByText(sent.short).click();
  await page.getByRole('heading', { name: sent.heading }).waitFor();
  await page.getByText(texts.saidSent).waitFor();
  assert.equal(await page.getByRole('link', { name: texts.goToPayment }).count(), 0);
  await page.getByRole('link', { name: texts.addReceipt }).click();
  await page.getByRole('heading', { name: TEXTS.en.checking.title }).waitFor();

  // The home page polls for news too, and says the new balance.
  await page.goto(world.shopUrl());
  await page.getByText(sent.short).waitFor();
  const { id } = await latestOf(world);
  await approve(world.desk, id, 95_000n);
  assert.equal(await deliver(world, await lastEvent(world)), 200);
  await page.getByText(texts.state.deposit.approved.short).waitFor();
  assert.equal(await page.locator('[role=status]').textContent(), `${texts.balance} ₺921.50`);
  assert.equal(await page.locator('[data-waiting]').count(), 0);
});

test('a double click on a slow deposit creates one deposit and leads to its payment page', async (t) => {
  const world = await openShop(t);
  const page = await openPage(await openBrowser(t), { locale: 'en-GB' });
  await begin(page, world);
  const letGo = await holdTable(world.desk.owner);
  const button = page.getByRole('button', { name: texts.goToPayment });
  const { x, y } = (await button.boundingBox()) ?? assert.fail();
  // With the mouse: clicking the button through the locator would wait for the page that follows the first click.
  await page.mouse.click(x + 20, y + 20);
  await untilStatementWaits(world.desk.owner);
  const second = page.waitForRequest((request) => request.method() === 'POST');
  await page.mouse.click(x + 20, y + 20);
  await second;
  await letGo();
  await page.waitForURL(HOSTED);
  const { rowCount } = await world.desk.owner.query('select from transaction');
  assert.equal(rowCount, 1);
});

test('without JavaScript a link shows the news, and with it only the shop’s own script can run', async (t) => {
  const world = await openShop(t);
  const browser = await openBrowser(t);
  const page = await openPage(browser, { locale: 'en-GB', javaScriptEnabled: false });
  await begin(page, world);
  await page.getByRole('button', { name: texts.goToPayment }).click();
  await page.waitForURL(HOSTED);
  await goBack(page, world);
  const { id } = await latestOf(world);
  await operatorsAt(world.desk).approveDeposit(id, 100_000n);
  assert.equal(await deliver(world, await lastEvent(world)), 200);
  await page.getByRole('heading', { name: texts.state.deposit.open.heading }).waitFor();
  const answer = page.waitForResponse(`${world.shopUrl()}/return?**`);
  await page.getByRole('link', { name: texts.checkNow }).click();
  await page.getByRole('heading', { name: texts.state.deposit.approved.heading }).waitFor();
  const policy = (await answer).headers()['content-security-policy'] ?? '';
  assert.match(policy, /^default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';/);
  assert.doesNotMatch(policy, /unsafe|\*/);
});
