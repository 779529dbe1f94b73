/** Every screen of the deposit queue, and how one gets there. */
import type { Page } from 'playwright-core';
import { insertPerson } from '../../../server/test/harness/staff.ts';
import { enter } from '../console.ts';
import type { RunningConsole } from '../console.ts';
import { codeOfNumber, fillMorning } from '../morning.ts';
import { dialog, goTo } from './screen.ts';
import type { Screen, World } from './screen.ts';

type Filled = Awaited<ReturnType<typeof fillMorning>>;
const mornings = new WeakMap<RunningConsole, Promise<Filled>>();

/** The queue, with nobody there. */
async function filledOf({ production }: World): Promise<Filled> {
  const filling = mornings.get(production) ?? fillMorning(production.owner);
  mornings.set(production, filling);
  const filled = await filling;
  await production.owner.query('delete from deposit_claim');
  return filled;
}

async function queue(page: Page, world: World, path = ''): Promise<void> {
  await filledOf(world);
  await goTo(page, world, `/deposits${path}`);
}

/** At one of its deposits. */
async function beside(page: Page, world: World, which: keyof Filled): Promise<Filled> {
  const filled = await filledOf(world);
  await goTo(page, world, `/deposits/${filled[which]}`);
  return filled;
}

async function deposit(page: Page, world: World, which: keyof Filled): Promise<void> {
  await beside(page, world, which);
  await page.getByRole('complementary').locator('footer button').first().waitFor();
}

/** A plain one: the second of the list. */
async function plainDeposit(page: Page, world: World): Promise<void> {
  await queue(page, world);
  await page.locator('[role=rowgroup] [role=row]').nth(1).click();
  await page.getByRole('complementary').locator('footer button').first().waitFor();
}

export const DEPOSIT_SCREENS: readonly Screen[] = [
  {
    name: 'deposits',
    open: async (page, world) => {
      await queue(page, world);
      await page.locator('[role=rowgroup] [role=row]').first().waitFor();
    },
  },
  { name: 'deposit', inDocs: 'deposits', open: async (page, world) => await deposit(page, world, 'firstId') },
  { name: 'deposit-two', open: async (page, world) => await deposit(page, world, 'twoId') },
  { name: 'deposit-moved', open: async (page, world) => await deposit(page, world, 'movedId') },
  {
    name: 'deposit-approve',
    open: async (page, world) => {
      await plainDeposit(page, world);
      await page.keyboard.press('a');
      await dialog(page);
    },
  },
  {
    name: 'deposit-reject',
    open: async (page, world) => {
      await plainDeposit(page, world);
      await page.keyboard.press('r');
      await dialog(page);
      await page.keyboard.press('3');
    },
  },
  {
    name: 'deposit-hold',
    open: async (page, world) => {
      await plainDeposit(page, world);
      await page.keyboard.press('b');
      await dialog(page);
      await page.keyboard.press('1');
    },
  },
  {
    name: 'deposit-receipt',
    open: async (page, world) => {
      await deposit(page, world, 'firstId');
      await page.getByRole('button', { name: /Dekontu aç|Open the receipt/ }).click();
      await dialog(page);
      await page.frameLocator('iframe').locator('img').waitFor();
    },
  },
  { name: 'deposit-expired', open: async (page, world) => await deposit(page, world, 'expiredId') },
  {
    name: 'deposit-late-money',
    open: async (page, world) => {
      await deposit(page, world, 'expiredId');
      await page.keyboard.press('l');
      await dialog(page);
      await page.getByRole('dialog').locator('input').first().fill('6500');
    },
  },
  {
    name: 'deposit-late-refused',
    open: async (page, world) => {
      await deposit(page, world, 'refusedId');
      await page.keyboard.press('l');
      await dialog(page);
      await page.keyboard.press('1');
    },
  },
  { name: 'deposit-approved', open: async (page, world) => await deposit(page, world, 'approvedId') },
  {
    name: 'deposit-correct',
    open: async (page, world) => {
      await deposit(page, world, 'approvedId');
      await page.keyboard.press('c');
      await dialog(page);
      await page.getByRole('dialog').locator('input').first().fill('950');
    },
  },
];

