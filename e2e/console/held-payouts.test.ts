import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { AYSE } from '../../server/test/harness/desk.ts';
import { signedIn } from '../../server/test/harness/signed-in.ts';
import { openConsole } from './console.ts';
import { atTheQueue } from './desk.ts';
import { decideByHeldEnter } from './held.ts';
import type { Held } from './held.ts';
import { openPayouts } from './payouts.ts';

test('Enter held for three seconds on any button of a payout decides once', async (t) => {
  const database = await createTestDatabase(t);
  const desk = await openConsole(t, { database, environment: 'development' });
  const payouts = await openPayouts(desk.owner);
  const { page, person, messages } = await atTheQueue(t, desk, { roles: ['senior_operator', 'finance'] });
  const me = signedIn({ id: person.id, name: person.handle });
  const dialog = page.getByRole('dialog');
  const pane = page.getByRole('complementary');
  // A key that goes on past its own payout would find these.
  await payouts.queued({ name: 'Tuğba Erkoç' });
  await payouts.queued({ name: 'Volkan Ateş' });

  const open = async (id: string): Promise<void> => {
    await page.goto(`${desk.url}/withdrawals/${id}`);
    await pane.locator('footer').waitFor();
    await pane.locator('section').first().waitFor();
  };
  /** The key that opens the question, as soon as the page offers it. */
  const openBy = async (id: string, button: RegExp, key: string): Promise<void> => {
    await open(id);
    await pane.locator('footer').getByRole('button', { name: button }).waitFor();
    await page.keyboard.press(key);
    await dialog.waitFor();
  };
  /** What is done when something went wrong. */
  const other = async (id: string, button: string): Promise<void> => {
    await open(id);
    await pane.getByRole('button', { name: button }).click();
    await dialog.waitFor();
  };
  const openSent = async (reference: string, amount?: string): Promise<void> => {
    await open(await payouts.authorised({}, me));
    await page.getByLabel('Sorgu/dekont no').fill(reference);
    if (amount !== undefined) await page.getByLabel('Gönderilen tutar').fill(amount);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
  };

  const table: Held[] = [
    {
      name: 'take',
      ask: async () => {
        await openBy(await payouts.queued(), /Üstlen/, 't');
        await page.getByRole('radio').first().waitFor({ state: 'attached' });
        await page.keyboard.press('1');
      },
      leaves: ['step take', 'audit withdrawal.take'],
    },
    {
      name: 'authorise',
      ask: async () => {
        await openBy(await payouts.taken({}, AYSE), /yetkilendir/, 'o');
        await page.getByLabel('Bankadaki bakiye').fill('900000');
      },
      leaves: ['step authorise', 'audit withdrawal.authorise'],
    },
    {
      name: 'part',
      ask: async () => await openSent('P-1', '400'),
      leaves: ['step part_sent', 'audit withdrawal.record_part'],
    },
    {
      name: 'paid',
      ask: async () => await openSent('P-2'),
      leaves: ['step approve', 'audit withdrawal.approve'],
    },
    {
      name: 'release',
      ask: async () => await openBy(await payouts.taken({}, me), /bırak/i, 'b'),
      leaves: ['step release', 'audit withdrawal.release'],
    },
    {
      name: 'reject',
      ask: async () => {
        await openBy(await payouts.queued(), /Reddet/, 'r');
        await page.keyboard.press('1');
      },
      leaves: ['step reject', 'audit withdrawal.reject'],
    },
    {
      name: 'hand over',
      ask: async () => {
        await other(await payouts.authorised({}, AYSE), 'Devral');
        await page.keyboard.press('Space');
      },
      leaves: ['step hand_over', 'audit withdrawal.hand_over'],
    },
    {
      name: 'returned',
      ask: async () => await other(await payouts.paid({}, AYSE), 'Geri dönen ödeme'),
      leaves: ['step payout_returned', 'audit withdrawal.return_payout'],
    },
    {
      name: 'misdirected',
      ask: async () => {
        await other(await payouts.authorised({}, AYSE), 'Yanlış hesaba gitti');
        await dialog.getByLabel('Yanlış giden').fill('400');
        await dialog.getByLabel('Ne oldu').fill('Başka bir IBAN yazıldı');
      },
      leaves: ['request ledger.post open', 'audit request.ask'],
    },
  ];
  for (const held of table)
    await t.test(held.name, async () => await decideByHeldEnter(page, desk.owner, held));
  assert.deepEqual(messages, []);
});
