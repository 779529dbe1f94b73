/** Every screen of the payout queue, and how one gets there. */
import type { Page } from 'playwright-core';
import { insertPerson } from '../../../server/test/harness/staff.ts';
import { enter } from '../console.ts';
import type { RunningConsole } from '../console.ts';
import { fillPayouts } from '../payouts.ts';
import { dialog, goTo } from './screen.ts';
import type { Screen, World } from './screen.ts';

type Filled = Awaited<ReturnType<typeof fillPayouts>>;
const mornings = new WeakMap<RunningConsole, Promise<Filled>>();

async function filledOf({ production }: World): Promise<Filled> {
  const filling = mornings.get(production) ?? fillPayouts(production.owner);
  mornings.set(production, filling);
  return await filling;
}

async function queue(page: Page, world: World, path = ''): Promise<void> {
  await filledOf(world);
  await goTo(page, world, `/withdrawals${path}`);
}

async function beside(page: Page, world: World, which: keyof Filled): Promise<void> {
  const filled = await filledOf(world);
  await goTo(page, world, `/withdrawals/${filled[which]}`);
}

async function payout(page: Page, world: World, which: keyof Filled): Promise<void> {
  await beside(page, world, which);
  await page.getByRole('complementary').locator('footer').waitFor();
  await page.getByRole('complementary').locator('section').first().waitFor();
}

const SHEETS: readonly [name: string, which: keyof Filled, key: string, then?: string][] = [
  ['payout-take', 'plainId', 't'],
  ['payout-authorise', 'takenId', 'o'],
  ['payout-reject', 'plainId', 'r', '4'],
  ['payout-release', 'authorisedId', 'b'],
  ['payout-hand-over', 'authorisedId', 'd'],
];

/** The list, and a payout in every stage. */
export const WITHDRAWAL_SCREENS: readonly Screen[] = [
  {
    name: 'withdrawals',
    open: async (page, world) => {
      await queue(page, world);
      await page.locator('[role=rowgroup] [role=row]').first().waitFor();
    },
  },
  { name: 'payout-marked', open: async (page, world) => await payout(page, world, 'markedId') },
  { name: 'payout-changed-iban', open: async (page, world) => await payout(page, world, 'queuedId') },
  { name: 'payout-taken', open: async (page, world) => await payout(page, world, 'takenId') },
  { name: 'payout-others', open: async (page, world) => await payout(page, world, 'authorisedId') },
  { name: 'payout-parts', open: async (page, world) => await payout(page, world, 'halfId') },
  {
    name: 'payout-paid',
    inDocs: 'payout-paid',
    open: async (page, world) => await payout(page, world, 'paidId'),
  },
  { name: 'payout-rejected', open: async (page, world) => await payout(page, world, 'rejectedId') },
  {
    name: 'withdrawals-auditor',
    open: async (page, world) => {
      const { authorisedId } = await filledOf(world);
      const auditor = await insertPerson(world.production.owner, {
        name: 'Deniz Denetçi',
        roles: ['auditor'],
        factors: 'none',
      });
      await enter(page, world.development.url, auditor);
      await page.goto(`${world.development.url}/withdrawals/${authorisedId}`);
      await page.getByRole('complementary').locator('section').first().waitFor();
    },
  },
  {
    name: 'withdrawals-nothing',
    open: async (page, world) => {
      await queue(page, world, '?least=9000000.00');
      await page.getByRole('button', { name: /Filtreyi temizle|Clear the filter/ }).waitFor();
    },
  },
  {
    name: 'withdrawals-empty',
    open: async (page, world) => {
      const body = JSON.stringify({ payouts: [], totals: { count: 0, sumCents: 0 }, next: null });
      await page.route(/\/api\/withdrawals(\?|$)/, async (route) => await route.fulfill({ body }));
      await queue(page, world);
      await page.getByText(/Bekleyen çekim yok|No payouts are waiting/).waitFor();
    },
  },
  {
    name: 'withdrawals-loading',
    open: async (page, world) => {
      // Never answered: the page shows the shape of what comes.
      await page.route(/\/api\/withdrawals(\?|$)/, async () => undefined);
      await page.route(/\/api\/withdrawals\/[0-9a-f-]{36}$/, async () => undefined);
      await beside(page, world, 'queuedId');
      await page.locator('[aria-busy=true]').first().waitFor();
    },
  },
  {
    name: 'payout-failed',
    open: async (page, world) => {
      await page.route(/\/api\/withdrawals\/[0-9a-f-]{36}$/, async (route) => await route.abort());
      await beside(page, world, 'queuedId');
      await page.getByRole('complementary').getByRole('alert').waitFor();
    },
  },
  {
    name: 'withdrawals-failed',
    open: async (page, world) => {
      await page.route(/\/api\/withdrawals(\?|$)/, async (route) => await route.abort());
      await queue(page, world);
      await page.locator('main').getByRole('alert').waitFor();
    },
  },
];

/** What one decides with. */
export const PAYOUT_SHEET_SCREENS: readonly Screen[] = [
  ...SHEETS.map(([name, which, key, then]): Screen => ({
    name,
    ...(name === 'payout-take' && { inDocs: name }),
    open: async (page, world) => {
      await payout(page, world, which);
      await page.keyboard.press(key);
      await dialog(page);
      if (name === 'payout-take') await page.getByRole('radio').first().waitFor({ state: 'attached' });
      if (then !== undefined) await page.keyboard.press(then);
    },
  })),
  ...['return', 'correct', 'misdirect'].map((name, index): Screen => ({
    name: `payout-${name}`,
    open: async (page, world) => {
      await payout(page, world, 'paidId');
      const button = page.getByRole('complementary').locator('section li button').nth(index);
      if (await button.isEnabled()) {
        await button.click();
        await dialog(page);
      }
    },
  })),
  {
    name: 'payout-sending',
    inDocs: 'payout-pay',
    open: async (page, world) => {
      await payout(page, world, 'authorisedId');
      await world.production.owner.query(
        'update staff_session set step_up_began_at = now(), step_up_at = now()',
      );
      await page.keyboard.press('d');
      await dialog(page);
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /IBAN’ı kopyala|Copy the IBAN/ }).waitFor();
    },
  },
];
