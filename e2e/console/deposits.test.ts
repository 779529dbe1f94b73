import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ringQueue } from '../../server/src/db/queue-channel.ts';
import { atTheQueue, idle, openDesk, rowsOf, seen, statusOf } from './desk.ts';

test('twenty deposits by keyboard alone, two presses each once the first is open', async (t) => {
  const desk = await openDesk(t);
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1)
    ids.push(await desk.morning.waiting({ name: `Oyuncu Numara`, minutesAgo: 60 - index }));
  const { page, messages } = await atTheQueue(t, desk);
  await rowsOf(page).first().waitFor();
  let presses = 0;
  const press = async (key: string): Promise<void> => {
    presses += 1;
    await page.keyboard.press(key);
  };
  await press('Enter');
  for (const id of ids) {
    await page.waitForURL(`**/deposits/${id}`);
    await seen(page, desk, id);
    await press('a');
    await page.getByRole('dialog').waitFor();
    await press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.getByText('Bekleyen yatırım yok').waitFor();
  for (const id of ids) assert.equal(await statusOf(desk, id), 'approved');
  assert.ok(presses <= ids.length * 3, `${presses} presses`);
  assert.equal(presses, ids.length * 2 + 1);
  assert.deepEqual(messages, []);
});

test('a held key decides once', async (t) => {
  const desk = await openDesk(t);
  const first = await desk.morning.waiting({ minutesAgo: 9 });
  const second = await desk.morning.waiting({ minutesAgo: 8 });
  const { page } = await atTheQueue(t, desk);
  const decided: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\/deposits\/.*\/(approve|reject)$/.test(pathname)) decided.push(pathname);
  });
  await rowsOf(page).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/deposits/${first}`);
  await page.getByRole('button', { name: /onayla/ }).waitFor();
  for (const key of ['a', 'Enter']) {
    for (let times = 0; times < 10; times += 1) await page.keyboard.down(key);
    if (key === 'a') await page.getByRole('dialog').waitFor();
  }
  await page.waitForURL(`**/deposits/${second}`);
  await seen(page, desk, second);
  for (let times = 0; times < 10; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await idle(page);
  assert.equal(await page.getByRole('dialog').count(), 0);
  // A later key is heard, and a later look at the server still finds it undecided.
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await page.reload();
  await seen(page, desk, second);
  assert.deepEqual(decided, [`/api/deposits/${first}/approve`]);
  assert.equal(await statusOf(desk, second), 'waiting_confirmation');
});

test('two operators: the other one sees the name within a second, is refused, and takes over by one key', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.waiting();
  const elif = await atTheQueue(t, desk, { name: 'Elif Demir' });
  const burak = await atTheQueue(t, desk, { name: 'Burak Kaya' });
  await rowsOf(burak.page).first().waitFor();
  await rowsOf(elif.page).first().waitFor();
  const began = Date.now();
  const shown = nameShown(elif.page, 'Burak');
  await burak.page.keyboard.press('Enter');
  const shownAfterMs = (await shown) - began;
  t.diagnostic(`shown after ${shownAfterMs} ms`);
  assert.ok(shownAfterMs <= NAME_WITHIN_MS, `shown after ${shownAfterMs} ms`);
  assert.deepEqual(await approveAnyway(elif.page, id), {
    status: 409,
    code: 'deposit_claimed',
    claimedBy: 'Burak Kaya',
  });
  assert.equal(await statusOf(desk, id), 'waiting_confirmation');
  await elif.page.keyboard.press('Enter');
  await elif.page.getByText('Burak Kaya bakıyor').waitFor();
  // Nothing decides there: neither a key nor a button.
  await elif.page.keyboard.press('a');
  assert.equal(await elif.page.getByRole('dialog').count(), 0);
  await elif.page.keyboard.press('t');
  await elif.page.getByRole('button', { name: /onayla/ }).waitFor();
  await burak.page.getByText('Elif Demir bakıyor').waitFor();
  await elif.page.keyboard.press('a');
  await elif.page.getByRole('dialog').waitFor();
  await elif.page.keyboard.press('Enter');
  await elif.page
    .getByText(/onaylandı/)
    .first()
    .waitFor();
  assert.equal(await statusOf(desk, id), 'approved');
});

const NAME_WITHIN_MS = 1_000;

/** When a row has the name, by the clock. Looks at every painted frame; a locator looks less often, and later each time. */
async function nameShown(page: Page, name: string): Promise<number> {
  return await page.evaluate<number>(`new Promise((resolve) => {
    const look = () =>
      document.querySelector('[role=grid]').textContent.includes(${JSON.stringify(name)}) ? resolve(Date.now()) : requestAnimationFrame(look);
    look();
  })`);
}

/** What a page would send that doesn't know of the colleague yet. */
async function approveAnyway(page: Page, id: string): Promise<Record<string, unknown>> {
  return await page.evaluate<Record<string, unknown>>(`(async () => {
    const { seen } = await (await fetch('/api/deposits/${id}')).json();
    const answer = await fetch('/api/deposits/${id}/approve', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ seen, decisionId: crypto.randomUUID(), actualAmount: '1000.00' }),
    });
    const { code, claimedBy } = await answer.json();
    return { status: answer.status, code, claimedBy };
  })()`);
}

test('what a colleague opens before the line is there shows as soon as it is', async (t) => {
  const desk = await openDesk(t);
  await desk.morning.waiting();
  const burak = await atTheQueue(t, desk, { name: 'Burak Kaya' });
  const elif = await atTheQueue(t, desk, { name: 'Elif Demir' });
  const { promise: isLet, resolve: letThrough } = Promise.withResolvers<void>();
  await elif.page.route('**/api/live', async (route) => {
    await isLet;
    await route.continue();
  });
  await elif.page.reload();
  await rowsOf(elif.page).first().waitFor();
  await rowsOf(burak.page).first().waitFor();
  await burak.page.keyboard.press('Enter');
  await burak.page.getByRole('button', { name: /onayla/ }).waitFor();
  assert.equal(await rowsOf(elif.page).getByText('Burak').count(), 0);
  letThrough();
  await rowsOf(elif.page).getByText('Burak').waitFor();
});

test('an answer that is lost after the commit: the press is sent again under its id, and was made once', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.waiting();
  const { page } = await atTheQueue(t, desk);
  await rowsOf(page).first().waitFor();
  const sent: unknown[] = [];
  await page.route('**/api/deposits/*/approve', async (route) => {
    sent.push(route.request().postDataJSON());
    if (sent.length > 1) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /onayla/ }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/Sonuç bilinmiyor/).waitFor();
  await page.getByText(/onaylandı, 970,00 ₺ yazıldı/).waitFor();
  assert.equal(sent.length, 2);
  assert.deepEqual(sent[1], sent[0], 'the same id');
  assert.equal(await statusOf(desk, id), 'approved');
  const { rows } = await desk.owner.query(
    'select 1 from transaction_step where transaction_id = $1 and trigger = $2',
    [id, 'approve'],
  );
  assert.equal(rows.length, 1);
});

test('what takes two says so before it is pressed, becomes a request, and shows it', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.waiting({ amountCents: 6_500_000n });
  const { page } = await atTheQueue(t, desk);
  await rowsOf(page).getByText('İkinci onay').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /İkinci onay iste/ }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/için ikinci onay istendi/).waitFor();
  assert.equal(await statusOf(desk, id), 'waiting_confirmation');
  await rowsOf(page).getByText('Onay istendi').waitFor();
  await page.goto(`${desk.url}/deposits/${id}`);
  await page.getByText(/siz istediniz/).waitFor();
});

test('a moved deposit has no account preset, and asks for what the bank shows', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.waiting({ isMoved: true });
  const { page } = await atTheQueue(t, desk);
  await rowsOf(page).getByText('Hesap değişti').waitFor();
  await page.keyboard.press('Enter');
  const accounts = page.getByRole('radio');
  await accounts.first().waitFor();
  for (const account of await accounts.all()) assert.equal(await account.isChecked(), false);
  await page.keyboard.press('a');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.getByText('Paranın geldiği hesabı seçin.').waitFor();
  await accounts.first().check();
  await page.getByLabel('Sorgu/dekont no').fill('F-1');
  await page.getByLabel('Bankadaki gönderen').fill('AYSE ISIK');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/Para Ziraat Bankası •• \d{4} hesabında/)
    .waitFor();
  await page.keyboard.press('Enter');
  await page
    .getByText(/onaylandı/)
    .first()
    .waitFor();
  assert.equal(await statusOf(desk, id), 'approved');
});

test('a rejection by number says what became of the money', async (t) => {
  const desk = await openDesk(t);
  const first = await desk.morning.waiting({ minutesAgo: 5 });
  const second = await desk.morning.waiting({ minutesAgo: 4 });
  const { page } = await atTheQueue(t, desk);
  await rowsOf(page).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Reddet/ }).waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/deposits/${second}`);
  assert.equal(await statusOf(desk, first), 'rejected');
  await seen(page, desk, second);
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('5');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Para geldi mi, gelmedi mi? Birini seçin.').waitFor();
  assert.equal(await statusOf(desk, second), 'waiting_confirmation');
  await page.getByRole('radio', { name: 'Gelmedi', exact: true }).check();
  await page.keyboard.press('Enter');
  await page.getByText('Bekleyen yatırım yok').waitFor();
  assert.equal(await statusOf(desk, second), 'rejected');
});

