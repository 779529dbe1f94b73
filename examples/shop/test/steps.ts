import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { openPlayer } from './browser.ts';
import type { Browser, Page } from './browser.ts';
import { operatorsAt } from './operators.ts';
import { deliver, lastEvent } from './world.ts';
import type { World } from './world.ts';

export const ACCOUNT = {
  bankName: 'Ziraat Bankası',
  holder: 'Ayşe Işık',
  iban: 'TR33 0006 1005 1978 6457 8413 26',
};

export async function deposit(
  world: World,
  player: Browser,
  amount: string,
): Promise<{ id: string; reference: string }> {
  const sent = await player.submit('/deposit', { amount });
  assert.equal(sent.status, 303, sent.text);
  assert.match(sent.location ?? '', /\/pay\/txn_/);
  return await latestOf(world);
}

export async function withdraw(
  world: World,
  player: Browser,
  amount: string,
): Promise<{ id: string; reference: string }> {
  const sent = await player.submit('/withdraw', { amount, ...ACCOUNT });
  assert.equal(sent.status, 303, sent.text);
  return await latestOf(world);
}

export async function latestOf({ vezne }: World): Promise<{ id: string; reference: string }> {
  const [transaction = assert.fail()] = (await vezne.findTransactions({ limit: 1 })).transactions;
  return { id: transaction.id, reference: transaction.externalReference };
}

export async function newPlayer({ shopUrl }: World): Promise<Browser> {
  return await openPlayer(shopUrl, `player-${randomUUID()}`);
}

/** A player with 970.00 from a deposit of 1000.00 at 3 %. */
export async function playerWithMoney(world: World): Promise<Browser> {
  const player = await newPlayer(world);
  const { id } = await deposit(world, player, '1000');
  await operatorsAt(world.desk).approveDeposit(id, 100_000n);
  assert.equal(await deliver(world, await lastEvent(world)), 200);
  assert.equal(await player.balance(), 97_000n);
  return player;
}

export async function paymentPage(player: Browser, reference: string): Promise<Page> {
  return await player.get(`/payments/${reference}`);
}
