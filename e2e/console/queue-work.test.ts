import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ringQueue } from '../../server/src/db/queue-channel.ts';
import { atTheQueue, openDesk, rowsOf, seen, statusOf } from './desk.ts';

test('b holds with a reason and a time: it leaves the top and the target, and comes back by a press', async (t) => {
  const desk = await openDesk(t);
  const held = await desk.morning.waiting({ name: 'Ayşe Işık', minutesAgo: 30 });
  const next = await desk.morning.waiting({ name: 'Mehmet Karagöz', minutesAgo: 2 });
  const { page, messages } = await atTheQueue(t, desk);
  await rowsOf(page).first().waitFor();
  const head = page.locator('main header');
  await head.getByText('30 dk').waitFor();
  await page.keyboard.press('Enter');
  await seen(page, desk, held);
  await page.keyboard.press('b');
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  await page.keyboard.press('Enter');
  await sheet.getByText('Bir neden seçin: 1 ile 3 arası.').waitFor();
  await page.keyboard.press('1');
  await sheet.getByText(/sıranın sonunda bekler ve hedefe sayılmaz/).waitFor();
  await page.keyboard.press('Enter');
  // The next one is there, and the oldest is no longer the one that is held.
  await page.waitForURL(`**/deposits/${next}`);
  await head.getByText('1 bekletilen').waitFor();
  await head.getByText('30 dk').waitFor({ state: 'detached' });
  const { rows } = await desk.owner.query<{ reason: string; minutes: number }>(
    `select hold_reason as reason, round(extract(epoch from held_until - now()) / 60)::int as minutes
     from transaction where id = $1`,
    [held],
  );
  assert.deepEqual(rows, [{ reason: 'bank_down', minutes: 30 }]);
  // Read anew, it stands last.
  await page.goto(`${desk.url}/deposits`);
  await rowsOf(page).nth(1).getByText('Bekletiliyor').waitFor();
  await page.goto(`${desk.url}/deposits/${held}`);
  await page.getByText(/bekletiliyor: Banka hareketleri göstermiyor/).waitFor();
  await page.getByRole('button', { name: 'Diğer' }).click();
  await page.getByRole('menuitem', { name: 'Bekletmeyi kaldır' }).click();
  await page.getByText(/yeniden sırada/).waitFor();
  await head.getByText('1 bekletilen').waitFor({ state: 'detached' });
  const { rows: audited } = await desk.owner.query<{ action: string }>(
    `select action from audit_entry where action like 'deposit.%hold' order by id`,
  );
  assert.deepEqual(
    audited.map(({ action }) => action),
    ['deposit.hold', 'deposit.unhold'],
  );
  assert.deepEqual(messages, []);
});

