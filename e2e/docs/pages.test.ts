/** The documentation of a running service in a real Chromium: readable by everybody, on a phone and a desktop. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { GUIDES, LANGUAGES, REFERENCE_PATH, guidePath } from '../../server/src/http/docs/site-map.ts';
import { startTestApi } from '../../server/test/harness/api.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../browser.ts';
import { assertAccessible, assertColoursAccessible } from '../hosted-page/page-checks.ts';
import { takeScreenshot } from '../screenshots.ts';

const PATHS = [
  ...LANGUAGES.flatMap((language) => GUIDES.map((guide) => guidePath(language, guide))),
  REFERENCE_PATH,
];
const SCREENS = { phone: PHONE, desktop: { ...DESKTOP, viewport: { width: 1280, height: 800 } } };

/** Nothing but the window's own height scrolls: a page that is wider than a phone is hard to read. */
const WIDER_THAN_WINDOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

suite('the documentation', () => {
  for (const [screen, options] of Object.entries(SCREENS)) {
    test(`is accessible on a ${screen}, light and dark, and asks no other site for anything`, async (t) => {
      const { url } = await startTestApi(t);
      const browser = await openBrowser(t);
      const page = await openPage(browser, { ...options, locale: 'en-GB' });
      const requested = new Set<string>();
      page.on('request', (request) => void requested.add(new URL(request.url()).origin));
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      page.on('pageerror', (error) => void problems.push(error.message));
      for (const path of PATHS) {
        await page.goto(`${url}${path}`);
        await assertAccessible(page, `${path} light`, 'light');
        const name = `docs-${path.replaceAll('/', '-').slice(1)}-${screen}`;
        await takeScreenshot(page, `${name}-light`);
        await assertColoursAccessible(page, `${path} dark`, 'dark');
        await takeScreenshot(page, `${name}-dark`);
        assert.ok(
          (await page.evaluate<number>(WIDER_THAN_WINDOW)) <= 0,
          `${path} is wider than the ${screen}`,
        );
      }
      assert.deepEqual([...requested], [new URL(url).origin]);
      assert.deepEqual(problems, []);
    });
  }

  test('leads from page to page and language to language without a script', async (t) => {
    const { url } = await startTestApi(t);
    const browser = await openBrowser(t);
    const page = await openPage(browser, { ...PHONE, javaScriptEnabled: false });
    await page.goto(`${url}/docs`);
    await page.locator('.menu summary').click();
    await page.locator('.menu nav').getByRole('link', { name: 'Webhooks' }).click();
    assert.equal(new URL(page.url()).pathname, '/docs/webhooks');
    // Every language's code can be opened by hand.
    await page.locator('.samples summary', { hasText: 'Python' }).first().click();
    assert.ok(await page.locator('pre[data-file="first-webhook/python/start.sh"]').isVisible());
    await page.locator('.language').click();
    assert.equal(new URL(page.url()).pathname, '/docs/tr/webhooks');
    assert.equal(await page.locator('html').getAttribute('lang'), 'tr');
  });

  test('keeps the chosen language of the samples from page to page, and copies code', async (t) => {
    const { url } = await startTestApi(t);
    const browser = await openBrowser(t);
    const page = await openPage(browser, {
      ...SCREENS.desktop,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(`${url}/docs/webhooks`);
    await page.getByRole('tab', { name: 'Python' }).first().click();
    assert.ok(await page.locator('pre[data-file="webhooks/python/receiver.py"]').isVisible());
    assert.ok(await page.locator('pre[data-file="webhooks/php/receiver.php"]').isHidden());
    await page.goto(`${url}/docs/tr/signing`);
    assert.ok(await page.locator('pre[data-file="samples/python/vezne.py"]').isVisible());
    await page.goto(`${url}/docs/webhooks`);
    await page.locator('.framed:has(pre[data-file="first-webhook/shell/secret.sh"]) .copy').click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(copied, /^# A secret of your own[^]*webhook\.env$/);
  });

  test('finds an endpoint by a field, in the reference', async (t) => {
    const { url } = await startTestApi(t);
    const browser = await openBrowser(t);
    const page = await openPage(browser, SCREENS.desktop);
    await page.goto(`${url}${REFERENCE_PATH}`);
    await page.keyboard.press('/');
    await page.keyboard.type('openWithdrawalsCents');
    const found = page.locator('#contents li:not([hidden]) > a[href^="#"]');
    assert.deepEqual(await found.allTextContents(), ['Retrieve the balance GET']);
  });
});
