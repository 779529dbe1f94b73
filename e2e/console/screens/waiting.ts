/** Every screen of the players who are paying, and how one gets there. */
import type { Page } from 'playwright-core';
import type { RunningConsole } from '../console.ts';
import { openMorning } from '../morning.ts';
import { dialog, goTo } from './screen.ts';
import type { Screen, World } from './screen.ts';

const PLAYERS: readonly [name: string, username: string, amountCents: bigint, minutesLeft: number][] = [
  ['Ayşe Işık', 'ayseisik', 120_000n, 2],
  ['Muhammed Emin Karaosmanoğlu', 'memink', 6_500_000n, 7],
  ['Zeynep Çağlayan', 'zeynepc', 45_050n, 12],
  ['Hüseyin Avni Öztürk', 'huseyinavni', 250_000n, 21],
  ['İrem Yıldız', 'iremy', 99_900n, 28],
];

const filled = new WeakMap<RunningConsole, Promise<string>>();

/** Returns the id of the one that ends first. */
async function fill({ owner }: RunningConsole): Promise<string> {
  const blue = await openMorning(owner);
  const north = await openMorning(owner, { partnerName: 'Kuzey Spor' });
  const ids: string[] = [];
  for (const [index, [name, username, amountCents, minutesLeft]] of PLAYERS.entries()) {
    const { unpaid } = index % 2 === 1 ? north : blue;
    const id = await unpaid({ name, username, amountCents, minutesAgo: 30 - minutesLeft });
    await owner.query(`update transaction set expires_at = now() + make_interval(mins => $2) where id = $1`, [
      id,
      minutesLeft,
    ]);
    ids.push(id);
  }
  return ids[0] ?? '';
}

async function filledOf({ production }: World): Promise<string> {
  const filling = filled.get(production) ?? fill(production);
  filled.set(production, filling);
  return await filling;
}

async function list(page: Page, world: World, path = ''): Promise<void> {
  await filledOf(world);
  await goTo(page, world, `/waiting${path}`);
}

async function player(page: Page, world: World): Promise<void> {
  await goTo(page, world, `/waiting/${await filledOf(world)}`);
  await page.getByRole('complementary').locator('footer button').first().waitFor();
}

const LISTED = /\/api\/waiting-players(\?|$)/;

export const WAITING_SCREENS: readonly Screen[] = [
  {
    name: 'waiting',
    open: async (page, world) => {
      await list(page, world);
      await page.locator('[role=rowgroup] [role=row]').first().waitFor();
    },
  },
  { name: 'waiting-player', open: player },
  {
    name: 'waiting-confirm',
    open: async (page, world) => {
      await player(page, world);
      await page.keyboard.press('o');
      await dialog(page);
    },
  },
  {
    name: 'waiting-nothing',
    open: async (page, world) => {
      await list(page, world, '?least=9000000.00');
      await page.getByRole('button', { name: /Filtreyi temizle|Clear the filter/ }).waitFor();
    },
  },
  {
    name: 'waiting-loading',
    open: async (page, world) => {
      // Never answered: the page shows the shape of what comes.
      await page.route(LISTED, async () => undefined);
      await list(page, world);
      await page.locator('[aria-busy=true]').first().waitFor();
    },
  },
  {
    name: 'waiting-failed',
    open: async (page, world) => {
      await page.route(LISTED, async (route) => await route.abort());
      await list(page, world);
      await page.locator('main').getByRole('alert').waitFor();
    },
  },
];
