/** A page that stays open: in a pocket, in a tunnel, behind the bank's app. It never shows an outdated state for long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { TEXTS } from '../../server/src/http/pay/texts/texts.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { press } from '../../server/test/http/pay/pages.ts';
import { openBrowser, openPage } from '../browser.ts';
import { openPayments, transactionIdOf, uuidOf } from './payments.ts';
import { approve } from './states.ts';

const { page: pageTexts, pay, checking, approved, expired, confirm } = TEXTS.tr;
/** Our promise to a player who waits for a decision. */
const SHOWN_WITHIN_MS = 2_000;
/** Before the press a page asks every two seconds, and hears what was known 400 ms before. */
const SHOWN_BEFORE_THE_PRESS_MS = 3_000;
const MINUTE_MS = 60_000;
const HOUR_SECONDS = 3_600;

/** The remaining seconds that the page shows. */
async function secondsLeft(page: Page): Promise<number> {
  // While more than an hour is left the page says until when, and the timer runs unseen.
  const text = (await page.locator('[role=timer]').textContent()) ?? '';
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours * HOUR_SECONDS + minutes * 60 + seconds;
}

/** Counts the state requests that the page sends from now on. */
function countStateRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/state')) count += 1;
  });
  return () => count;
}

/** Makes the page's clock run faster, by half a minute at most, until something is visible. */
async function fastForwardUntil(page: Page, expected: Locator): Promise<void> {
  for (let seconds = 0; seconds < 30; seconds += 2) {
    await page.clock.fastForward(2_000);
    await page.waitForTimeout(250);
    if (await expected.isVisible()) return;
  }
  await expected.waitFor({ timeout: 1 });
}

/** What the browser does when the player opens another app, and comes back. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`{
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
    document.dispatchEvent(new Event('visibilitychange'));
  }`);
}

/** The milliseconds from a change to the first frame with its heading. A locator checks only twice a second. */
async function shownAfterMs(page: Page, heading: string, change: () => Promise<void>): Promise<number> {
  const shown = page.evaluate(`new Promise((resolve) => {
    const look = () => document.querySelector('h1').textContent === '${heading}' && resolve();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  })`);
  await change();
  const changedAtMs = performance.now();
  // The locator fails the test if the heading never shows.
  await Promise.race([shown, page.getByRole('heading', { name: heading }).waitFor()]);
  return Math.round(performance.now() - changedAtMs);
}

