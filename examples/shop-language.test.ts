import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from './shop/database.ts';
import { beginDeposit } from './shop/money/deposit.ts';
import { findPayment, newReference } from './shop/money/payments.ts';
import { enter, listPlayers } from './shop/players.ts';
import type { Shop } from './shop/shop.ts';

test('a deposit tells the service the language of the page that it was asked for on', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-shop-'));
  const database = openDatabase(join(folder, 'shop.sqlite'));
  t.after(async () => {
    database.close();
    await rm(folder, { recursive: true, force: true });
  });
  await enter(database, { username: 'ayse', fullName: 'Ayşe Işık' });
  const [player = assert.fail()] = listPlayers(database.read);
  const shop = { database, config: { publicUrl: 'https://shop.example' } } as Shop;
  for (const language of ['tr', 'en'] as const) {
    const reference = newReference();
    await beginDeposit(shop, { player, reference, amountCents: 100_000n, language });
    const request = JSON.parse(findPayment(database.read, reference)?.request ?? '') as object;
    assert.deepEqual(request, {
      amount: '1000.00',
      currency: 'TRY',
      externalReference: reference,
      language,
      redirectUrl: 'https://shop.example/return',
      customer: { id: player.id, username: 'ayse', fullName: 'Ayşe Işık' },
    });
  }
});
