/** Players copy the payment details from the page into their bank's app. This must work in every browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../browser.ts';
import { openPayments, uuidOf } from './payments.ts';

const { fields, page: pageTexts, confirm } = TEXTS.tr;
const CLIPBOARD_ALLOWED = { permissions: ['clipboard-read', 'clipboard-write'] };
/** As in browsers inside other apps, and on plain http. */
const WITHOUT_CLIPBOARD = `Object.defineProperty(navigator, 'clipboard', { value: undefined })`;
const MINUTE_MS = 60_000;

/** Presses the copy button of a row, and waits until the page announces the result. */
async function copy(page: Page, name: keyof typeof fields, said: string): Promise<void> {
  await page.getByRole('button', { name: fields[name].copy, exact: true }).click();
  await page.locator('#announcer[role=status]').getByText(said, { exact: true }).waitFor();
}

test('a player who copies the payment details', async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);
  const path = await payments.create();
  const { rows } = await payments.owner.query<{ code: string }>(
    'select reference_code as code from transaction where id = $1',
    [uuidOf(path)],
  );
  const expected = {
    amount: '1000,00',
    receiver: 'Vezne Demo Ödeme A.Ş.',
    iban: 'TR330006100519786457841326',
    code: rows[0]?.code ?? assert.fail(),
  };
  const names = Object.keys(expected) as (keyof typeof expected)[];

  await t.test('gets each of the four values on the clipboard, and is told so', async () => {
    const page = await openPage(browser, CLIPBOARD_ALLOWED);
    await page.goto(payments.url + path);
    assert.equal(await page.locator('.copier').count(), names.length);
    for (const name of names) {
      await copy(page, name, fields[name].copied);
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), expected[name]);
    }
    await page.context().close();
  });

  await t.test('may press anywhere in a row, and still select a part of its text by hand', async () => {
    for (const device of [PHONE, DESKTOP]) {
      const page = await openPage(browser, { ...device, ...CLIPBOARD_ALLOWED });
      await page.goto(payments.url + path);
      for (const name of names)
        for (const part of ['dt', '.value']) {
          await page.evaluate(`navigator.clipboard.writeText('before')`);
          const place = page.locator(`.row.${name} ${part}`);
          await (device.hasTouch ? place.tap() : place.click());
          await page.locator('#announcer').getByText(fields[name].copied, { exact: true }).waitFor();
          assert.equal(await page.evaluate('navigator.clipboard.readText()'), expected[name]);
        }
      // One button in each row, and nothing else that is to be pressed: what screen readers and the Tab key find.
      assert.equal(
        await page.locator('.row button, .row a, .row [tabindex], .row [role]').count(),
        names.length,
      );
      if (!device.hasTouch) {
        await page.evaluate(`navigator.clipboard.writeText('before')`);
        await page.locator('.row.iban .value').dblclick();
        const selected = await page.evaluate('getSelection().toString()');
        assert.ok(
          String(selected).length > 0 && expected.iban.includes(String(selected).trim()),
          String(selected),
        );
      }
      await page.context().close();
    }
  });

  await t.test('gets them also in a browser that refuses access to its clipboard', async () => {
    const page = await openPage(browser, CLIPBOARD_ALLOWED);
    await page.addInitScript(WITHOUT_CLIPBOARD);
    await page.goto(payments.url + path);
    const reader = await page.context().newPage();
    await reader.goto(payments.url + path);
    for (const name of names) {
      await page.bringToFront();
      await copy(page, name, fields[name].copied);
      const focused = await page.evaluate('document.activeElement.ariaLabel');
      assert.equal(focused, fields[name].copy, 'the focus stays where it was');
      await reader.bringToFront();
      assert.equal(await reader.evaluate('navigator.clipboard.readText()'), expected[name]);
    }
    assert.equal(await page.locator('textarea').count(), 0);
    await page.context().close();
  });

  await t.test('is told when copying is impossible, and finds the text selected', async () => {
    const page = await openPage(browser);
    await page.addInitScript(`${WITHOUT_CLIPBOARD}; document.execCommand = () => false`);
    await page.goto(payments.url + path);
    for (const name of names) {
      await copy(page, name, pageTexts.copyFailed);
      const shown = await page.locator(`.row.${name} .value`).textContent();
      assert.equal(await page.evaluate('getSelection().toString().trim()'), shown);
      assert.equal(await page.locator('.copier.done').count(), 0);
    }
    await page.context().close();
  });

  await t.test('can press the button while the page announces what was copied', async () => {
    const page = await openPage(browser, { ...PHONE, ...CLIPBOARD_ALLOWED });
    await page.clock.install();
    await page.goto(payments.url + path);
    // With a paused clock the announcement never disappears. If it covered the button, the button would stay covered.
    await page.clock.pauseAt(Date.now() + MINUTE_MS);
    await page.locator('.row.code .copier').tap();
    await page.locator('#announcer').getByText(fields.code.copied).waitFor();
    // A locator would first scroll until nothing covers the button.
    const button = (await page.locator('#ask').boundingBox()) ?? assert.fail();
    const [x, y] = [button.x + button.width / 2, button.y + button.height / 2];
    assert.equal(await page.evaluate(`document.elementFromPoint(${x}, ${y}).id`), 'ask');
    await page.touchscreen.tap(x, y);
    await page.getByRole('dialog', { name: confirm.title }).waitFor();
    assert.equal(
      await page.locator('#announcer').textContent(),
      fields.code.copied,
      'the announcement is still there',
    );
    await page.context().close();
  });
});