test('a page that stays open', { concurrency: 3 }, async (t) => {
  const payments = await openPayments(t);
  const browser = await openBrowser(t);
  const decide = async (path: string): Promise<void> =>
    await approve(payments.desk, transactionIdOf(path), 100_000n);
  const setTimeLeft = async (path: string, seconds: number): Promise<void> => {
    await payments.owner.query(
      `update transaction set expires_at = now() + make_interval(secs => $2) where id = $1`,
      [uuidOf(path), seconds],
    );
  };
  const openSentDeposit = async (page: Page): Promise<string> => {
    const path = await payments.create();
    await press(payments, path);
    await page.goto(payments.url + path);
    return path;
  };
  const connectionLost = (page: Page): Locator =>
    page.locator('#connection[role=status]').getByText(pageTexts.connectionLost, { exact: true });

  const tests = [
    t.test('counts down to the end by itself, even when the server cannot be reached', async () => {
      const page = await openPage(browser);
      const path = await payments.create();
      await page.goto(payments.url + path);
      await page.context().setOffline(true);
      const before = await secondsLeft(page);
      assert.ok(before > HOUR_SECONDS, String(before));
      assert.ok(!(await page.getByRole('timer').isVisible()), 'nobody counts the seconds of hours');
      assert.match((await page.locator('.until time').textContent()) ?? '', /^\d+ \S+ \d\d:\d\d$/);
      await until(
        async () => await secondsLeft(page),
        (now) => now < before,
        SHOWN_WITHIN_MS,
      );
      await page.clock.install();
      await page.context().setOffline(false);
      await page.reload();
      await page.context().setOffline(true);
      const started = await secondsLeft(page);
      await page.clock.fastForward((started - 30) * 1_000);
      assert.ok((await secondsLeft(page)) > 0);
      await page.clock.fastForward(31_000);
      assert.equal(await page.getByRole('timer').textContent(), expired.title);
      assert.ok(!(await page.locator('.until time').isVisible()));
      await page.context().close();
    }),

    t.test('says until when, and counts its last hour down on the page that stayed open', async () => {
      const path = await payments.create();
      const page = await openPage(browser);
      await page.clock.install();
      await page.goto(payments.url + path);
      const label = page.locator('.time-label');
      await label.getByText(TEXTS.tr.pay.openUntil).waitFor();
      await page.context().setOffline(true);
      await page.clock.fastForward(((await secondsLeft(page)) - HOUR_SECONDS + 1) * 1_000);
      await label.getByText(TEXTS.tr.pay.timeLeft).waitFor();
      assert.match(await page.getByRole('timer').innerText(), /^00:59:\d{2}$/);
      assert.equal(await page.locator('.time-left time').count(), 0);
      await page.context().close();
    }),

    t.test('shows the time by the server’s clock, even when the phone’s clock is wrong', async () => {
      const page = await openPage(browser);
      const path = await payments.create();
      await page.clock.install({ time: new Date('2019-05-05T05:05:05Z') });
      await setTimeLeft(path, 2 * HOUR_SECONDS);
      await page.goto(payments.url + path);
      const left = await secondsLeft(page);
      assert.ok(left <= 2 * HOUR_SECONDS && left > 2 * HOUR_SECONDS - 10, String(left));
      await setTimeLeft(path, HOUR_SECONDS);
      await until(
        async () => await secondsLeft(page),
        (now) => now <= HOUR_SECONDS && now > HOUR_SECONDS - 10,
        SHOWN_BEFORE_THE_PRESS_MS,
      );
      await setTimeLeft(path, 0);
      await page
        .getByRole('heading', { name: expired.title })
        .waitFor({ timeout: SHOWN_BEFORE_THE_PRESS_MS });
      assert.equal(await page.locator('.row, .copier, #ask').count(), 0);
      await page.context().close();
    }),

    t.test('shows a decision within two seconds, also while the player stays for 20 minutes', async () => {
      const page = await openPage(browser);
      await page.clock.install();
      const stateRequests = countStateRequests(page);
      const path = await openSentDeposit(page);
      for (let minutes = 0; minutes < 20; minutes += 2) {
        await Promise.all([page.waitForResponse('**/state'), page.clock.fastForward(2 * MINUTE_MS)]);
        await page.keyboard.press('Shift');
      }
      const afterMs = await shownAfterMs(page, approved.title, async () => await decide(path));
      t.diagnostic(`shown after ${afterMs} ms`);
      assert.ok(afterMs <= SHOWN_WITHIN_MS, `${afterMs} ms`);
      assert.equal(await page.title(), `${approved.title} · Demo Shop`);
      const asked = stateRequests();
      await page.clock.fastForward(MINUTE_MS);
      assert.equal(stateRequests(), asked, 'the page has nothing more to ask for');
      await page.context().close();
    }),

    t.test(
      'asks more slowly when nobody has touched it for ten minutes, and at once after a touch',
      async () => {
        const page = await openPage(browser);
        await page.clock.install();
        const stateRequests = countStateRequests(page);
        const path = await openSentDeposit(page);
        const askedWithin = async (ms: number): Promise<number> => {
          const before = stateRequests();
          for (let passedMs = 0; passedMs < ms; passedMs += 200) {
            await page.clock.runFor(200);
            await page.waitForTimeout(20);
          }
          return stateRequests() - before;
        };
        await page.clock.pauseAt(Date.now() + MINUTE_MS);
        const early = await askedWithin(10_000);
        assert.ok(early >= 5 && early <= 8, `${early} in ten seconds`);
        await page.clock.fastForward(11 * MINUTE_MS);
        await askedWithin(2_000);
        const late = await askedWithin(10_000);
        assert.ok(late >= 1 && late <= 3, `${late} in ten seconds, after ten minutes`);
        await decide(path);
        await page.waitForTimeout(SHOWN_WITHIN_MS);
        assert.equal(await page.getByRole('heading', { name: checking.title }).count(), 1);
        const afterMs = await shownAfterMs(
          page,
          approved.title,
          async () => await page.keyboard.press('Shift'),
        );
        assert.ok(afterMs <= SHOWN_WITHIN_MS, `${afterMs} ms`);
        await page.context().close();
      },
    ),

    t.test('sends no requests while it is hidden, and one at once when it is visible again', async () => {
      const page = await openPage(browser);
      await page.clock.install();
      const stateRequests = countStateRequests(page);
      const path = await openSentDeposit(page);
      await setHidden(page, true);
      // Lets requests finish that started before the page was hidden.
      await page.waitForLoadState('networkidle');
      const before = stateRequests();
      for (const ms of [MINUTE_MS, 10 * MINUTE_MS, MINUTE_MS]) {
        await page.clock.fastForward(ms);
        await page.waitForTimeout(100);
      }
      assert.equal(stateRequests(), before);
      await decide(path);
      // No timer runs from here on: the next request can only come from the player's return.
      await page.clock.pauseAt(Date.now() + 60 * MINUTE_MS);
      assert.equal(stateRequests(), before);
      const afterMs = await shownAfterMs(page, approved.title, async () => await setHidden(page, false));
      assert.ok(afterMs <= SHOWN_WITHIN_MS, `${afterMs} ms`);
      await page.context().close();
    }),

    ...['online', 'pageshow'].map(async (name) =>
      t.test(`asks for the state at once when it comes back: ${name}`, async () => {
        const page = await openPage(browser);
        await page.clock.install();
        const path = await openSentDeposit(page);
        await page.clock.pauseAt(Date.now() + MINUTE_MS);
        await page.waitForLoadState('networkidle');
        await decide(path);
        const afterMs = await shownAfterMs(page, approved.title, async () => {
          await page.evaluate(`dispatchEvent(new PageTransitionEvent('${name}', { persisted: true }))`);
        });
        assert.ok(afterMs <= SHOWN_WITHIN_MS, `${afterMs} ms`);
        await page.context().close();
      }),
    ),

    t.test('says that it is offline, and continues when it is online again', async () => {
      const page = await openPage(browser);
      const path = await openSentDeposit(page);
      await page.context().setOffline(true);
      await connectionLost(page).waitFor();
      await decide(path);
      await page.getByRole('heading', { name: checking.title }).waitFor();
      await page.context().setOffline(false);
      // The network is not always ready when the browser says that it is online.
      await page.getByRole('heading', { name: approved.title }).waitFor({ timeout: 2 * SHOWN_WITHIN_MS });
      assert.equal(await page.locator('#connection').textContent(), '');
      await page.context().close();
    }),

    ...Object.entries({
      'answers with errors': async (route: Route) => await route.fulfill({ status: 503, body: '{}' }),
      'never answers': async () => await new Promise<never>(() => {}),
      'answers with something other than JSON': async (route: Route) =>
        await route.fulfill({ body: '<p>Sign in' }),
    }).map(async ([what, answer]) =>
      t.test(`says so when the server ${what}, and continues when the server recovers`, async () => {
        const page = await openPage(browser);
        await page.clock.install();
        const path = await openSentDeposit(page);
        await page.route(`**${path}**`, answer);
        await fastForwardUntil(page, connectionLost(page));
        await decide(path);
        await page.unrouteAll();
        await fastForwardUntil(page, page.getByRole('heading', { name: approved.title }));
        assert.equal(await page.locator('#connection').textContent(), '');
        await page.context().close();
      }),
    ),

    ...[true, false].map(async (javaScriptEnabled) =>
      t.test(
        `shows the current state to a player who goes back, with JavaScript: ${javaScriptEnabled}`,
        async () => {
          const path = await payments.create();
          const page = await openPage(browser, { javaScriptEnabled });
          await page.goto(payments.url + path);
          await page.getByText(pay.sent, { exact: true }).click();
          await page.getByRole('button', { name: confirm.yes, exact: true }).click();
          await page.getByRole('heading', { name: 'Back' }).waitFor();
          await page.goBack();
          await page.getByRole('heading', { name: checking.title }).waitFor();
          await page.goForward();
          await decide(path);
          await page.goBack();
          await page.getByRole('heading', { name: approved.title }).waitFor();
          await page.context().close();
        },
      ),
    ),
  ];
  await Promise.all(tests);
});
