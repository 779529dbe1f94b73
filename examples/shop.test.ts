/**
 * The example shop and the service, each as its own process. Every deposit is credited once and every rejected withdrawal
 * is refunded once, to the cent, whatever happens to webhooks and responses.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookEvent } from '@vezne/sdk';
import { startDatabaseProxy } from '../server/test/harness/database-proxy.ts';
import type { DatabaseProxy } from '../server/test/harness/database-proxy.ts';
import { until } from '../server/test/harness/expectations.ts';
import { openDatabase } from './shop/database.ts';
import { openBrowser } from './shop/test/browser.ts';
import { operatorsAt } from './shop/test/operators.ts';
import {
  ACCOUNT,
  deposit,
  latestOf,
  newPlayer,
  paymentPage,
  playerWithMoney,
  withdraw,
} from './shop/test/steps.ts';
import { deliver, eventsOf, lastEvent, openWorld, OTHER_SECRET } from './shop/test/world.ts';
import type { World } from './shop/test/world.ts';

/** The shop sends again several times a second, and its client waits a few seconds at most. */
const WITHIN_MS = 20_000;
const HUNDRED = Array.from({ length: 100 }, (_, index) => index);

/** Reads the database directly, because the service may be away. */
async function countWithdrawals({ desk }: World): Promise<number> {
  const { rowCount } = await desk.owner.query(`select from transaction where type = 'withdrawal'`);
  return rowCount ?? 0;
}

test('deposits', async (t) => {
  const world = await openWorld(t);

  await t.test(
    'are credited only by the webhook, by the amount that really came, and once for 100 copies',
    async () => {
      const player = await newPlayer(world);
      const { id, reference } = await deposit(world, player, '1000');
      for (const svcStatus of ['waiting_payment', 'waiting_confirmation', 'approved', 'rejected']) {
        const back = await player.get(
          `/return?svcTransactionId=${id}&svcStatus=${svcStatus}&externalReference=${reference}`,
        );
        assert.match(back.text, /Waiting for your transfer|Waiting for the confirmation/, svcStatus);
        assert.equal(await player.balance(), 0n, svcStatus);
      }

      await operatorsAt(world.desk).approveDeposit(id, 95_000n);
      assert.equal(await player.balance(), 0n, 'a decision that the shop does not know yet');
      const event = await lastEvent(world);
      const answers = await Promise.all(HUNDRED.map(async () => await deliver(world, event)));
      assert.deepEqual(new Set(answers), new Set([200]));
      assert.equal(await player.balance(), 92_150n);
      const sameId = { ...event, transactionId: 'txn_of_something_else' };
      assert.equal(await deliver(world, sameId), 200, 'it goes by the id of the event');
      assert.equal(await player.balance(), 92_150n);

      await world.killShop();
      await world.restartShop();
      assert.equal(await deliver(world, event), 200, 'a replay, months later');
      assert.equal(await player.balance(), 92_150n);
      assert.match((await paymentPage(player, reference)).text, /The money is in your balance.*₺921\.50/s);
    },
  );

  await t.test('are not credited by forged webhooks', async () => {
    const player = await newPlayer(world);
    const { id } = await deposit(world, player, '1000');
    await operatorsAt(world.desk).approveDeposit(id, 100_000n);
    const event = await lastEvent(world);
    const forgeries: Parameters<typeof deliver>[2][] = [
      { secret: OTHER_SECRET },
      { body: JSON.stringify({ ...event, playerAmountCents: 9_700_000 }) },
      { nowMs: Date.now() - 301_000 },
      { nowMs: Date.now() + 302_000 },
      { headers: {} },
      { headers: { 'X-Svc-Event-Id': event.eventId } },
    ];
    for (const forgery of forgeries) assert.equal(await deliver(world, event, forgery), 401);
    assert.equal(await player.balance(), 0n);
    assert.equal(await deliver(world, event), 200, 'none of them has used up the id');
    assert.equal(await player.balance(), 97_000n);
  });

  await t.test('end correctly in whatever order their webhooks come', async () => {
    const operators = operatorsAt(world.desk);
    const player = await newPlayer(world);
    const before = (await eventsOf(world)).length;
    const good = await deposit(world, player, '1000');
    const bad = await deposit(world, player, '400');
    const wrong = await deposit(world, player, '2000');
    await operators.approveDeposit(good.id, 100_000n);
    await operators.reject('deposit', bad.id);
    await operators.approveDeposit(wrong.id, 200_000n);
    await operators.correctDeposit(wrong.id, 20_000n);
    await operators.approveLateMoney(bad.id, 40_000n);
    const events = (await eventsOf(world)).slice(before);
    assert.deepEqual(
      events.map(({ event }) => event),
      ['deposit.approved', 'deposit.rejected', 'deposit.approved', 'deposit.corrected', 'deposit.approved'],
    );
    // 970.00 from the first, 194.00 from the corrected one, 388.00 that came late.
    for (const event of [...events.toReversed(), ...events]) {
      assert.equal(await deliver(world, event), 200);
    }
    assert.equal(await player.balance(), 97_000n + 19_400n + 38_800n);
    const returned = await player.get(
      `/return?externalReference=${good.reference}&svcStatus=waiting_confirmation`,
    );
    assert.match(returned.text, /The money is in your balance/, 'the webhook was faster than the browser');
    assert.match((await paymentPage(player, bad.reference)).text, /The money is in your balance.*₺388\.00/s);
  });

  await t.test('can be corrected to zero, and the balance may fall below zero', async () => {
    const player = await playerWithMoney(world);
    const approved = await lastEvent(world);
    await withdraw(world, player, '900');
    await operatorsAt(world.desk).correctDeposit(approved.transactionId, 0n);
    assert.equal(await deliver(world, await lastEvent(world)), 200);
    assert.equal(await player.balance(), -90_000n);
    assert.equal((await player.submit('/withdraw', { amount: '100', ...ACCOUNT })).status, 422);
  });

  await t.test(
    'with unknown references or events of later versions change nothing, and are not sent again for ever',
    async () => {
      const player = await playerWithMoney(world);
      const event = await lastEvent(world);
      const strange: Partial<WebhookEvent>[] = [
        { eventId: 'evt_1', externalReference: 'order-1' },
        { eventId: 'evt_2', type: 'withdrawal', event: 'withdrawal.rejected' },
        { eventId: 'evt_3', event: 'deposit.of_a_later_version' as WebhookEvent['event'] },
      ];
      for (const change of strange) assert.equal(await deliver(world, { ...event, ...change }), 200);
      assert.equal(await player.balance(), 97_000n);
    },
  );
});

