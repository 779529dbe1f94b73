import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { verifyWebhook } from '@vezne/sdk';
import type { Page } from 'playwright-core';
import { openPlayer } from '../../examples/shop/test/browser.ts';
import type { Browser } from '../../examples/shop/test/browser.ts';
import { ACCOUNT, deposit, paymentPage, withdraw } from '../../examples/shop/test/steps.ts';
import { SECRET, openWorld } from '../../examples/shop/test/world.ts';
import type { World } from '../../examples/shop/test/world.ts';
import { en as texts } from '../../examples/shop/web/texts/en.ts';
import { fromTransactionId, toTransactionId } from '../../server/src/ids.ts';
import { confirmRequest } from '../../server/src/usecases/confirmation/confirm.ts';
import { approveAsAsked, confirmOnBehalf } from '../../server/src/usecases/deposits/decide.ts';
import { confirmContext } from '../../server/test/harness/by-two.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { AYSE, MEHMET } from '../../server/test/harness/desk.ts';
import { until } from '../../server/test/harness/expectations.ts';
import type { PersonOptions, TestPerson } from '../../server/test/harness/staff.ts';
import { startWorkerProcess } from '../../server/test/harness/worker-process.ts';
import { openConsole } from './console.ts';
import type { RunningConsole } from './console.ts';
import { atTheQueue, rowsOf, statusOf } from './desk.ts';
import { openPayouts } from './payouts.ts';
import type { PayoutMorning } from './payouts.ts';
import { TOLD_WITHIN_MS, receiveForShop } from './shop-receiver.ts';
import type { Received } from './shop-receiver.ts';

async function openDesk(t: TestContext): Promise<RunningConsole & { payouts: PayoutMorning }> {
  const database = await createTestDatabase(t);
  const running = await openConsole(t, { database, environment: 'development' });
  return { ...running, payouts: await openPayouts(running.owner) };
}

/** Somebody at the payouts, who may read their own clipboard. */
async function atPayouts(
  t: TestContext,
  desk: RunningConsole,
  options: PersonOptions = {},
): Promise<{ page: Page; messages: string[]; person: TestPerson }> {
  const who = await atTheQueue(t, desk, options);
  await who.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await who.page.keyboard.press('g');
  await who.page.keyboard.press('c');
  await who.page.waitForURL('**/withdrawals');
  await rowsOf(who.page).first().waitFor();
  return who;
}

const pane = (page: Page) => page.getByRole('complementary');
const stepOf = async (page: Page, name: string): Promise<void> =>
  await pane(page).locator('[aria-current=step]').getByText(name).waitFor();

async function openFirst(page: Page, id: string, button: RegExp): Promise<void> {
  await page.goto(page.url().replace(/\/withdrawals.*/, `/withdrawals/${id}`));
  await pane(page).getByRole('button', { name: button }).waitFor();
}

/** From the key that opens the sheet to the answer. */
async function press(page: Page, key: string, then: readonly string[] = ['Enter']): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor();
  for (const each of then) await page.keyboard.press(each);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Takes it with the account that the number names. */
async function take(page: Page): Promise<void> {
  await page.keyboard.press('t');
  await page.getByRole('radio').first().waitFor({ state: 'attached' });
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await stepOf(page, 'Yetkilendir');
}

