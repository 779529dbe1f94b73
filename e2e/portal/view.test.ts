import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDesk } from '../../server/test/harness/desk.ts';
import { openBrowser } from '../browser.ts';
import { openPlacePage } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';
import { makeHistory } from './screens/view.ts';

test('from the balance to its entries, and from a reference to what became of the money', async (t) => {
  const desk = await openDesk(t);
  const viewed = await makeHistory(desk);
  const { url } = await openPortal(t, { database: desk.database, environment: 'development' });
  const { page, messages } = await openPlacePage(await openBrowser(t), { language: 'en' });
  await enter(page, url, viewed.owner);
  await page.goto(url);

  // What is added up as deposits is of two postings, and both are there: nothing else of the month is.
  await page
    .getByRole('row', { name: /^[A-Z]\w+, deposits/ })
    .last()
    .getByRole('link')
    .click();
  await page.waitForURL('**/money?*kind=deposit');
  await page.getByRole('cell', { name: 'Deposit less commission' }).first().waitFor();
  assert.equal(await page.getByLabel('Entry', { exact: true }).inputValue(), 'deposit');
  assert.equal(await page.getByRole('cell', { name: /withdrawal/i }).count(), 0);
  await page.goto(url);

  await page.getByRole('link', { name: /Available balance/ }).click();
  await page.waitForURL('**/money');
  const closing = page.getByRole('region', { name: 'The period' });
  await closing.getByText('₺38,521.50').first().waitFor();
  await page.getByLabel('Entry', { exact: true }).selectOption('deposit_approved');
  // The link of a row is as large as the row.
  await page
    .getByRole('row', { name: /\+₺921\.50/ })
    .getByRole('link')
    .click();
  await page.waitForURL(`**/transactions/${viewed.shortDeposit}`);
  await page.getByText('₺950.00 came, ₺28.50 commission, your player gets ₺921.50.').waitFor();

  // What the player got and what it cost are two entries, and each says which it is.
  await page.goto(`${url}/transactions/${viewed.paidWithdrawal}`);
  await page.getByRole('row', { name: /Withdrawal paid.*−₺485\.00/ }).waitFor();
  await page.getByRole('row', { name: /Withdrawal commission.*−₺15\.00/ }).waitFor();
  await page.goto(`${url}/transactions/${viewed.authorisedWithdrawal}`);
  await page
    .getByText(
      '₺700.00 has left your balance and is reserved for this withdrawal. Your player is being paid ₺679.00',
    )
    .waitFor();

  const { rows } = await desk.owner.query<{ reference: string }>(
    'select external_reference as reference from transaction where id = $1',
    [viewed.shortDeposit],
  );
  await page.getByRole('main').getByRole('link', { name: 'Transactions' }).click();
  await page.getByLabel('Your reference, code, player or amount').fill(rows[0]?.reference ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Clear' }).waitFor();
  await page.locator('tbody tr').first().waitFor();
  assert.equal(await page.locator('tbody tr').count(), 1);
  assert.doesNotMatch(page.url(), /MO-/, 'what is searched for stands in no address');
  // Whoever refines the search is still there, and so is whoever clears it, whose button goes.
  await page.locator('input[name=search]:focus').waitFor();
  await page.reload();
  await page.locator('tbody tr').first().waitFor();
  assert.equal(await page.locator('tbody tr').count(), 1, 'and is still there after a reload');
  await page.getByLabel('Status').selectOption('rejected');
  await page.waitForURL('**/transactions?status=rejected');
  await page.getByText('No transaction fits').waitFor();
  await page.getByLabel('Status').selectOption('approved');
  await page.locator('tbody tr').first().waitFor();
  assert.equal(await page.locator('tbody tr').count(), 1, 'and a filter keeps it');

  await page.getByRole('button', { name: 'Clear' }).click();
  await page.locator('input[name=search]:focus').waitFor();
  await page.getByLabel('At most').fill('950');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/transactions?amountTo=95000');
  assert.equal(await page.getByLabel('At most').evaluate((field) => field.matches(':focus')), true);
  await page.getByRole('cell', { name: '₺250.00' }).waitFor();
  // Between two figures the browser says that there is no day. Day and month stand in the order of the browser's language.
  await page.goto(`${new URL(page.url()).origin}/money?from=2026-10-01`);
  await page.getByLabel('First day', { exact: true }).focus();
  await page.keyboard.type('0505');
  await page.waitForURL('**/money?from=2026-05-05');
  await page.goto(`${new URL(page.url()).origin}/money?from=2026-11-10&to=2026-11-01`);
  await page.getByRole('alert').getByText('The last day can’t be before the first.').waitFor();
  assert.deepEqual(messages, []);
});
