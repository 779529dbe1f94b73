/** The amounts that the shop shows are those of the service's webhooks, to the cent, whoever pays the commission. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { WebhookEvent } from '@vezne/sdk';
import type { Browser } from './shop/test/browser.ts';
import { shownFigures } from './shop/test/figures.ts';
import type { Shown } from './shop/test/figures.ts';
import { operatorsAt } from './shop/test/operators.ts';
import { ACCOUNT, deposit, newPlayer, paymentPage, withdraw } from './shop/test/steps.ts';
import { deliver, eventsOf, lastEvent, openWorld } from './shop/test/world.ts';
import type { World } from './shop/test/world.ts';
import { en as texts } from './shop/web/texts/en.ts';

const MODES = ['deduct_from_amount', 'fee_on_top'] as const;
type Mode = (typeof MODES)[number];

async function deliverLast(world: World): Promise<WebhookEvent> {
  const event = await lastEvent(world);
  assert.equal(await deliver(world, event), 200);
  return event;
}

/** The rows for the commission, by who pays it. With nothing to pay, there is one row that says so. */
function commissionRows(mode: Mode, cents: bigint): Shown {
  if (cents === 0n || mode === 'deduct_from_amount') return { [texts.commission]: -cents };
  return { [texts.commissionFromShop]: cents };
}

/** What the page of a deposit has to show after these events, one for each of its transfers. */
function depositRows(mode: Mode, askedCents: bigint, events: readonly WebhookEvent[]): Shown {
  const sum = (amounts: readonly (number | null)[]): bigint =>
    amounts.reduce((total, cents) => total + BigInt(cents ?? assert.fail()), 0n);
  return {
    [texts.requested]: askedCents,
    [texts.received]: sum(events.map(({ actualAmountCents }) => actualAmountCents)),
    ...commissionRows(mode, sum(events.map(({ commissionCents }) => commissionCents))),
    [texts.credited]: sum(events.map(({ playerAmountCents }) => playerAmountCents)),
  };
}

