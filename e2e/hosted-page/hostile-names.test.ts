import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCRIPT_PAYLOADS } from '../../server/test/http/pay/script-payloads.ts';
import { openBrowser, openPage } from '../browser.ts';
import { openPayments } from './payments.ts';
import { pathOf } from './states.ts';

test('200 names that hold script are read by players and run by nobody', async (t) => {
  const payments = await openPayments(t);
  const page = await openPage(await openBrowser(t));
  const [pay, approved] = [await pathOf('pay', payments), await pathOf('approved', payments)];
  const events: string[] = [];
  page.on('dialog', (dialog) => {
    events.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // The policy of the page would stop a script, and say so here.
  page.on('console', (message) => events.push(`the console: ${message.text()}`));
  page.on('pageerror', (error) => events.push(`an error: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${payments.url}/`)) events.push(`a request: ${request.url()}`);
  });
  for (const [index, payload] of SCRIPT_PAYLOADS.entries()) {
    await payments.owner.query('update partner set name = $1', [payload]);
    await payments.owner.query('update bank_account set bank_name = $1, holder_name = $1', [payload]);
    // The later states show fewer of the names, so that some are enough there.
    for (const path of index % 7 === 0 ? [pay, approved] : [pay]) {
      await page.goto(payments.url + path);
      assert.equal(await page.locator('.partner').textContent(), payload);
      assert.equal(await page.evaluate('window.x'), undefined);
      assert.deepEqual(events, [], payload);
    }
  }
});