/** The books of a test are empty, so what the bank shows is asked for. */
async function authorise(page: Page): Promise<void> {
  await page.keyboard.press('o');
  await page.getByRole('dialog').waitFor();
  await page.getByLabel('Bankadaki bakiye').fill('900000');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const clipboard = async (page: Page): Promise<string> =>
  await page.evaluate<string>('navigator.clipboard.readText()');

const auditOf = async ({ owner }: RunningConsole, action: string): Promise<number> => {
  const { rows } = await owner.query<{ count: string }>(
    'select count(*) from audit_entry where action = $1',
    [action],
  );
  return Number(rows[0]?.count);
};

/** A shop with a player who has won enough, its endpoint, and the worker that tells it. */
async function openShop(t: TestContext): Promise<{ world: World; player: Browser; received: Received[] }> {
  const world = await openWorld(t);
  const { desk } = world;
  const received = await receiveForShop(t, world);
  await startWorkerProcess(t, desk.database, { VEZNE_ENV: 'development' });
  const player = await openPlayer(world.shopUrl, 'ayse');
  const { id } = await deposit(world, player, '100000');
  await approveByTwo(desk, fromTransactionId(id) ?? assert.fail(id));
  await until(
    async () => await player.balance(),
    (balance) => balance === 9_700_000n,
    TOLD_WITHIN_MS,
  );
  return { world, player, received };
}

async function approveByTwo(desk: World['desk'], transactionId: string): Promise<void> {
  await desk.decide(
    (fingerprint) => confirmOnBehalf({ transactionId, fingerprint, actor: AYSE }),
    transactionId,
  );
  const asked = await desk.decide(
    (fingerprint) => approveAsAsked({ transactionId, fingerprint, actor: AYSE }),
    transactionId,
  );
  const requestId = asked.outcome === 'asked' ? asked.requestId : assert.fail(asked.outcome);
  await confirmRequest(confirmContext(desk.database.pool('vezne_console'), MEHMET), requestId);
}

test('a large payout by keyboard: one takes and asks, another authorises, the first copies and pays, and the shop is told', async (t) => {
  const { world, player, received } = await openShop(t);
  const { id: transactionId, reference } = await withdraw(world, player, '60000');
  const id = fromTransactionId(transactionId) ?? assert.fail(transactionId);
  const { id: nextId } = await withdraw(world, player, '1000');
  const running = await openConsole(t, { database: world.desk.database, environment: 'development' });
  const iban = ACCOUNT.iban.replaceAll(' ', '');
  const elif = await atPayouts(t, running, { name: 'Elif Demir' });
  const burak = await atPayouts(t, running, { name: 'Burak Kaya' });
  await openFirst(elif.page, id, /Üstlen/);
  await take(elif.page);
  await pane(elif.page).getByRole('button', { name: 'İkinci onay iste' }).waitFor();
  // The account holds enough: nothing is asked about the bank.
  await press(elif.page, 'o');
  await elif.page.getByText('Yetkilendirme ikinci onay bekliyor').waitFor();
  assert.equal((await elif.page.content()).includes(iban), false);

  await burak.page.goto(`${running.url}/requests`);
  await burak.page.getByRole('button', { name: /Çekimi yetkilendir: 60\.000,00/ }).click();
  await burak.page.getByText('Partner bakiyesinden', { exact: true }).waitFor();
  await burak.page.goto(`${running.url}/withdrawals`);
  await openFirst(burak.page, id, /yetkilendir/);
  await press(burak.page, 'o');
  await stepOf(burak.page, 'Gönder');

  await elif.page.getByRole('button', { name: 'IBAN’ı kopyala' }).waitFor();
  await elif.page.keyboard.press('1');
  await elif.page.getByText(`IBAN · ${ACCOUNT.bankName}: Kopyalandı`).waitFor();
  assert.equal((await clipboard(elif.page)).replaceAll(/\s/g, ''), iban);
  await elif.page.keyboard.press('1');
  await elif.page.keyboard.press('3');
  await elif.page.getByText('Tutar: Kopyalandı').waitFor();
  assert.equal(await clipboard(elif.page), '58200,00');
  await waitForAudit(running, 2);

  // Without the bank's reference nothing is said.
  await elif.page.keyboard.press('p');
  await elif.page.getByText('Bankanın sorgu/dekont numarasını yazın.').waitFor();
  assert.deepEqual(payoutsTold(received), []);
  await elif.page.keyboard.type('FST2026111214');
  await press(elif.page, 'Enter');
  await stepOf(elif.page, 'Bitti');
  await elif.page
    .getByText(/^Ödendi/)
    .first()
    .waitFor();
  assert.equal(await statusOf(running, id), 'approved');
  // No key reaches what is over, and nothing else was opened.
  for (const key of ['p', 'a', 't', 'o', 'r']) await elif.page.keyboard.press(key);
  assert.equal(await elif.page.getByRole('dialog').count(), 0);
  assert.ok(elif.page.url().endsWith(id));

  // The shop has got the signed webhook, once, and its player reads it.
  await until(
    async () => payoutsTold(received).length,
    (count) => count > 0,
    TOLD_WITHIN_MS,
  );
  assert.deepEqual(payoutsTold(received), [
    {
      event: 'withdrawal.approved',
      transactionId,
      externalReference: reference,
      status: 'approved',
      amountCents: 6_000_000,
      playerAmountCents: 5_820_000,
    },
  ]);
  const heading = texts.state.withdrawal.approved.heading;
  await until(
    async () => (await paymentPage(player, reference)).text,
    (text) => text.includes(heading),
    TOLD_WITHIN_MS,
  );
  assert.equal(await player.balance(), 3_600_000n);

  await elif.page.keyboard.press('Enter');
  await elif.page.waitForURL(`**/withdrawals/${fromTransactionId(nextId)}`);
  await pane(elif.page).getByRole('button', { name: 'Üstlen' }).waitFor();
  assert.deepEqual([...elif.messages, ...burak.messages], []);
});

/** What the shop was told of payouts. A signature that is not ours throws. */
function payoutsTold(received: readonly Received[]): object[] {
  return received
    .map(({ body, headers }) => verifyWebhook({ body, headers, secrets: SECRET }))
    .filter(({ event }) => event.startsWith('withdrawal.'))
    .map(({ event, transactionId, externalReference, status, amountCents, playerAmountCents }) => ({
      event,
      transactionId,
      externalReference,
      status,
      amountCents,
      playerAmountCents,
    }));
}

/** One entry for each field, however often it was copied. */
async function waitForAudit(desk: RunningConsole, count: number): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await auditOf(desk, 'withdrawal.copy_details')) === count) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(await auditOf(desk, 'withdrawal.copy_details'), count);
}