test('new ones wait behind a bar, and nothing moves under the reader', async (t) => {
  const desk = await openDesk(t);
  await desk.morning.waiting({ name: 'Ayşe Işık', minutesAgo: 5 });
  const { page } = await atTheQueue(t, desk);
  await rowsOf(page).first().waitFor();
  const ids = [
    await desk.morning.waiting({ name: 'Mehmet Karagöz' }),
    await desk.morning.waiting({ name: 'Büşra Koç' }),
  ];
  ringQueue(desk.owner, ids);
  await page.getByText('2 yeni yatırım').waitFor();
  assert.equal(await rowsOf(page).count(), 1);
  await page.locator('nav').getByText('3', { exact: true }).waitFor();
  await page.keyboard.press('n');
  await rowsOf(page).nth(2).waitFor();
  assert.equal(await page.getByText('2 yeni yatırım').count(), 0);
});

test('one line a browser, whatever the number of tabs; when the tab that reads it closes, another one does', async (t) => {
  const desk = await openDesk(t);
  await desk.morning.waiting();
  const { page } = await atTheQueue(t, desk);
  await page.locator('nav').getByText('1', { exact: true }).first().waitFor();
  const context = page.context();
  let lines = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') lines += 1;
  });
  const tabs: Page[] = [];
  for (let index = 0; index < 9; index += 1) {
    const tab = await context.newPage();
    await tab.goto(`${desk.url}/deposits`);
    await tab.locator('nav').getByText('1', { exact: true }).first().waitFor();
    tabs.push(tab);
  }
  assert.equal(lines, 0, 'the first tab reads for all of them');
  await page.close();
  ringQueue(desk.owner, [await desk.morning.waiting()]);
  for (const tab of tabs) await tab.getByText('1 yeni yatırım').waitFor();
  assert.equal(lines, 1);
});

