/** Every screen of the block list, and how one gets there. */
import type { Page } from 'playwright-core';
import { newId } from '../../../server/src/ids.ts';
import { turkishIban } from '../../../server/test/harness/factories.ts';
import type { RunningConsole } from '../console.ts';
import { openMorning } from '../morning.ts';
import { dialog, goAs, goTo } from './screen.ts';
import type { Screen, World } from './screen.ts';

const filled = new WeakMap<RunningConsole, Promise<string>>();

/** Returns the id of a player's block. */
async function fill({ owner }: RunningConsole): Promise<string> {
  const { partnerId } = await openMorning(owner, { partnerName: 'Mavi Oyun' });
  const [player, longNamed, iban, ended] = [newId(), newId(), newId(), newId()];
  await owner.query(
    `insert into blocked_party (id, kind, partner_id, customer_id, iban, reason, created_at, expires_at, ended_at, ended_by,
       blocked_by, blocked_by_id)
     values
       ($1, 'player', $5, 'u-771204', null, 'Başka bir sitede ters ibraz; banka bildirdi.', now() - interval '3 hours', null,
         null, null, 'elif', 'elif'),
       ($2, 'player', $5, $6, null, 'Ara vermek istedi.', now() - interval '2 days', now() + interval '28 days',
         null, null, 'mehmet', 'mehmet'),
       ($3, 'iban', null, null, $7, 'Dolandırıcılık bildirimi.', now() - interval '9 days', null, null, null, 'elif', 'elif'),
       ($4, 'player', $5, 'u-5', null, 'Yanlış oyuncu.', now() - interval '20 days', null, now() - interval '19 days', 'elif',
         'mehmet', 'mehmet')`,
    [player, longNamed, iban, ended, partnerId, 'player-'.repeat(9), turkishIban(1_326)],
  );
  return player;
}

async function filledOf({ production }: World): Promise<string> {
  const filling = filled.get(production) ?? fill(production);
  filled.set(production, filling);
  return await filling;
}

/** As a senior operator sees it. */
async function list(page: Page, world: World, path = ''): Promise<void> {
  await filledOf(world);
  await goTo(page, world, `/blocks${path}`);
  await page.locator('[role=rowgroup] [role=row]').first().waitFor();
}

const FOUND = /\/api\/blocks\/find$/;

export const BLOCKS_SCREENS: readonly Screen[] = [
  {
    name: 'blocks-empty',
    open: async (page, world) => {
      await goTo(page, world, '/blocks');
      await page.getByText(/Engellenen yok|Nobody is blocked/).waitFor();
    },
  },
  { name: 'blocks', open: async (page, world) => await list(page, world) },
  { name: 'blocks-over', open: async (page, world) => await list(page, world, '?state=over') },
  {
    name: 'blocks-not-found',
    open: async (page, world) => {
      await list(page, world);
      await page.getByRole('search').locator('input').fill('nobody');
      await page.keyboard.press('Enter');
      await page.getByText(/Eşleşen engel yok|No such block/).waitFor();
    },
  },
  {
    name: 'blocks-one',
    open: async (page, world) => {
      await list(page, world, `/${await filledOf(world)}`);
      await page.getByRole('complementary').locator('footer button').waitFor();
    },
  },
  {
    name: 'blocks-remove',
    open: async (page, world) => {
      await list(page, world, `/${await filledOf(world)}`);
      await page.getByRole('complementary').locator('footer button').click();
      await dialog(page);
    },
  },
  {
    name: 'blocks-add',
    open: async (page, world) => {
      await list(page, world);
      await page.keyboard.press('e');
      await dialog(page);
    },
  },
  {
    name: 'blocks-operator',
    open: async (page, world) => {
      const id = await filledOf(world);
      await goAs(page, world, { name: 'Ali Kaya', roles: ['operator'] }, `/blocks/${id}`);
      await page.getByRole('complementary').locator('footer').waitFor();
    },
  },
  {
    name: 'blocks-loading',
    open: async (page, world) => {
      await page.route(FOUND, async () => undefined);
      await goTo(page, world, '/blocks');
      await page.locator('[aria-busy=true]').first().waitFor();
    },
  },
  {
    name: 'blocks-failed',
    open: async (page, world) => {
      await page.route(FOUND, async (route) => await route.abort());
      await goTo(page, world, '/blocks');
      await page.locator('main').getByRole('alert').waitFor();
    },
  },
];
