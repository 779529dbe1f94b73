import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { PAYLOADS_FOR_BROWSERS } from '../../server/test/http/pay/script-payloads.ts';
import { DESKTOP, openBrowser, openPage } from '../browser.ts';
import { openPayments, uuidOf } from './payments.ts';
import type { Payments } from './payments.ts';
import { pathInState } from './states.ts';

/** Gives the partner, the bank, the receiver and the sender the same name. */
async function renameEveryone({ owner }: Payments, name: string): Promise<void> {
  await owner.query(
    `with partners as (update partner set name = $1),
       accounts as (update bank_account set bank_name = $1, holder_name = $1)
     update sender_detail set sender_name = $1`,
    [name],
  );
}

/** Records everything that a name must never make the page do. */
function watchForMisdeeds(page: Page, url: string): string[] {
  const misdeeds: string[] = [];
  page.on('dialog', (dialog) => {
    misdeeds.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // The page's security policy would block a script, and the browser would report it here.
  page.on('console', (message) => misdeeds.push(`the console: ${message.text()}`));
  page.on('pageerror', (error) => misdeeds.push(`an error: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) misdeeds.push(`a request: ${request.url()}`);
  });
  return misdeeds;
}

async function assertHarmless(page: Page, payments: Payments, payloads: readonly string[]): Promise<void> {
  const misdeeds = watchForMisdeeds(page, payments.url);
  const pay = await pathInState('pay', payments);
  const checking = await pathInState('checking', payments);
  const details = await pathInState('details', payments);
  const approved = await pathInState('approved', payments);
  await payments.owner.query(
    `insert into sender_detail (transaction_id, sender_name) values ($1, 'Plain'), ($2, 'Plain')`,
    [uuidOf(checking), uuidOf(details)],
  );
  const senders = { [checking]: '.given dd', [details]: '#senderName' };
  // Later states show fewer of the names, so a sample is enough there. The cycle has eleven steps because the kinds of
  // payloads repeat after nine, ten and eighteen: this way every kind reaches every state.
  const later = [[checking], [], [], [details], [], [], [approved], [], [], [details], []];
  for (const [index, payload] of payloads.entries()) {
    await renameEveryone(payments, payload);
    for (const path of [pay, ...(later[index % later.length] ?? [])]) {
      await page.goto(payments.url + path);
      const [x, ...names] = (await page.evaluate(`[
        window.x,
        ...['.partner', ${JSON.stringify(senders[path] ?? '.partner')}]
          .map((place) => document.querySelector(place))
          .map(({ value, textContent }) => value ?? textContent),
      ]`)) as unknown[];
      assert.deepEqual(names, [payload, payload]);
      assert.equal(x, undefined, payload);
      assert.deepEqual(misdeeds, [], payload);
    }
  }
}

test('names that contain script are shown to players as text and never run', async (t) => {
  const browser = await openBrowser(t);
  // The browser takes most of the time, and the machine has two cores.
  await Promise.all(
    [0, 1].map(async (half) => {
      const payloads = PAYLOADS_FOR_BROWSERS.filter((_, index) => index % 2 === half);
      await assertHarmless(await openPage(browser, DESKTOP), await openPayments(t), payloads);
    }),
  );
});