test('a bulk: by x, none with a warning, a result for each', async (t) => {
  const desk = await openDesk(t);
  const plain = [
    await desk.morning.waiting({ minutesAgo: 9 }),
    await desk.morning.waiting({ minutesAgo: 8, amountCents: 250_000n }),
  ];
  const warned = await desk.morning.waiting({ minutesAgo: 7, sender: 'Ayhan Kaya' });
  const { page } = await atTheQueue(t, desk);
  await rowsOf(page).nth(2).waitFor();
  await page.keyboard.press('x');
  await page.getByText('1 yatırım seçili').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText(/tek başına karara bağlanır/).waitFor();
  await page.keyboard.press('Shift+x');
  await page.getByText('2 yatırım seçili').first().waitFor();
  assert.ok(new URL(page.url()).searchParams.get('selected')?.includes(plain[1] ?? ''));
  await page.keyboard.press('a');
  await page
    .getByRole('dialog')
    .getByText(/üç bin beş yüz lira/)
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('2 yatırım onaylandı').waitFor();
  for (const id of plain) assert.equal(await statusOf(desk, id), 'approved');
  assert.equal(await statusOf(desk, warned), 'waiting_confirmation');
});

/** One page with a word on it. */
const PDF = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F1 24 Tf 40 100 Td (Dekont 950,00) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R/Size 6>>
%%EOF`,
  'latin1',
);

test('a receipt that is a PDF is drawn in a frame without an origin, and the look is audited', async (t) => {
  const desk = await openDesk(t);
  const id = await desk.morning.waiting({ receipt: { mediaType: 'application/pdf', content: PDF } });
  const { page, messages } = await atTheQueue(t, desk);
  await page.goto(`${desk.url}/deposits/${id}`);
  await page.getByRole('button', { name: 'Dekontu aç' }).click();
  const frame = page.frameLocator('iframe');
  await frame.locator('canvas').waitFor();
  assert.equal(await frame.locator('body').evaluate('self.origin'), 'null');
  const { rows } = await desk.owner.query(
    `select 1 from audit_entry where action = 'transaction.read_receipt'`,
  );
  assert.equal(rows.length, 1);
  assert.deepEqual(desk.policyReports(), []);
  assert.deepEqual(messages, []);
});