test('two simultaneous events are processed one after the other, and one that fails leaves nothing behind', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-shop-'));
  t.after(async () => await rm(folder, { recursive: true, force: true }));
  const database = openDatabase(join(folder, 'shop.sqlite'));
  t.after(() => database.close());
  const remember = async (id: string, isFailing: boolean): Promise<void> =>
    await database.transaction(async (connection) => {
      connection.run('insert into processed_event (id) values (?)', id);
      await sleep(5);
      if (isFailing) throw new Error('It fails.');
    });
  const results = await Promise.allSettled([remember('1', false), remember('2', true), remember('3', false)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  const rows = database.read.rows<{ id: string }>('select id from processed_event order by id');
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['1', '3'],
  );
});

test('withdrawals', async (t) => {
  let proxy: DatabaseProxy | undefined;
  const world = await openWorld(t, async ({ database }) => {
    proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
    return { VEZNE_API_DATABASE_URL: proxy.url };
  });

  await t.test(
    'are deducted once, refunded once when they are rejected, and not refunded when they are approved',
    async () => {
      const operators = operatorsAt(world.desk);
      const player = await playerWithMoney(world);
      const form = { ...(await player.hiddenFields('/withdraw')), amount: '300,25', ...ACCOUNT };
      const clicks = await Promise.all([1, 2, 3].map(async () => await player.send('/withdraw', form)));
      assert.deepEqual(new Set(clicks.map(({ status }) => status)), new Set([303]));
      assert.equal(await player.balance(), 66_975n);
      const rejected = await latestOf(world);
      const approved = await withdraw(world, player, '100');
      assert.equal(await player.balance(), 56_975n);
      assert.equal(await countWithdrawals(world), 2);

      await operators.reject('withdrawal', rejected.id);
      const refund = await lastEvent(world);
      await Promise.all(HUNDRED.map(async () => await deliver(world, refund)));
      assert.equal(await player.balance(), 87_000n);

      await operators.approveWithdrawal(approved.id);
      const paid = await lastEvent(world);
      assert.equal(await deliver(world, paid), 200);
      assert.equal(await player.balance(), 87_000n);
      assert.match((await paymentPage(player, approved.reference)).text, /Your money is on its way/);

      await operators.returnPayout(approved.id);
      const returned = await lastEvent(world);
      for (const event of [returned, returned, paid, refund]) await deliver(world, event);
      assert.equal(await player.balance(), 97_000n);
      assert.match((await paymentPage(player, approved.reference)).text, /The payout was not made/);
    },
  );

  await t.test('that the bank sent back stay refunded when their approval arrives late', async () => {
    const player = await playerWithMoney(world);
    const { id, reference } = await withdraw(world, player, '100');
    await operatorsAt(world.desk).approveWithdrawal(id);
    const paid = await lastEvent(world);
    await operatorsAt(world.desk).returnPayout(id);
    for (const event of [await lastEvent(world), paid]) assert.equal(await deliver(world, event), 200);
    assert.equal(await player.balance(), 97_000n);
    assert.match((await paymentPage(player, reference)).text, /The payout was not made/);
  });

  await t.test('cannot take more than the balance, not even two at once', async () => {
    const player = await playerWithMoney(world);
    assert.equal((await player.submit('/withdraw', { amount: '970,01', ...ACCOUNT })).status, 422);
    const both = await Promise.all(
      [1, 2].map(async () => await player.submit('/withdraw', { amount: '970', ...ACCOUNT })),
    );
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [303, 422]);
    assert.equal(await player.balance(), 0n);
  });

  await t.test('that the service refuses are refunded at once', async () => {
    const player = await playerWithMoney(world);
    // One of the service's own accounts: nothing is wrong with its number.
    const { iban } = world.desk.bankAccount;
    const refused = await player.submit('/withdraw', { amount: '100', ...ACCOUNT, iban });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /the amount is back in your balance.*We can’t pay to this account/s);
    assert.equal(await player.balance(), 97_000n);
  });

  await t.test(
    'whose response is lost are not refunded before their outcome is known, and then continue',
    async () => {
      const player = await playerWithMoney(world);
      const before = await countWithdrawals(world);
      proxy?.holdAnswersTo('insert-transactions');
      const sending = player.submit('/withdraw', { amount: '250', ...ACCOUNT });
      await until(
        async () => await countWithdrawals(world),
        (count) => count === before + 1,
        WITHIN_MS,
      );
      await world.killApi();
      const { location } = await sending;
      const page = await player.get(location ?? '');
      assert.match(page.text, /Your request is being sent/);
      assert.equal(await player.balance(), 72_000n);

      await world.restartApi();
      await until(
        async () => await player.get(location ?? ''),
        ({ text }) => text.includes('waits for approval'),
        WITHIN_MS,
      );
      assert.equal(await countWithdrawals(world), before + 1);
      assert.equal(await player.balance(), 72_000n);
      await operatorsAt(world.desk).reject('withdrawal', (await latestOf(world)).id);
      assert.equal(await deliver(world, await lastEvent(world)), 200);
      assert.equal(await player.balance(), 97_000n);
    },
  );

  await t.test(
    'that never reached the service survive a restart of the shop, and are refunded when the service refuses',
    async () => {
      const player = await playerWithMoney(world);
      const before = await countWithdrawals(world);
      await world.killApi();
      const kept = player.submit('/withdraw', { amount: '250', ...ACCOUNT }).catch(() => undefined);
      await until(
        async () => await player.balance(),
        (cents) => cents === 72_000n,
        WITHIN_MS,
      );
      await world.killShop();
      await kept;
      await world.restartShop();
      assert.equal(await player.balance(), 72_000n);
      await world.desk.owner.query('update partner set withdrawals_paused = true');
      await world.restartApi();
      await until(
        async () => await player.balance(),
        (cents) => cents === 97_000n,
        WITHIN_MS,
      );
      assert.equal(await countWithdrawals(world), before);
      await world.desk.owner.query('update partner set withdrawals_paused = false');
      await Promise.all([world.killShop(), world.killApi()]);
      await Promise.all([world.restartShop(), world.restartApi()]);
      await withdraw(world, player, '970');
      assert.equal(await player.balance(), 0n, 'a refund can be spent once');
    },
  );
});