/** The list around a deposit, the search, and what goes wrong. */
export const DEPOSIT_LIST_SCREENS: readonly Screen[] = [
  {
    name: 'palette-deposit',
    inDocs: 'search',
    open: async (page, world) => {
      await queue(page, world);
      await page.keyboard.press('s');
      await dialog(page);
      await page.keyboard.type(codeOfNumber(12));
      await page.getByRole('option').getByText('Tolga Arslan').waitFor();
    },
  },
  {
    name: 'palette-guess',
    open: async (page, world) => {
      await queue(page, world);
      await page.keyboard.press('s');
      await dialog(page);
      await page.keyboard.type(codeOfNumber(12).slice(1));
      await page.getByRole('option').getByText('Tolga Arslan').waitFor();
    },
  },
  {
    name: 'deposits-bulk',
    open: async (page, world) => {
      await queue(page, world);
      await page.locator('[role=rowgroup] [role=row]').nth(4).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.getByRole('region').waitFor();
    },
  },
  {
    name: 'deposits-nothing',
    open: async (page, world) => {
      await queue(page, world, '?least=9000000.00');
      await page.getByRole('button', { name: /Filtreyi temizle|Clear the filter/ }).waitFor();
    },
  },
  {
    name: 'deposits-empty',
    open: async (page, world) => {
      const body = JSON.stringify({ deposits: [], next: null });
      await page.route(/\/api\/deposits(\?|$)/, async (route) => await route.fulfill({ body }));
      await queue(page, world);
      await page.getByText(/Bekleyen yatırım yok|No deposits are waiting/).waitFor();
    },
  },
  {
    name: 'deposits-loading',
    open: async (page, world) => {
      // Never answered: the page shows the shape of what comes.
      await page.route(/\/api\/deposits(\?|$)/, async () => undefined);
      await page.route(/\/api\/deposits\/[0-9a-f-]{36}$/, async () => undefined);
      await beside(page, world, 'firstId');
      await page.locator('[aria-busy=true]').first().waitFor();
    },
  },
  {
    name: 'deposits-offline',
    isOffline: true,
    open: async (page, world) => {
      await plainDeposit(page, world);
      await page.context().setOffline(true);
      await page.locator('[role=status] p').first().waitFor();
    },
  },
  {
    name: 'deposit-failed',
    open: async (page, world) => {
      await page.route(/\/api\/deposits\/[0-9a-f-]{36}$/, async (route) => await route.abort());
      await beside(page, world, 'firstId');
      await page.getByRole('complementary').getByRole('alert').waitFor();
    },
  },
  {
    name: 'deposit-claimed',
    open: async (page, world) => {
      const { twoId } = await filledOf(world);
      const { owner } = world.production;
      const burak = await insertPerson(owner, { name: 'Burak Kaya', factors: 'none' });
      const other = await page.context().browser()?.newPage({ locale: 'tr-TR' });
      if (other === undefined) throw new Error('There is no browser.');
      await enter(other, world.development.url, burak);
      await other.goto(`${world.development.url}/deposits/${twoId}`);
      await other.getByRole('complementary').locator('footer button').first().waitFor();
      await goTo(page, world, `/deposits/${twoId}`);
      await page.getByText(/Burak Kaya bakıyor|Burak Kaya is looking/).waitFor();
      await other.context().close();
    },
  },
  {
    name: 'deposit-waiting-payment',
    open: async (page, world) => {
      const { firstId } = await filledOf(world);
      const { owner } = world.production;
      await owner.query(`update transaction set status = 'waiting_payment' where id = $1`, [firstId]);
      await goTo(page, world, `/deposits/${firstId}`);
      await page.getByRole('button', { name: /oyuncu adına bildir|confirm for the player/ }).click();
      await dialog(page);
      await owner.query(`update transaction set status = 'waiting_confirmation' where id = $1`, [firstId]);
    },
  },
  {
    name: 'deposit-correction-asked',
    open: async (page, world) => await deposit(page, world, 'correctingId'),
  },
  {
    name: 'deposits-failed',
    open: async (page, world) => {
      await page.route('**/api/deposits?*', async (route) => await route.abort());
      await page.route('**/api/deposits', async (route) => await route.abort());
      await queue(page, world);
      await page.locator('main').getByRole('alert').waitFor();
    },
  },
];