async function checkAll(t: TestContext, mode: Mode): Promise<void> {
  const world = await openWorld(t, undefined, { mode, fixedCents: 125n });
  const operators = operatorsAt(world.desk);
  const funded = async (): Promise<Browser> => {
    const player = await newPlayer(world);
    const { id } = await deposit(world, player, '1000');
    await operators.approveDeposit(id, 100_000n);
    await deliverLast(world);
    return player;
  };

  await t.test('a deposit that waits shows what was requested, and no other amount', async () => {
    const player = await newPlayer(world);
    const { reference } = await deposit(world, player, '1234,56');
    assert.deepEqual(await shownFigures(player, reference), { [texts.requested]: 123_456n });
  });

  for (const [name, actualCents] of [
    ['the amount that was requested', 123_456n],
    ['less than was requested', 100_001n],
    ['more than was requested', 200_000n],
  ] as const) {
    await t.test(`a deposit of ${name}`, async () => {
      const player = await newPlayer(world);
      const { id, reference } = await deposit(world, player, '1234,56');
      await operators.approveDeposit(id, actualCents);
      const event = await deliverLast(world);
      assert.equal(event.amountCents, 123_456);
      assert.equal(BigInt(event.actualAmountCents ?? 0), actualCents);
      assert.deepEqual(await shownFigures(player, reference), depositRows(mode, 123_456n, [event]));
      assert.equal(await player.balance(), BigInt(event.playerAmountCents));
      const { text } = await paymentPage(player, reference);
      assert.equal(text.includes(texts.otherAmount), actualCents !== 123_456n);
      assert.ok(!text.includes(texts.wasCorrected));
    });
  }

  await t.test('money that came late, after a rejection', async () => {
    const player = await newPlayer(world);
    const { id, reference } = await deposit(world, player, '300');
    await operators.reject('deposit', id);
    const rejected = await deliverLast(world);
    assert.equal(rejected.playerAmountCents, 0);
    assert.deepEqual(await shownFigures(player, reference), {
      [texts.requested]: 30_000n,
      [texts.credited]: 0n,
    });
    await operators.approveLateMoney(id, 25_000n);
    const late = await deliverLast(world);
    assert.deepEqual(await shownFigures(player, reference), depositRows(mode, 30_000n, [late]));
    assert.equal(await player.balance(), BigInt(late.playerAmountCents));
  });

  await t.test(
    'a rejected deposit whose money was seen is not counted twice when it is accepted after all',
    async () => {
      const player = await newPlayer(world);
      const { id, reference } = await deposit(world, player, '300');
      await operators.reject('deposit', id, 'third_party_sender');
      await deliverLast(world);
      await operators.approveLateMoney(id, 30_000n, { isNewMoney: false });
      const late = await deliverLast(world);
      assert.deepEqual(await shownFigures(player, reference), depositRows(mode, 30_000n, [late]));
    },
  );

  await t.test('a second transfer for one deposit is added to the first', async () => {
    const player = await newPlayer(world);
    const { id, reference } = await deposit(world, player, '300');
    await operators.approveDeposit(id, 30_000n);
    const first = await deliverLast(world);
    await operators.approveLateMoney(id, 10_050n);
    const second = await deliverLast(world);
    assert.deepEqual(await shownFigures(player, reference), depositRows(mode, 30_000n, [first, second]));
    assert.equal(await player.balance(), BigInt(first.playerAmountCents + second.playerAmountCents));
  });

  for (const [name, correctCents] of [
    ['a part of it', 20_000n],
    ['zero: a reversal', 0n],
  ] as const) {
    await t.test(`a deposit that was corrected to ${name}, in whatever order the events come`, async () => {
      const player = await newPlayer(world);
      const { id, reference } = await deposit(world, player, '2000');
      await operators.approveDeposit(id, 200_000n);
      await operators.correctDeposit(id, correctCents);
      const [approved = assert.fail(), corrected = assert.fail()] = (await eventsOf(world)).slice(-2);
      for (const event of [corrected, approved]) assert.equal(await deliver(world, event), 200);
      assert.deepEqual(await shownFigures(player, reference), depositRows(mode, 200_000n, [corrected]));
      assert.equal(await player.balance(), BigInt(corrected.playerAmountCents));
      const { text } = await paymentPage(player, reference);
      assert.equal(text.includes(texts.wasCorrected), correctCents > 0n);
    });
  }

  await t.test('a payout, and the same one when the bank has sent it back', async () => {
    const player = await funded();
    const before = await player.balance();
    const { id, reference } = await withdraw(world, player, '400,50');
    assert.deepEqual(await shownFigures(player, reference), { [texts.requested]: 40_050n });
    await operators.approveWithdrawal(id);
    const paid = await deliverLast(world);
    assert.equal(paid.amountCents, 40_050);
    assert.deepEqual(await shownFigures(player, reference), {
      [texts.requested]: 40_050n,
      ...commissionRows(mode, BigInt(paid.commissionCents)),
      [texts.paidOut]: BigInt(paid.playerAmountCents),
    });
    assert.equal(await player.balance(), before - 40_050n);

    await operators.returnPayout(id);
    const returned = await deliverLast(world);
    assert.deepEqual(await shownFigures(player, reference), {
      [texts.requested]: 40_050n,
      [texts.refunded]: BigInt(returned.playerAmountCents),
    });
    assert.equal(await player.balance(), before);
  });

  await t.test('the end of the IBAN, and not the rest of it, on every page with a payout', async () => {
    const player = await funded();
    const { reference } = await withdraw(world, player, '100');
    for (const { text } of [await paymentPage(player, reference), await player.get('/')]) {
      assert.match(text, /…8413\u00a026/);
      assert.ok(!text.includes(ACCOUNT.iban) && !text.includes(ACCOUNT.iban.replaceAll(' ', '')));
    }
  });
}

for (const mode of MODES) test(`with ${mode}`, async (t) => await checkAll(t, mode));
