/** 950.00 of 1,000.00, from the shop to the shop: a player, an operator at the console, the worker and its webhook. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { verifyWebhook } from '@vezne/sdk';
import type { Page } from 'playwright-core';
import { openPlayer } from '../../examples/shop/test/browser.ts';
import { SECRET, openWorld } from '../../examples/shop/test/world.ts';
import type { World } from '../../examples/shop/test/world.ts';
import { fromTransactionId } from '../../server/src/ids.ts';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { startWorkerProcess } from '../../server/test/harness/worker-process.ts';
import { openBrowser, openPage } from '../browser.ts';
import { atTheQueue, rowsOf } from './desk.ts';
import { openConsole } from './console.ts';
import { TOLD_WITHIN_MS, receiveForShop } from './shop-receiver.ts';

interface Figures {
  amountCents: number;
  actualAmountCents: number;
  commissionCents: number;
  balanceImpactCents: number;
  playerAmountCents: number;
}

test('950.00 of 1,000.00: every figure on the screen is that of the row, of the webhook and of the shop', async (t) => {
  const world = await openWorld(t, async (_desk, apiUrl) => ({ VEZNE_PUBLIC_URL: apiUrl }));
  const { desk } = world;
  const received = await receiveForShop(t, world);
  await startWorkerProcess(t, desk.database, { VEZNE_ENV: 'development' });
  const player = await openPlayer(world.shopUrl, 'ayse');
  const { location: hostedUrl } = await player.submit('/deposit', { amount: '1000' });
  assert.ok(hostedUrl !== null, 'the shop leads to the hosted page');
  await pressSent(t, hostedUrl);
  const [, transactionId = ''] = /\/(txn_\w+)\//.exec(hostedUrl) ?? [];
  const id = fromTransactionId(transactionId) ?? assert.fail(transactionId);

  const running = await openConsole(t, { database: desk.database, environment: 'development' });
  const { page } = await atTheQueue(t, running);
  await rowsOf(page).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /onayla/ }).waitFor();
  await page.keyboard.press('e');
  await page.keyboard.type('950');
  const pane = page.getByRole('complementary');
  await pane.getByText('50,00 ₺ eksik').waitFor();
  assert.deepEqual((await written(page)).slice(2), ['−28,50 ₺', '+921,50 ₺', '921,50 ₺']);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog');
  await question.getByText('950,00 ₺ onaylansın mı?').waitFor();
  const asked = await question.innerText();
  for (const figure of ['950,00', '921,50']) assert.ok(asked.includes(figure), asked);
  await page.keyboard.press('Enter');
  await page.getByText(/onaylandı, 921,50 ₺ yazıldı/).waitFor();

  const row = await rowOf(world, id);
  assert.deepEqual(row, {
    amountCents: 100_000,
    actualAmountCents: 95_000,
    commissionCents: 2_850,
    balanceImpactCents: 92_150,
    playerAmountCents: 92_150,
  });
  // Opened again, it shows what was written.
  await page.goto(`${running.url}/deposits/${id}`);
  await pane.getByText('Oyuncuya yazıldı').waitFor();
  assert.deepEqual(figuresOf(await written(page)), row);

  await until(
    async () => received.length,
    (count) => count > 0,
    TOLD_WITHIN_MS,
  );
  const [first, ...others] = received;
  assert.ok(first);
  assert.deepEqual(others, [], 'told once');
  const { body, headers } = first;
  const event = verifyWebhook({ body, headers, secrets: SECRET });
  const told = event as unknown as Figures;
  assert.deepEqual(pick(told), row);
  assert.deepEqual(
    [event.event, event.transactionId, event.status],
    ['deposit.approved', transactionId, 'approved'],
  );

  await until(
    async () => Number(await player.balance()),
    (cents) => cents === row.playerAmountCents,
    TOLD_WITHIN_MS,
  );
});

/** The player says on the hosted page that the money is on its way. */
async function pressSent(t: TestContext, hostedUrl: string): Promise<void> {
  const page = await openPage(await openBrowser(t), { locale: 'en-GB' });
  await page.goto(hostedUrl);
  await page.getByRole('button', { name: TEXTS.en.pay.sent }).click();
  await page.getByRole('dialog').getByRole('button', { name: TEXTS.en.confirm.yes }).click();
  await page.waitForURL(/\/return\?/);
}

/** Asked, arrived, our commission, the partner's balance, the player's credit. */
async function written(page: Page): Promise<string[]> {
  return await page.getByRole('complementary').locator('dl').first().locator('dd').allInnerTexts();
}

function figuresOf(texts: readonly string[]): Figures {
  const [asked = NaN, arrived = NaN, commission = NaN, balance = NaN, credited = NaN] = texts.map(centsOf);
  return {
    amountCents: asked,
    actualAmountCents: arrived,
    // It is shown as what goes off.
    commissionCents: -commission,
    balanceImpactCents: balance,
    playerAmountCents: credited,
  };
}

/** As Turkish amounts are written: 1.000,00 with a sign before it. */
function centsOf(text: string): number {
  const digits = Number(text.replaceAll(/[^0-9]/g, ''));
  return text.includes('−') ? -digits : digits;
}

function pick({
  amountCents,
  actualAmountCents,
  commissionCents,
  balanceImpactCents,
  playerAmountCents,
}: Figures): Figures {
  return { amountCents, actualAmountCents, commissionCents, balanceImpactCents, playerAmountCents };
}

async function rowOf({ desk }: World, id: string): Promise<Figures> {
  const { rows } = await desk.owner.query<Figures>(
    `select amount_cents::int4 as "amountCents", actual_amount_cents::int4 as "actualAmountCents",
       commission_cents::int4 as "commissionCents", balance_impact_cents::int4 as "balanceImpactCents",
       player_amount_cents::int4 as "playerAmountCents" from transaction where id = $1`,
    [id],
  );
  return rows[0] ?? assert.fail(`There is no ${id}.`);
}
