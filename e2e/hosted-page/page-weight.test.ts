/** Players use mobile networks: the page is small, and shows before any script runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { LOGO_MAX_BYTES, setLogo } from '../../server/src/usecases/partners/set-logo.ts';
import { setPartner } from '../../server/src/usecases/partners/change.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../browser.ts';
import { adminOf, moveAccount } from './accounts.ts';
import { openPayments } from './payments.ts';
import { shownIn } from './states.ts';

const MOST_BYTES = 40_000;
const MOST_REQUESTS = 4;
const PAINTED_WITHIN_MS = 5_000;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** The largest logo that a partner may have. */
const LARGEST_LOGO = Buffer.concat([PIXEL, Buffer.alloc(LOGO_MAX_BYTES - PIXEL.length)]);
/** As long as the columns allow, of a character that takes six bytes in HTML. */
const LONGEST_NAMES = { bankName: '"'.repeat(64), holderName: '"'.repeat(128) };
const LONGEST_PARTNER_NAME = '"'.repeat(64);
const LONGEST_NOTE = { tr: '"'.repeat(200), en: '"'.repeat(200) };
const LONGEST_ADDRESS = `https://shop.example/${'&'.repeat(95)}`;

/** Everything that the network carried until the page was complete, including headers. */
async function firstView(page: Page, address: string): Promise<{ addresses: string[]; bytes: number }> {
  const session = await page.context().newCDPSession(page);
  const asked = new Map<string, string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url));
  // The page's icon is its logo, which the browser already has.
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) asked.delete(requestId);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  await page.goto(address, { waitUntil: 'networkidle' });
  await session.detach();
  return { addresses: [...asked.values()], bytes };
}

/** Opens the page once with an empty cache, and returns how many bytes the network carried. */
async function assertLight(
  browser: Browser,
  address: string,
  requests: number,
  device: BrowserContextOptions = PHONE,
): Promise<{ bytes: number; page: Page }> {
  const page = await openPage(browser, device);
  const { addresses, bytes } = await firstView(page, address);
  // The open page polls for its state; that is not part of the first view.
  const firsts = addresses.filter((url) => !url.endsWith('/state'));
  assert.equal(firsts.length, requests, firsts.join('\n'));
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  for (const url of addresses) assert.ok(url.startsWith(`${new URL(address).origin}/`), url);
  return { bytes, page };
}

test('the first view of the page', async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);
  const path = await payments.create();
  const address = payments.url + path;

  await t.test('is painted while the script is still loading', async () => {
    const page = await openPage(browser);
    await page.route('**/*.js', async () => await new Promise<never>(() => {}));
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: TEXTS.tr.pay.title }).waitFor();
    await page.getByRole('link', { name: TEXTS.tr.pay.sent }).waitFor();
    await until(
      async () => await page.evaluate(`performance.getEntriesByName('first-contentful-paint').length`),
      (paints) => paints === 1,
      PAINTED_WITHIN_MS,
    );
    assert.equal(await page.locator('.copier').count(), 0, 'the script has not run');
    await page.context().close();
  });

  await t.test('is small and loads nothing from other sites', async () => {
    const { bytes, page } = await assertLight(browser, address, MOST_REQUESTS - 1);
    t.diagnostic(`${MOST_REQUESTS - 1} requests, ${bytes} bytes`);
    await page.context().close();
  });

  await t.test('is small even when the logo and all names are as large as allowed', async () => {
    const [admin, partner] = [adminOf(payments), payments.partner.id];
    await setLogo(admin, { partner, content: LARGEST_LOGO });
    await setPartner(admin, { partner, settings: { name: LONGEST_PARTNER_NAME, refundNote: LONGEST_NOTE } });
    await payments.owner.query('update partner set support_address = $1', [LONGEST_ADDRESS]);
    const shown = await shownIn(payments, path);
    await moveAccount(payments, path, LONGEST_NAMES);
    const { bytes, page } = await assertLight(browser, address + shown, MOST_REQUESTS);
    t.diagnostic(
      `${MOST_REQUESTS} requests, ${bytes} bytes with a warning, the largest logo and the longest names`,
    );
    assert.ok(bytes > LARGEST_LOGO.length, `${bytes} bytes`);
    assert.equal(await page.locator('.moved').count(), 1);
    for (const name of [LONGEST_PARTNER_NAME, ...Object.values(LONGEST_NAMES)])
      await page.getByText(name, { exact: true }).first().waitFor();
    await page.context().close();
    const onDesktop = await assertLight(browser, address, MOST_REQUESTS, DESKTOP);
    t.diagnostic(`${onDesktop.bytes} bytes on a desktop, with the code for the phone`);
    await onDesktop.page.locator('.phone svg').waitFor();
    await onDesktop.page.context().close();
  });
});
