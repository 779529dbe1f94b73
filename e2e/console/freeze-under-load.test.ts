/** An operator freezes an account at the console while partners go on creating. No player may be sent to it from then on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatIban } from '@vezne/domain/iban';
import type { Page } from 'playwright-core';
import { createFrozenAccountService } from '../../server/src/jobs/frozen-accounts/service.ts';
import { post, send } from '../../server/test/harness/client.ts';
import { assertCreated, until } from '../../server/test/harness/expectations.ts';
import { depositBody, insertBankAccount, newReference } from '../../server/test/harness/factories.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';
import { openDepositsOf } from '../../server/test/usecases/bank-accounts/open-deposits.ts';
import { openBrowser, openPage } from '../browser.ts';
import { openPayments } from '../hosted-page/payments.ts';
import type { Payments } from '../hosted-page/payments.ts';
import { openConsole } from './console.ts';
import { atTheQueue } from './desk.ts';

const PER_SECOND = 50;
const TICK_MS = 20;
const OPEN_PAGES = 3;
/** From the press on. */
const NO_PAGE_AFTER_MS = 4_000;
const NO_DEPOSIT_AFTER_MS = 8_000;
/** What is created late must not bring it back. */
const WATCH_UNTIL_MS = 12_000;

interface Load {
  /** The pages of all deposits so far. */
  paths: string[];
  stop: () => Promise<void>;
}

/** Creates that come as a partner sends them: by the clock, whether or not the ones before were answered. */
function createAll({ url, partner }: Payments): Load {
  const paths: string[] = [];
  const underWay: Promise<void>[] = [];
  const ending = new AbortController();
  const create = async (): Promise<void> => {
    const customer = { id: newReference(), username: 'ayse', fullName: 'Ayşe Işık' };
    const { hostedUrl } = assertCreated(await post(url, partner, '/v1/deposits', depositBody({ customer })));
    paths.push(new URL(String(hostedUrl)).pathname);
  };
  const startMs = performance.now();
  const running = (async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const wanted = (PER_SECOND * (performance.now() - startMs)) / 1_000;
      while (underWay.length < wanted) underWay.push(create());
      await sleep(TICK_MS);
    }
    await Promise.all(underWay);
  })();
  return {
    paths,
    async stop() {
      ending.abort();
      await running;
    },
  };
}

function startWorker(t: TestContext, { database }: Payments): void {
  const service = createFrozenAccountService({
    databaseUrl: database.urlOf('vezne_worker'),
    log: silentLog,
  });
  t.after(async () => await service.stop());
  service.start();
}

/** As text, and as it would be copied. */
const written = (iban: string): string[] => [iban, formatIban(iban)];

async function shows(page: Page, iban: string): Promise<boolean> {
  const html = await page.content();
  return written(iban).some((text) => html.includes(text));
}

/** How many pages name the account when somebody opens them now. */
async function countShowing({ url }: Payments, paths: readonly string[], iban: string): Promise<number> {
  let showing = 0;
  const left = [...paths];
  const ask = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const { text } = await send(url, { method: 'GET', path });
      if (written(iban).some((one) => text.includes(one))) showing += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  return showing;
}

test('frozen at the console under load: no open page shows the account after 4 s, and no deposit points at it after 8 s', async (t) => {
  const payments = await openPayments(t);
  const { owner, database } = payments;
  const { id } = payments.desk.bankAccount;
  const { rows } = await owner.query<{ iban: string }>('select iban from bank_account where id = $1', [id]);
  const iban = rows[0]?.iban ?? assert.fail();
  startWorker(t, payments);
  const { url } = await openConsole(t, { database, environment: 'development' });
  // While it is the only account, every player gets it.
  const browser = await openBrowser(t);
  const players = await Promise.all(
    Array.from({ length: OPEN_PAGES }, async () => {
      const page = await openPage(browser);
      await page.goto(payments.url + (await payments.create()));
      assert.ok(await shows(page, iban));
      return page;
    }),
  );
  const others = [await insertBankAccount(owner), await insertBankAccount(owner)];
  const { page } = await atTheQueue(t, { url, owner });
  await page.goto(`${url}/bank-accounts/${id}`);

  const load = createAll(payments);
  try {
    await until(
      async () => await openDepositsOf(owner),
      (open) => others.every((other) => (open[other.id] ?? 0) > 20) && (open[id] ?? 0) > 20,
      20_000,
    );
    await page.getByRole('button', { name: 'Dondur', exact: true }).click();
    const dialog = page.getByRole('dialog');
    // It says what moves where before anybody presses.
    await dialog.getByText(/^\d+ açık yatırım taşınır$/).waitFor();
    assert.equal(await dialog.locator('tbody tr').count(), others.length);
    await dialog.getByRole('button', { name: /^Dondur, \d+ yatırımı taşı$/ }).click();
    const pressedMs = performance.now();
    const since = async (ms: number): Promise<void> => {
      await sleep(Math.max(0, pressedMs + ms - performance.now()));
    };
    await dialog.getByRole('progressbar').waitFor();

    await since(NO_PAGE_AFTER_MS);
    for (const player of players) assert.equal(await shows(player, iban), false, 'an open page shows it');
    assert.equal(await countShowing(payments, load.paths, iban), 0, 'a page that is opened now shows it');

    await since(NO_DEPOSIT_AFTER_MS);
    while (performance.now() < pressedMs + WATCH_UNTIL_MS) {
      assert.equal((await openDepositsOf(owner))[id], undefined, 'a deposit points at it');
      await sleep(250);
    }
    await dialog.getByText('Bitti; bu hesaba yönlenen yatırım kalmadı.').waitFor();
    const { rows: moved } = await owner.query<{ deposits: bigint }>(
      'select sum(deposits)::int8 as deposits from bank_account_freeze_target where frozen_account_id = $1',
      [id],
    );
    await dialog.getByText(`${moved[0]?.deposits} yatırımdan ${moved[0]?.deposits} taşındı`).waitFor();
  } finally {
    await load.stop();
  }
  assert.ok(load.paths.length > PER_SECOND * 10, `${load.paths.length} creates`);
});
