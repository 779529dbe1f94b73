/** A partner with months behind it, and files of statements in every state. */
import assert from 'node:assert/strict';
import { cents } from '@vezne/domain/money';
import { lastDayOf, spanOfMonth, turkishDay, turkishMonth } from '@vezne/domain/turkish-calendar';
import type { Page } from 'playwright-core';
import { systemClock } from '../../../server/src/clock.ts';
import { newId } from '../../../server/src/ids.ts';
import { closeMonths } from '../../../server/src/usecases/partner-statements/close-months.ts';
import { countDays } from '../../../server/src/usecases/partner-statements/count-days.ts';
import { makeNextStatement } from '../../../server/src/usecases/partner-statements/make.ts';
import type { TestDatabase } from '../../../server/test/harness/database.ts';
import { insertBankAccount, insertPartner } from '../../../server/test/harness/factories.ts';
import { writeHistory } from '../../../server/test/harness/partner-history.ts';
import { insertPartnerPerson } from '../../../server/test/harness/portal.ts';
import type { PartnerTestPerson } from '../../../server/test/harness/portal.ts';
import { silentLog } from '../../../server/test/harness/silent-log.ts';
import type { Screen, World } from '../../signed-in/look.ts';
import { aPerson, goTo } from './screen.ts';

export interface Months {
  finance: PartnerTestPerson;
  /** The last that is closed, and the one that runs. */
  closed: string;
  running: string;
  today: string;
}

const TRANSACTIONS = 300;
const MONTHS_BACK = 3;
const DAYS_OF_MONTH = 30;
const DAY_MS = 86_400_000;

/** Some hundred transactions of a quarter, with everything that can become of them. All months but this one are closed. */
export async function makeMonths(database: TestDatabase): Promise<Months> {
  const owner = database.pool();
  const worker = database.pool('vezne_worker');
  const mode = 'fee_on_top';
  const partner = await insertPartner(owner, { mode });
  await owner.query(`update partner set name = 'Mavi Oyun' where id = $1`, [partner.id]);
  const now = new Date();
  const running = turkishMonth(now);
  const begins = spanOfMonth(running).from;
  await writeHistory(owner, {
    partner,
    bankAccount: await insertBankAccount(owner),
    terms: { basisPoints: 300, fixedCents: cents(0n), mode },
    transactions: TRANSACTIONS,
    from: new Date(begins.getTime() - MONTHS_BACK * DAYS_OF_MONTH * DAY_MS),
    seed: 7,
  });
  await countDays(worker);
  const { closed, left } = await closeMonths(worker, { afterSeconds: 0 });
  assert.ok(closed >= MONTHS_BACK && left.length === 0);
  return {
    finance: await insertPartnerPerson(owner, {
      partnerId: partner.id,
      name: 'Deniz Acar',
      roles: ['finance'],
      factors: 'none',
    }),
    closed: turkishMonth(new Date(begins.getTime() - 1)),
    running,
    today: turkishDay(now),
  };
}

/** One that is ready, one that could not be made and one that waits, for ever: nobody makes it. */
export async function askForFiles(
  database: TestDatabase,
  { finance: { id, partnerId }, closed, running, today }: Months,
): Promise<void> {
  const owner = database.pool();
  const ask = async (wish: { month: string | null; from: string; to: string; format: string }) => {
    const fileId = newId();
    await owner.query(
      `insert into partner_statement (id, partner_id, month, first_day, last_day, language, format, asked_by_id)
       values ($1, $2, $3, $4, $5, 'tr', $6, $7)`,
      [fileId, partnerId, wish.month && `${wish.month}-01`, wish.from, wish.to, wish.format, id],
    );
    return fileId;
  };
  const ofMonth = { month: closed, from: `${closed}-01`, to: lastDayOf(closed) };
  await ask({ ...ofMonth, format: 'pdf' });
  const context = { pool: database.pool('vezne_worker'), clock: systemClock, log: silentLog };
  assert.equal(await makeNextStatement(context), true);
  const failed = await ask({ month: null, from: `${closed}-03`, to: `${running}-01`, format: 'xlsx' });
  await owner.query(
    `update partner_statement set state = 'failed', problem = 'too_many_movements', ended_at = now() where id = $1`,
    [failed],
  );
  await ask({ month: null, from: `${running}-01`, to: today, format: 'csv' });
}

async function open(page: Page, world: World, path: string, person: PartnerTestPerson): Promise<void> {
  await goTo(page, world, path, person);
  // Boxes ask for themselves, so several may still be loading.
  await page.locator('main section').first().waitFor();
  for (const loading of await page.locator('main [role=status][aria-busy=true]').all())
    await loading.waitFor({ state: 'detached' });
}

export function statementScreens({ finance, closed, running }: Months): Screen[] {
  const screen = (
    name: string,
    path: string,
    heightPx: number,
    then?: (page: Page) => Promise<void>,
  ): Screen => ({
    name,
    heightPx,
    open: async (page, world) => {
      await open(page, world, path, finance);
      await then?.(page);
    },
  });
  return [
    screen('statements', '/statements', 1600, async (page) => {
      await page.getByRole('img').first().waitFor();
      await page.locator('a[download]').first().waitFor();
    }),
    {
      ...screen('statement-month', `/statements/${closed}`, 2600, async (page) => {
        await page.getByRole('img').first().waitFor();
        // A press would scroll to it, and the guide shows the page from its top.
        await page.evaluate(`document.querySelector('details').open = true`);
      }),
      inDocs: 'statement',
    },
    screen('statement-running', `/statements/${running}`, 1800, async (page) => {
      await page.getByRole('img').first().waitFor();
    }),
    screen('statement-unknown', '/statements/1999-01', 900, async (page) => {
      await page.locator('main a[href="/statements"]').nth(1).waitFor();
    }),
    // The last one: it takes the name of the other partner.
    {
      name: 'statements-first-month',
      open: async (page, world) => {
        await open(page, world, '/statements', await aPerson(world, { roles: ['finance'] }));
        await page.locator('main section').nth(3).waitFor();
      },
    },
  ];
}