test('the player forgot the button: an operator confirms on their behalf, and the history shows both steps', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.waiting();
  await desk.owner.query(`update transaction set status = 'waiting_payment' where id = $1`, [id]);
  const { page } = await atTheQueue(t, desk);
  await page.goto(`${desk.url}/deposits/${id}`);
  await page.getByRole('button', { name: 'Para geldi, oyuncu adına bildir' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText(/düğmeye basmamış/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/onay sırasında/).waitFor();
  assert.equal(await statusOf(desk, id), 'waiting_confirmation');
  await page.getByRole('button', { name: /onayla/ }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByText(/onaylandı/)
    .first()
    .waitFor();
  const { rows } = await desk.owner.query<{ trigger: string }>(
    'select trigger from transaction_step where transaction_id = $1 order by step_no',
    [id],
  );
  assert.deepEqual(
    rows.map(({ trigger }) => trigger),
    ['create', 'confirm_on_behalf', 'approve'],
  );
  await page.goto(`${desk.url}/deposits/${id}`);
  await page.getByText(/oyuncu adına/).waitFor();
});

test('a bulk names what it skipped, one that a colleague opened and one that takes two by now; they stay selected', async (t) => {
  const desk = await openDesk(t);
  const [plain, claimed, large] = [
    await desk.morning.waiting({ name: 'Ayşe Işık', minutesAgo: 9 }),
    await desk.morning.waiting({ name: 'Mehmet Karagöz', minutesAgo: 8 }),
    await desk.morning.waiting({ name: 'Büşra Koç', minutesAgo: 7, amountCents: 4_000_000n }),
  ];
  const elif = await atTheQueue(t, desk, { name: 'Elif Demir' });
  const { page } = elif;
  await rowsOf(page).nth(2).waitFor();
  for (const key of ['x', 'j', 'j', 'Shift+x']) await page.keyboard.press(key);
  await page.getByText('3 yatırım seçili').first().waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog').waitFor();
  // Meanwhile: a colleague opens one, and a lower limit makes another one a matter for two.
  const burak = await atTheQueue(t, desk, { name: 'Burak Kaya' });
  await burak.page.goto(`${desk.url}/deposits/${claimed}`);
  await seen(burak.page, desk, claimed);
  await desk.owner.query('update platform_settings set four_eyes_cents = 3000000');
  await page.keyboard.press('Enter');
  await page.getByText('3 yatırımdan 1 tanesi onaylandı, 2 tanesi kaldı.').waitFor();
  await page.getByText('Burak Kaya bakıyor. Devralmak için yatırımı açıp T tuşuna basın.').waitFor();
  await page.getByText('Uyarısı var ya da iki kişi ister. Açıp tek başına karar verin.').waitFor();
  assert.equal(await statusOf(desk, plain), 'approved');
  for (const id of [claimed, large]) assert.equal(await statusOf(desk, id), 'waiting_confirmation');
  const selected = new URL(page.url()).searchParams.get('selected')?.split(',') ?? [];
  assert.deepEqual(new Set(selected), new Set([claimed, large]));
});

test('t takes over by one key, which the audit log names; the one before is told', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.waiting();
  const burak = await atTheQueue(t, desk, { name: 'Burak Kaya' });
  await burak.page.goto(`${desk.url}/deposits/${id}`);
  await seen(burak.page, desk, id);
  const elif = await atTheQueue(t, desk, { name: 'Elif Demir' });
  await elif.page.goto(`${desk.url}/deposits/${id}`);
  await elif.page.getByText('Burak Kaya bakıyor').waitFor();
  await elif.page.getByText('Kayda yazılır').waitFor();
  await elif.page.keyboard.press('t');
  await elif.page.getByText(/artık sizde/).waitFor();
  await burak.page.getByText('Elif Demir bakıyor').waitFor();
  const { rows } = await desk.owner.query<{ actor: string; taken: string }>(
    `select actor_id as actor, details ->> 'from' as taken from audit_entry where action = 'deposit.take_over'`,
  );
  assert.deepEqual(rows, [{ actor: elif.person.id, taken: burak.person.handle }]);
});

test('n shows new ones at the end, and the mark and the open deposit stay where they are', async (t) => {
  const desk = await openDesk(t);
  const first = await desk.morning.waiting({ name: 'Ayşe Işık', minutesAgo: 5 });
  await desk.morning.waiting({ name: 'Büşra Koç', minutesAgo: 4 });
  const { page } = await atTheQueue(t, desk);
  await rowsOf(page).first().waitFor();
  await page.keyboard.press('Enter');
  await seen(page, desk, first);
  ringQueue(desk.owner, [await desk.morning.waiting({ name: 'Mehmet Karagöz' })]);
  await page.getByText('1 yeni yatırım').waitFor();
  await page.keyboard.press('n');
  await rowsOf(page).nth(2).getByText('Mehmet Karagöz').waitFor();
  await rowsOf(page).nth(0).getByText('Ayşe Işık').waitFor();
  assert.ok(page.url().includes(first));
  await page.keyboard.press('a');
  await page
    .getByRole('dialog')
    .getByText(/onaylansın mı/)
    .waitFor();
});
