/** Every screen of limits, settings and platform pauses, and how one gets there. */
import type { Page } from 'playwright-core';
import type { RunningConsole } from '../console.ts';
import { openMorning } from '../morning.ts';
import { dialog, goAs, goTo } from './screen.ts';
import type { Screen, World } from './screen.ts';

const filled = new WeakMap<RunningConsole, Promise<void>>();

/** Some versions, and a partner with limits of its own. */
async function fill({ owner }: RunningConsole): Promise<void> {
  const { partnerId } = await openMorning(owner, { partnerName: 'Mavi Oyun' });
  await owner.query(
    `update partner set deposit_max_cents = 10000000, player_day_deposit_count = 5, player_day_withdrawal_cents = 25000000,
       refuse_other_holders = true where id = $1`,
    [partnerId],
  );
  for (const [index, countries] of ['{TR}', '{DE,TR}', '{AT,DE,NL,TR}'].entries()) {
    await owner.query(
      `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
         deposit_expiry_seconds, payout_countries, created_by)
       values (10000, $1, 10000, 50000000, 7200, $2, 'ayse')`,
      [50_000_000 - index * 10_000_000, countries],
    );
  }
}

async function filledOf({ production }: World): Promise<void> {
  const filling = filled.get(production) ?? fill(production);
  filled.set(production, filling);
  await filling;
}

/** As an administrator sees it. */
async function asAdministrator(page: Page, world: World, path = ''): Promise<void> {
  await filledOf(world);
  await goAs(page, world, { roles: ['administrator'] }, `/settings${path}`);
  await page.locator('main section').first().waitFor();
}

async function openLimit(page: Page, world: World, name: RegExp): Promise<void> {
  await asAdministrator(page, world);
  await page.getByRole('button', { name }).click();
  await dialog(page);
}

const READ = /\/api\/settings(\/versions|\/partner-limits)?(\?|$)/;

export const SETTINGS_SCREENS: readonly Screen[] = [
  {
    name: 'settings-no-partner-limits',
    open: async (page, world) => {
      await goTo(page, world, '/settings/partners');
      await page.getByText(/Kendi limiti olan partner yok|No partner has limits/).waitFor();
    },
  },
  {
    name: 'settings',
    inDocs: 'settings',
    heightPx: 1_000,
    open: async (page, world) => await asAdministrator(page, world),
  },
  {
    name: 'settings-versions',
    open: async (page, world) => await asAdministrator(page, world, '/versions'),
  },
  {
    name: 'settings-partner-limits',
    open: async (page, world) => await asAdministrator(page, world, '/partners'),
  },
  {
    name: 'settings-deposit-limits',
    open: async (page, world) => {
      await openLimit(page, world, /(Değiştir|Change): (Yatırım limitleri|Deposit limits)/);
      // Higher: it takes two, and says so.
      await page.getByRole('dialog').locator('input').nth(1).fill('900000');
      await page.getByRole('dialog').locator('table').waitFor();
    },
  },
  {
    name: 'settings-countries',
    open: async (page, world) => {
      await openLimit(page, world, /(Değiştir|Change): (Ödeme ülkeleri|Payout countries)/);
      await page.getByRole('dialog').locator('input').first().fill('TR, XX');
      await page.getByText(/“XX”/).waitFor();
    },
  },
  {
    name: 'settings-pause',
    open: async (page, world) => {
      await filledOf(world);
      await goTo(page, world, '/settings');
      await page.getByRole('button', { name: /Platformu duraklat|Pause the platform/ }).click();
      await dialog(page);
    },
  },
  {
    name: 'settings-loading',
    open: async (page, world) => {
      // Never answered: the page shows the shape of what comes.
      await page.route(READ, async () => undefined);
      await goTo(page, world, '/settings');
      await page.locator('[aria-busy=true]').first().waitFor();
    },
  },
  {
    name: 'settings-failed',
    open: async (page, world) => {
      await page.route(READ, async (route) => await route.abort());
      await goTo(page, world, '/settings');
      await page.locator('main').getByRole('alert').waitFor();
    },
  },
];
