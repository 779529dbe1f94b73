/** A player in a lift, in a tunnel, or on the last bar of a mobile network. No press is lost, and none is sent twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { pdf } from '../../server/test/http/pay/detail-forms.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../browser.ts';
import { takeScreenshot } from '../screenshots.ts';
import { startCountingServer } from './counting-server.ts';
import { assertAccessible, assertNothingCutOff } from './page-checks.ts';
import { openPayments, uuidOf } from './payments.ts';
import { makeSlow } from './slow-network.ts';
import { pathInState } from './states.ts';

const PRESSED = ['waiting_payment', 'waiting_confirmation'];
const WAIT = { timeout: 60_000 };
/** Longer than the first wait between two tries. */
const SOME_TRIES_MS = 2_500;

test('a player with a weak network', async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);
  const served = await startCountingServer(t, payments.url);
  const site = new URL(payments.site.returnUrl).origin;
  const formsOf = (path: string): number =>
    served.forms.filter((form) => form.path.startsWith(`${path}/`)).length;
  const kept = async (page: Page, language: Language): Promise<void> =>
    await page.locator('.sending [role=status]').getByText(TEXTS[language].page.kept).waitFor();

  /** Opens the question: as a dialog, or as the page of its own. */
  const ask = async (
    page: Page,
    path: string,
    question: { language?: Language; isDialog?: boolean } = {},
  ) => {
    const { language = 'tr', isDialog = true } = question;
    await page.goto(`${served.url}${path}${isDialog ? '' : '/sent'}?lang=${language}`);
    if (isDialog) await page.locator('#ask').click();
    return page.getByRole('button', { name: TEXTS[language].confirm.yes, exact: true });
  };

  /** A press in the dialog while there is no network. */
  const keepPress = async () => {
    const path = await payments.create();
    const page = await openPage(browser);
    const yes = await ask(page, path);
    await page.context().setOffline(true);
    await yes.click();
    await kept(page, 'tr');
    return { path, page, yes };
  };

  for (const isDialog of [true, false])
    await t.test(
      `keeps the page without a network, and the press is sent once when it is back, in a dialog: ${isDialog}`,
      async () => {
        for (const language of LANGUAGES)
          for (const [size, device] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
            const path = await payments.create();
            const page = await openPage(browser, device);
            const yes = await ask(page, path, { language, isDialog });
            await page.context().setOffline(true);
            await yes.click();
            await kept(page, language);
            await page.locator('.button.working').waitFor();
            // More presses change nothing.
            await yes.click({ force: true });
            await yes.click({ force: true });
            for (const scheme of ['light', 'dark'] as const) {
              await assertAccessible(page, `${size} ${language}`, scheme);
              await takeScreenshot(
                page,
                `${size}-${language}-kept-${isDialog ? 'dialog' : 'page'}-${scheme}`,
              );
            }
            await assertNothingCutOff(page, `${size} ${language}`);
            await page.waitForTimeout(SOME_TRIES_MS);
            assert.equal(formsOf(path), 0);
            assert.deepEqual(await payments.steps(path), PRESSED.slice(0, 1));
            await page.context().setOffline(false);
            await page.waitForURL(`${site}/**`);
            assert.deepEqual(await payments.steps(path), PRESSED);
            assert.equal(formsOf(path), 1);
            await page.context().close();
          }
      },
    );

  await t.test('can take a press back that has not left', async () => {
    const { path, page, yes } = await keepPress();
    await page.getByRole('dialog').getByText(TEXTS.tr.confirm.no).click();
    await page.context().setOffline(false);
    await page.waitForTimeout(SOME_TRIES_MS);
    assert.deepEqual([formsOf(path), (await payments.steps(path)).length], [0, 1]);
    await page.locator('#ask').click();
    assert.equal(await page.locator('.working').count(), 0);
    await yes.click();
    await page.waitForURL(`${site}/**`);
    assert.deepEqual(await payments.steps(path), PRESSED);
    await page.context().close();
  });

  await t.test('loses no kept press by a tap beside the question, or by Escape', async () => {
    const { path, page } = await keepPress();
    await page.keyboard.press('Escape');
    await page.mouse.click(4, 4);
    await page.getByRole('dialog').waitFor();
    await kept(page, 'tr');
    await page.context().setOffline(false);
    await page.waitForURL(`${site}/**`);
    assert.deepEqual([formsOf(path), await payments.steps(path)], [1, PRESSED]);
    await page.context().close();
  });

  await t.test(
    'keeps a press while a proxy answers for the service, and sends it once afterwards',
    async () => {
      const path = await payments.create();
      const page = await openPage(browser);
      const yes = await ask(page, path);
      served.setAway(true);
      await yes.click();
      await kept(page, 'tr');
      await page.locator('.button.working').waitFor();
      served.setAway(false);
      await page.waitForURL(`${site}/**`, WAIT);
      assert.deepEqual([formsOf(path), await payments.steps(path)], [1, PRESSED]);
      await page.context().close();
    },
  );

  await t.test('sees that a slow press is on its way, and pressing again sends nothing', async () => {
    const path = await payments.create();
    const page = await openPage(browser);
    const yes = await ask(page, path);
    await makeSlow(page);
    await yes.click();
    await page.locator('dialog .button.working[aria-disabled=true]').waitFor();
    await page.locator('.sending [role=status]').getByText(TEXTS.tr.page.sending).waitFor();
    await yes.click({ force: true });
    await page.waitForURL(`${site}/**`, WAIT);
    assert.deepEqual([formsOf(path), await payments.steps(path)], [1, PRESSED]);
    // Back from the partner, nothing is on its way any more.
    await page.goBack();
    await page.getByRole('heading', { name: TEXTS.tr.checking.title }).waitFor(WAIT);
    assert.equal(await page.locator('.working').count(), 0);
    await page.context().close();
  });

  await t.test(
    'keeps the details and the receipt too, also when the network goes in the middle',
    async () => {
      const path = await pathInState('details', payments);
      const page = await openPage(browser);
      await page.goto(served.url + path);
      const setOffline = await makeSlow(page);
      await page.locator('#senderName').fill('Ayşe Nur Işık');
      const buffer = pdf('whole', 700_000);
      await page.locator('#receipt').setInputFiles({ name: 'd.pdf', mimeType: 'application/pdf', buffer });
      await page.getByRole('button', { name: TEXTS.tr.details.save }).click();
      await page.getByRole('progressbar').waitFor();
      await setOffline(true);
      await kept(page, 'tr');
      assert.equal(await page.locator('#senderName').inputValue(), 'Ayşe Nur Işık');
      await setOffline(false);
      await page.getByText(TEXTS.tr.details.received).waitFor(WAIT);
      const { rows } = await payments.owner.query<{ name: string; bytes: number[] }>(
        `select d.sender_name as name, array(select octet_length(content) from receipt where transaction_id = $1) as bytes
       from sender_detail d where d.transaction_id = $1`,
        [uuidOf(path)],
      );
      assert.deepEqual(rows, [{ name: 'Ayşe Nur Işık', bytes: [buffer.length] }]);
      // An upload whose answer is lost is sent again. It is one receipt all the same, as the row above says.
      const arrived = formsOf(path.replace('/details', ''));
      assert.ok(arrived === 1 || arrived === 2, `${arrived} arrived`);
      await page.context().close();
    },
  );

  await t.test('reads what the service says when it cannot save, and the button there works', async () => {
    const path = await payments.create();
    const page = await openPage(browser);
    const yes = await ask(page, path);
    await payments.owner.query('revoke insert on transaction_step from vezne_api');
    await yes.click();
    await page.getByRole('heading', { name: TEXTS.tr.notices.notSaved.title }).waitFor();
    await payments.owner.query('grant insert on transaction_step to vezne_api');
    await page.getByRole('button', { name: TEXTS.tr.page.retry }).click();
    await page.waitForURL(`${site}/**`);
    assert.deepEqual(await payments.steps(path), PRESSED);
    await page.context().close();
  });
});
