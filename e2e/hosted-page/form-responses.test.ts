/** Pages that respond to a form. They lead the player on, and a player who returns to one later still finds a page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { openBrowser, openPage } from '../browser.ts';
import { openPayments } from './payments.ts';
import { pathInState } from './states.ts';

const { confirm, details, checking, notices, page: words } = TEXTS.tr;

test('the response to a form', async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);

  await t.test(
    'with a mistake in it shows the form again, also to a player who goes back to it',
    async () => {
      const page = await openPage(browser);
      await page.goto(payments.url + (await pathInState('details', payments)));
      await page.getByLabel(details.labels.ibanLastFour).fill('12');
      await page.getByRole('button', { name: details.save }).click();
      await page.getByText(details.problems.ibanLastFour).waitFor();
      await page.getByLabel(details.labels.ibanLastFour).fill('4832');
      await page.getByRole('button', { name: details.save }).click();
      await page.getByRole('heading', { name: checking.title }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: details.title }).waitFor();
      assert.equal(await page.getByLabel(details.labels.ibanLastFour).inputValue(), '4832');
      await page.context().close();
    },
  );

  await t.test('that could not be saved says so, and pressing again leads to the partner', async () => {
    const path = await payments.create();
    const page = await openPage(browser);
    await page.goto(`${payments.url}${path}/sent`);
    await payments.owner.query('revoke insert on transaction_step from vezne_api');
    await page.getByRole('button', { name: confirm.yes, exact: true }).click();
    await page.getByRole('heading', { name: notices.notSaved.title }).waitFor();
    assert.deepEqual(await payments.steps(path), ['waiting_payment']);
    await payments.owner.query('grant insert on transaction_step to vezne_api');
    await page.getByRole('button', { name: words.retry }).click();
    await page.waitForURL(`${new URL(payments.site.returnUrl).origin}/return?**`);
    assert.deepEqual(await payments.steps(path), ['waiting_payment', 'waiting_confirmation']);
    await page.goBack();
    await page.getByRole('heading', { name: checking.title }).waitFor();
    await page.context().close();
  });
});
