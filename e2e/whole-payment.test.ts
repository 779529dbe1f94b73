/** A whole payment: a player in the demo shop, the hosted page, an operator, the worker and its webhook. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorld, SECRET } from '../examples/shop/test/world.ts';
import { en as shopTexts } from '../examples/shop/web/texts/en.ts';
import { TEXTS } from '../server/src/http/pay/texts/texts.ts';
import { until } from '../server/test/harness/expectations.ts';
import { insertEndpoint, insertEndpointSecret } from '../server/test/harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../server/test/harness/worker-process.ts';
import { openBrowser, openPage } from './browser.ts';
import { approve } from './hosted-page/states.ts';

/** Our promise to a waiting player. */
const SHOWN_WITHIN_MS = 2_000;
const TOLD_WITHIN_MS = 10_000;

test('a player pays, sees the approval on the open page, and has the money in the shop', async (t) => {
  const world = await openWorld(t, async (_desk, apiUrl) => ({ VEZNE_PUBLIC_URL: apiUrl }));
  const { desk } = world;
  const url = `${world.shopUrl()}/webhooks/vezne`;
  const endpoint = await insertEndpoint(desk.owner, { partnerId: desk.partner.id, url });
  await insertEndpointSecret(desk.owner, endpoint.id, SECRET);
  await startWorkerProcess(t, desk.database, { VEZNE_ENV: 'development' });
  const browser = await openBrowser(t);
  const shop = await openPage(browser, { locale: 'en-GB' });

  await shop.goto(world.shopUrl());
  await shop.getByLabel(shopTexts.username).fill('ayse');
  await shop.getByLabel(shopTexts.fullName).fill('Ayşe Işık');
  await shop.getByRole('button', { name: shopTexts.begin }).click();
  await shop.getByRole('link', { name: shopTexts.deposit, exact: true }).click();
  await shop.getByLabel(shopTexts.amount).fill('1000');
  await shop.getByRole('button', { name: shopTexts.goToPayment }).click();

  await shop.getByRole('heading', { name: TEXTS.en.pay.title }).waitFor();
  const hostedUrl = shop.url();
  assert.ok(hostedUrl.startsWith(`${world.api().url}/pay/txn_`), hostedUrl);
  const [, transactionId = ''] = /\/(txn_\w+)\//.exec(hostedUrl) ?? [];
  await shop.getByRole('button', { name: TEXTS.en.pay.sent }).click();
  await shop.getByRole('dialog').getByRole('button', { name: TEXTS.en.confirm.yes }).click();

  await shop.waitForURL(`${world.shopUrl()}/return?**`);
  const { externalReference } = await world.vezne.getTransaction(transactionId);
  assert.deepEqual(Object.fromEntries(new URL(shop.url()).searchParams), {
    svcTransactionId: transactionId,
    svcStatus: 'waiting_confirmation',
    externalReference,
  });

  const hosted = await shop.context().newPage();
  await hosted.goto(hostedUrl);
  await hosted.getByRole('heading', { name: TEXTS.en.checking.title }).waitFor();
  // Checks on every painted frame; a locator would check only twice a second.
  const shown = hosted.evaluate(`new Promise((resolve) => {
    const look = () =>
      document.querySelector('h1').textContent === '${TEXTS.en.approved.title}' ? resolve() : requestAnimationFrame(look);
    look();
  })`);
  await approve(desk, transactionId, 95_000n);
  const approvedAt = performance.now();
  await shown;
  const shownAfterMs = Math.round(performance.now() - approvedAt);
  t.diagnostic(`shown after ${shownAfterMs} ms`);
  assert.ok(shownAfterMs <= SHOWN_WITHIN_MS, `${shownAfterMs} ms`);
  await hosted.getByText('₺950.00', { exact: true }).waitFor();

  // The commission is 3 %. Only the worker's webhook tells the shop.
  await until(
    async () => {
      await shop.goto(world.shopUrl());
      return await shop.locator('.balance').textContent();
    },
    (balance) => balance === '₺921.50',
    TOLD_WITHIN_MS,
  );
  await hosted.getByRole('link', { name: /^Back to / }).click();
  await hosted.getByText('₺921.50').first().waitFor();
  const amounts = await hosted.locator('dl .amount').allTextContents();
  assert.deepEqual(amounts, ['₺1,000.00', '₺950.00', '−₺28.50', '₺921.50'], 'as the webhook told them');
});
