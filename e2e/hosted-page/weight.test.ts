/** Players are on the move: the page is light, and shows before any script runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createDatabase } from '../../server/src/db/kysely.ts';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { setLogo } from '../../server/src/usecases/partners/set-logo.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { openBrowser, openPage } from '../browser.ts';
import { openPayments } from './payments.ts';

const MOST_BYTES = 40_000;
const MOST_REQUESTS = 4;
const PAINTED_WITHIN_MS = 5_000;
/** The largest that a partner may have. */
const LOGO_BYTES = 16_384;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** What the network carried until the page was complete, headers and all. */
async function firstView(page: Page, address: string): Promise<{ addresses: string[]; bytes: number }> {
  const session = await page.context().newCDPSession(page);
  const asked = new Map<string, string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url));
  // The icon of the page is its logo, which the browser has by then.
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) asked.delete(requestId);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  await page.goto(address, { waitUntil: 'networkidle' });
  await session.detach();
  return { addresses: [...asked.values()], bytes };
}

test('the first view', async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);
  const address = payments.url + (await payments.create());

  await t.test('is light, with the largest logo too, and asks nobody else', async () => {
    for (const content of [null, Buffer.concat([PIXEL, Buffer.alloc(LOGO_BYTES - PIXEL.length)])]) {
      const context = { db: createDatabase(payments.database.pool('vezne_admin')), actor: 'ayse' };
      await setLogo(context, { partner: 'Demo Shop', content });
      const page = await openPage(browser);
      const { addresses, bytes } = await firstView(page, address);
      // The page asks for news while it is open; that is no part of seeing it.
      const firsts = addresses.filter((url) => !url.endsWith('/state'));
      t.diagnostic(`${firsts.length} requests, ${bytes} bytes${content === null ? '' : ' with a logo'}`);
      assert.ok(firsts.length >= 3 && firsts.length <= MOST_REQUESTS, firsts.join('\n'));
      assert.ok(bytes > (content?.length ?? 0) && bytes < MOST_BYTES, `${bytes} bytes`);
      for (const url of addresses) assert.ok(url.startsWith(`${payments.url}/`), url);
      await page.context().close();
    }
  });

  await t.test('is painted while the script is still on its way', async () => {
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
});
