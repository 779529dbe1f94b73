import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { askForApproval } from './ask.ts';
import { atTheQueue, openDesk, rowsOf, seen } from './desk.ts';
import { decideByHeldEnter } from './held.ts';
import type { Held } from './held.ts';

test('Enter held for three seconds on any button of a deposit decides once', async (t) => {
  const desk = await openDesk(t);
  const { morning } = desk;
  const { page, messages } = await atTheQueue(t, desk);
  const dialog = page.getByRole('dialog');
  /** Others wait behind it: a key that goes on past its own deposit would find them. */
  const openWaiting = async (): Promise<void> => {
    const id = await morning.waiting({ minutesAgo: 30 });
    await page.goto(`${desk.url}/deposits/${id}`);
    await seen(page, desk, id);
  };
  const openBy = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    await dialog.waitFor();
  };
  for (let count = 0; count < 2; count += 1) await morning.waiting({ minutesAgo: 2 });

  const table: Held[] = [
    {
      name: 'approve',
      ask: async () => {
        await openWaiting();
        await openBy('a');
      },
      leaves: ['step approve', 'audit deposit.approve'],
    },
    {
      name: 'reject',
      ask: async () => {
        await openWaiting();
        await openBy('r');
        await page.keyboard.press('1');
      },
      leaves: ['step reject', 'audit deposit.reject'],
    },
    {
      name: 'hold',
      ask: async () => {
        await openWaiting();
        await openBy('b');
        await page.keyboard.press('1');
      },
      leaves: ['step hold', 'audit deposit.hold'],
    },
    {
      name: 'late money',
      ask: async () => {
        await page.goto(`${desk.url}/deposits/${await morning.expired()}`);
        await page.getByText('Yazılmadı: Süresi doldu').waitFor();
        await openBy('l');
        await dialog.getByLabel('Gelen', { exact: true }).fill('400');
        await dialog.getByRole('combobox').selectOption({ index: 1 });
      },
      // The new deposit waits at once, as if its player had pressed the button.
      leaves: ['step confirm_on_behalf', 'audit deposit.enter_late_money'],
    },
    {
      name: 'correct',
      ask: async () => {
        await page.goto(`${desk.url}/deposits/${await morning.approved()}`);
        await page.getByRole('button', { name: 'Düzeltme iste · iki kişi' }).waitFor();
        await openBy('c');
        await dialog.getByLabel('Gerçekte gelen').fill('950');
        await dialog.getByLabel('Neden yanlış').fill('bir hane fazla yazıldı');
      },
      leaves: ['request deposit.correct open', 'audit request.ask'],
    },
    {
      name: 'bulk',
      ask: async () => {
        await morning.waiting({ minutesAgo: 60 });
        await morning.waiting({ minutesAgo: 59 });
        await page.goto(`${desk.url}/deposits`);
        await rowsOf(page).nth(1).waitFor();
        for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
        await page.getByText('2 yatırım seçili').first().waitFor();
        await openBy('a');
      },
      // Two deposits, each once.
      leaves: ['step approve', 'step approve', 'audit deposit.approve', 'audit deposit.approve'],
    },
    {
      name: 'confirm on behalf',
      ask: async () => {
        const id = await morning.unpaid();
        await page.goto(`${desk.url}/waiting/${id}`);
        await page.getByRole('complementary').locator('footer button').waitFor();
        await openBy('o');
      },
      leaves: ['step confirm_on_behalf', 'audit deposit.confirm_on_behalf'],
    },
  ];
  for (const held of table)
    await t.test(held.name, async () => await decideByHeldEnter(page, desk.owner, held));
  assert.deepEqual(messages, []);
});

test('Enter held for three seconds confirms, declines and sends again once', async (t) => {
  const desk = await openDesk(t);
  const asker = await atTheQueue(t, desk, { name: 'Elif Demir' });
  const { page, messages } = await atTheQueue(t, desk, { roles: ['senior_operator', 'administrator'] });
  const dialog = page.getByRole('dialog');
  /** A request of a colleague's, with another one behind it. */
  const openRequest = async (key: string): Promise<void> => {
    const ids: string[] = [];
    for (const amountCents of [6_000_000n, 7_000_000n]) {
      const id = await desk.morning.waiting({ amountCents });
      ids.push(await askForApproval(asker.page, id, `${amountCents / 100n}.00`));
    }
    await page.goto(`${desk.url}/requests/${ids[0]}`);
    await page.getByRole('button', { name: 'Geri çevir' }).waitFor();
    await page.keyboard.press(key);
    await dialog.waitFor();
  };
  const table: Held[] = [
    {
      name: 'confirm',
      ask: async () => await openRequest('a'),
      leaves: [
        'no longer request deposit.approve open',
        'request deposit.approve confirmed',
        'step approve',
        'audit request.confirm',
        'audit deposit.approve',
      ],
    },
    {
      name: 'decline',
      ask: async () => {
        await openRequest('r');
        await dialog.getByLabel('Neden').fill('Gönderen başka biri');
      },
      leaves: [
        'no longer request deposit.approve open',
        'request deposit.approve declined',
        'audit request.decline',
      ],
    },
    {
      name: 'send again',
      ask: async () => {
        await page.goto(`${desk.url}/undelivered/${await failing(desk)}`);
        await page.getByRole('button', { name: 'Tümünü yeniden gönder' }).waitFor();
        await page.keyboard.press('r');
        await dialog.waitFor();
      },
      leaves: ['audit webhook.replay'],
    },
  ];
  for (const held of table)
    await t.test(held.name, async () => await decideByHeldEnter(page, desk.owner, held));
  const { rows } = await desk.owner.query<{ isDue: boolean }>(
    `select next_attempt_at <= now() as "isDue" from webhook_delivery order by 1`,
  );
  assert.deepEqual(
    rows.map(({ isDue }) => isDue),
    [false, true],
    'one of two is sent again',
  );
  assert.deepEqual([...messages, ...asker.messages], []);
});

/** An endpoint with two events that it did not take. */
async function failing({ owner, morning }: Awaited<ReturnType<typeof openDesk>>): Promise<string> {
  const { id } = await insertEndpoint(owner, {
    partnerId: morning.partnerId,
    url: 'https://mavi.example/hooks',
  });
  const transactionIds = [await morning.approved(), await morning.approved()];
  await owner.query(
    `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at)
     select $1, id, feed_no, external_reference, 'parked', 1, now() + interval '1 hour' from event
     where transaction_id = any ($2)`,
    [id, transactionIds],
  );
  return id;
}