test('pages', async (t) => {
  const world = await openWorld(t);

  await t.test('accept no form from another site, and show no other player’s payments', async () => {
    const player = await playerWithMoney(world);
    const { reference = '' } = await player.hiddenFields('/withdraw');
    for (const formToken of ['', 'forged']) {
      const answer = await player.send('/withdraw', { reference, formToken, amount: '100', ...ACCOUNT });
      assert.equal(answer.status, 422);
    }
    assert.equal(await player.balance(), 97_000n);
    const { externalReference } = await lastEvent(world);
    const stranger = await newPlayer(world);
    for (const path of [`/payments/${externalReference}`, `/return?externalReference=${externalReference}`]) {
      assert.equal((await stranger.get(path)).status, 404);
    }
    assert.equal(await stranger.balance(), 0n);
  });

  await t.test('are in Turkish first and in English on request, and escape what people write', async () => {
    const { shopUrl } = world;
    const bare = await fetch(shopUrl());
    assert.match(await bare.text(), /<html lang="tr">.*Hoş geldiniz/s);
    const visitor = openBrowser(shopUrl);
    assert.match((await visitor.get('/?lang=tr')).text, /Hoş geldiniz/);
    assert.match((await visitor.get('/')).text, /Hoş geldiniz/, 'the choice is kept');
    assert.match((await visitor.get('/?lang=en')).text, /Welcome/);
    const player = await newPlayer(world);
    const answer = await player.submit('/deposit', { amount: '"><script>alert(1)</script>' });
    assert.equal(answer.status, 422);
    assert.doesNotMatch(answer.text, /<script>/);
    assert.match(answer.text, /&quot;&gt;&lt;script&gt;/);
    for (const path of ['//', '//elsewhere.example/', '/%00', '/payments/%E0%A4%A']) {
      assert.equal((await player.get(path)).status, 404, path);
    }
  });
});
