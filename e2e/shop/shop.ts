import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { openPlayer } from '../../examples/shop/test/browser.ts';
import { operatorsAt } from '../../examples/shop/test/operators.ts';
import { deposit, withdraw } from '../../examples/shop/test/steps.ts';
import { deliver, lastEvent, openWorld } from '../../examples/shop/test/world.ts';
import type { World } from '../../examples/shop/test/world.ts';

/** The shop, and a service whose payment pages a browser can open. */
export async function openShop(t: TestContext): Promise<World> {
  return await openWorld(t, async (_desk, apiUrl) => ({ VEZNE_PUBLIC_URL: apiUrl }));
}

/** Continues as a player whom the shop knows. */
export async function signIn(page: Page, { shopUrl }: World, username: string): Promise<void> {
  await page.goto(shopUrl());
  await page.locator('.choices button', { hasText: `(${username})` }).click();
  await page.locator('.balance').waitFor();
}

/** Gives a player a payment in every state that the shop shows. Returns the path of each payment's page. */
export async function payEveryWay(world: World, username: string): Promise<Map<string, string>> {
  const operators = operatorsAt(world.desk);
  const player = await openPlayer(world.shopUrl, username);
  const paths = new Map<string, string>();
  const told = async (): Promise<void> => assert.equal(await deliver(world, await lastEvent(world)), 200);
  const add = async (
    name: string,
    made: Promise<{ id: string; reference: string }>,
    decide?: (id: string) => Promise<void>,
  ): Promise<void> => {
    const { id, reference } = await made;
    paths.set(name, `/payments/${reference}`);
    if (decide === undefined) return;
    await decide(id);
    await told();
  };
  const newDeposit = async (amount: string) => await deposit(world, player, amount);
  const newWithdrawal = async (amount: string) => await withdraw(world, player, amount);

  await add('approved', newDeposit('2500'), async (id) => await operators.approveDeposit(id, 240_000n));
  await add('corrected', newDeposit('200'), async (id) => {
    await operators.approveDeposit(id, 20_000n);
    await told();
    await operators.correctDeposit(id, 0n);
  });
  await add('corrected-in-part', newDeposit('2000'), async (id) => {
    await operators.approveDeposit(id, 200_000n);
    await told();
    await operators.correctDeposit(id, 20_000n);
  });
  await add('late', newDeposit('300'), async (id) => {
    await operators.reject('deposit', id);
    await told();
    await operators.approveLateMoney(id, 30_000n);
  });
  await add('rejected', newDeposit('300'), async (id) => await operators.reject('deposit', id));
  await add('expired', newDeposit('750'), async (id) => await operators.expire(id));
  await add('paid-out', newWithdrawal('400'), async (id) => await operators.approveWithdrawal(id));
  await add('refunded', newWithdrawal('150'), async (id) => await operators.reject('withdrawal', id));
  await add('requested', newWithdrawal('100'));
  await add('open', newDeposit('1000'));
  // A deposit of its own: the shop remembers what its player said.
  await add('returned', newDeposit('850,50'));
  const returned = paths.get('returned')?.split('/').at(-1) ?? '';
  paths.set('returned', `/return?externalReference=${returned}&svcStatus=waiting_confirmation`);
  return paths;
}