test('a held Enter pays once, and back, a reload and a second tab show the same stage', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.payouts.queued({ name: 'Volkan Ateş' });
  const { page } = await atPayouts(t, desk);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/withdrawals/'))
      posts.push(request.url().split('/').at(-1) ?? '');
  });
  await openFirst(page, id, /Üstlen/);
  await take(page);
  await page.reload();
  await stepOf(page, 'Yetkilendir');
  await authorise(page);
  await stepOf(page, 'Gönder');
  await page.goBack();
  await page.goForward();
  await stepOf(page, 'Gönder');
  const second = await page.context().newPage();
  await second.goto(page.url());
  await stepOf(second, 'Gönder');
  await page.bringToFront();
  await page.getByLabel('Sorgu/dekont no').fill('FST-1');
  // Held from the field on: it opens the question, and answers it only when it is pressed again.
  for (let times = 0; times < 20; times += 1) await page.keyboard.down('Enter');
  await page.getByRole('dialog').waitFor();
  assert.equal(await statusOf(desk, id), 'waiting_confirmation');
  await page.keyboard.up('Enter');
  for (let times = 0; times < 20; times += 1) await page.keyboard.down('Enter');
  await stepOf(page, 'Bitti');
  await stepOf(second, 'Bitti');
  assert.deepEqual(posts, ['take', 'authorise', 'approve']);
});

test('a smaller amount is a part, and the last part makes it paid', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.payouts.queued();
  const { page } = await atPayouts(t, desk);
  await openFirst(page, id, /Üstlen/);
  await take(page);
  await authorise(page);
  await page.getByLabel('Gönderilen tutar').fill('400');
  await page.getByLabel('Sorgu/dekont no').fill('P-1');
  await press(page, 'Enter');
  await pane(page).getByText('1. bölüm').waitFor();
  // The same number again is asked about, not taken.
  await page.getByLabel('Sorgu/dekont no').fill('P-2');
  await press(page, 'Enter');
  await page.getByText('Bölümler tamam').waitFor();
  await press(page, 'p');
  await stepOf(page, 'Bitti');
  assert.equal(await statusOf(desk, id), 'approved');
});

test('what must be read stops the step until it is ticked', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.payouts.queued({
    name: 'Cem Aksoy',
    holder: 'Ceren Aksoy',
    isAnswerUnconfirmed: true,
  });
  const { page } = await atPayouts(t, desk);
  await openFirst(page, id, /Üstlen/);
  assert.equal(await pane(page).getByRole('button', { name: 'Üstlen' }).isDisabled(), true);
  // The key leads to what is unread.
  await page.keyboard.press('t');
  assert.equal(await page.getByRole('dialog').count(), 0);
  for (const tick of await pane(page).getByRole('checkbox').all()) await tick.check();
  await take(page);
  // What was ticked for taking it is not ticked for authorising it.
  assert.equal(await pane(page).getByRole('checkbox', { checked: true }).count(), 0);
});

test('what changed between seeing and pressing is refused, and marked', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.payouts.taken({}, AYSE);
  const { page } = await atPayouts(t, desk);
  await openFirst(page, id, /yetkilendir/);
  await page.keyboard.press('o');
  await page.getByRole('dialog').waitFor();
  await page.getByLabel('Bankadaki bakiye').fill('900000');
  await desk.payouts.retaken(id, AYSE, MEHMET);
  await page.keyboard.press('Enter');
  await page.getByText('Siz bakarken değişti; yeniden okundu.').waitFor();
  // The page may have read it in the moment in which nobody had it: then more is marked, and the taker with it.
  await pane(page)
    .locator('del', { hasText: /^ayse$/ })
    .waitFor();
  await stepOf(page, 'Yetkilendir');
});

test('keys act on what a search has opened, and whoever takes an authorised payout back has looked at the bank', async (t) => {
  const desk = await openDesk(t);
  await desk.payouts.queued({ name: 'Tuğba Erkoç', minutesAgo: 9 });
  const id = await desk.payouts.queued({ name: 'Cem Aksoy', minutesAgo: 5 });
  const authorisedId = await desk.payouts.authorised({ name: 'Levent Yıldırım' }, AYSE);
  const { page } = await atPayouts(t, desk, { roles: ['senior_operator'] });
  // The mark is on another row when the search opens this one.
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await pane(page).getByText('Tuğba Erkoç').first().waitFor();
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByRole('combobox').fill(toTransactionId(id));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/withdrawals/${id}`);
  await pane(page).getByText('Cem Aksoy').first().waitFor();
  await take(page);
  assert.ok(page.url().endsWith(`/withdrawals/${id}`));

  await openFirst(page, authorisedId, /Bırak/);
  await page.keyboard.press('b');
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  await page.keyboard.press('Enter');
  await sheet.getByText('Önce bankaya bakın ve işaretleyin.').waitFor();
  await sheet.getByRole('checkbox').check();
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'detached' });
  await stepOf(page, 'Üstlen');
  assert.equal(await auditOf(desk, 'withdrawal.release_authorised'), 1);
});
