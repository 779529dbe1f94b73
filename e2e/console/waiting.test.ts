import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atTheQueue, openDesk, rowsOf, seen, statusOf } from './desk.ts';

/** A page that is looked at asks for new ones every fifteen seconds. */
const AFTER_A_LOOK = { timeout: 20_000 };

/** Deposits whose players have not pressed the button yet. */
async function unpaid(
  desk: Awaited<ReturnType<typeof openDesk>>,
  names: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) ids.push(await desk.morning.unpaid({ name }));
  return ids;
}

test('the oldest is opened by Enter, o confirms for its player once, and the queue is where it is decided', async (t) => {
  const desk = await openDesk(t);
  const ids = await unpaid(desk, ['Ayşe Işık', 'Mehmet Karagöz']);
  const { page, messages } = await atTheQueue(t, desk);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.waitForURL('**/waiting');
  await rowsOf(page).nth(1).waitFor();
  const [first = ''] = ids.toSorted();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/waiting/${first}`);
  await page.getByRole('complementary').locator('footer button').waitFor();
  await page.keyboard.press('o');
  await page.getByRole('dialog').waitFor();
  assert.equal(await statusOf(desk, first), 'waiting_payment');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/deposits/${first}`);
  await seen(page, desk, first);
  assert.equal(await statusOf(desk, first), 'waiting_confirmation');
  const { rows } = await desk.owner.query(
    `select from audit_entry where action = 'deposit.confirm_on_behalf' and subject_id = $1`,
    [first],
  );
  assert.equal(rows.length, 1);
  await page.goto(`${desk.url}/waiting`);
  await rowsOf(page).first().waitFor();
  assert.equal(await rowsOf(page).count(), 1);
  assert.deepEqual(messages, []);
});

test('a filter is in the address, and says so when nobody fits', async (t) => {
  const desk = await openDesk(t);
  await unpaid(desk, ['Ayşe Işık']);
  const { page } = await atTheQueue(t, desk);
  await page.goto(`${desk.url}/waiting?least=900000.00`);
  await page.getByText('Bu filtrede oyuncu yok').waitFor();
  await page.keyboard.press('Escape');
  await rowsOf(page).first().waitFor();
});

test('who comes while one looks stands at the end by itself, and opening reserves nothing', async (t) => {
  const desk = await openDesk(t);
  const { page, messages } = await atTheQueue(t, desk);
  await page.goto(`${desk.url}/waiting`);
  await page.getByText('Transfer bekleyen yok').waitFor();
  await page.getByText(/Açmak yatırımı size ayırmaz/).waitFor();
  await unpaid(desk, ['Ayşe Işık']);
  await rowsOf(page).getByText('Ayşe Işık').waitFor(AFTER_A_LOOK);
  await unpaid(desk, ['Mehmet Karagöz']);
  await rowsOf(page).nth(1).getByText('Mehmet Karagöz').waitFor(AFTER_A_LOOK);
  assert.equal(await rowsOf(page).count(), 2);
  assert.deepEqual(messages, []);
});
