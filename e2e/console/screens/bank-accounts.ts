/** Every screen of bank accounts, and how one gets there. */
import type { Page } from 'playwright-core';
import type { Role } from '@vezne/domain/permissions';
import { insertBankAccount } from '../../../server/test/harness/factories.ts';
import { insertOpenDeposits } from '../../../server/test/usecases/bank-accounts/open-deposits.ts';
import type { RunningConsole } from '../console.ts';
import { openMorning } from '../morning.ts';
import { dialog, goAs, goTo } from './screen.ts';
import type { Screen, World } from './screen.ts';

interface Accounts {
  busy: string;
  frozen: string;
}

const OTHERS = [
  { name: 'T.C. Ziraat Bankası A.Ş.', cap: 100_000_000n, used: 61_240_000n, change: '' },
  { name: 'Akbank T.A.Ş.', cap: 50_000_000n, used: 48_100_000n, change: '' },
  { name: 'Türkiye İş Bankası A.Ş.', cap: null, used: 0n, change: `, deposits_paused = true` },
  { name: 'Yapı ve Kredi Bankası A.Ş.', cap: null, used: 0n, change: `, status = 'disabled'` },
] as const;

const filled = new WeakMap<RunningConsole, Promise<Accounts>>();

async function addUse(owner: RunningConsole['owner'], id: string, used: bigint): Promise<void> {
  await owner.query(
    `insert into bank_account_day (bank_account_id, day, assigned_cents, assigned_count)
     values ($1, (now() at time zone 'Europe/Istanbul')::date, $2::int8, $2::int8 / 250000) on conflict do nothing`,
    [id, used],
  );
}

async function fill({ owner }: RunningConsole): Promise<Accounts> {
  const morning = await openMorning(owner);
  const { partnerId, accountId: busy } = morning;
  await owner.query(
    `update bank_account set bank_name = 'Garanti BBVA', holder_name = 'Vezne Ödeme A.Ş.', daily_cap_cents = 100000000 where id = $1`,
    [busy],
  );
  await addUse(owner, busy, 61_240_000n);
  for (const amountCents of [150_000n, 80_000n, 250_000n]) await morning.approved({ amountCents });
  for (const { name, cap, used, change } of OTHERS) {
    const { id } = await insertBankAccount(owner, { dailyCapCents: cap });
    await owner.query(
      `update bank_account set bank_name = $2, holder_name = 'Vezne Ödeme A.Ş.'${change} where id = $1`,
      [id, name],
    );
    await addUse(owner, id, used);
  }
  const { id: frozen } = await insertBankAccount(owner);
  await insertOpenDeposits(owner, { partnerId, bankAccountId: frozen, count: 5 });
  await insertOpenDeposits(owner, { partnerId, bankAccountId: busy, count: 34 });
  await owner.query(
    `update bank_account set bank_name = 'QNB Bank A.Ş.', holder_name = 'Vezne Ödeme A.Ş.', status = 'frozen' where id = $1`,
    [frozen],
  );
  // A worker is at it, far into the future: no picture waits for one.
  await owner.query(
    `update bank_account_freeze set looked_at = now() + interval '1 hour', quiet_since = now() where bank_account_id = $1`,
    [frozen],
  );
  await owner.query(
    `insert into bank_account_freeze_target (frozen_account_id, to_account_id, deposits)
     select $1, id, 8 from bank_account where status = 'enabled' and not deposits_paused`,
    [frozen],
  );
  return { busy, frozen };
}

async function filledOf({ production }: World): Promise<Accounts> {
  const filling = filled.get(production) ?? fill(production);
  filled.set(production, filling);
  return await filling;
}

/** The page of an account, as somebody with this role sees it. */
async function account(
  page: Page,
  world: World,
  { role, which = 'busy' }: { role: Role; which?: keyof Accounts },
): Promise<void> {
  const id = (await filledOf(world))[which];
  await goAs(page, world, { roles: [role] }, `/bank-accounts/${id}`);
  await page.getByRole('region', { name: /^(Bugün|Today)$/ }).waitFor();
}

/** Opens a dialog by the button with this name, in either language. */
function asked(name: string, role: Role, button: RegExp, which: keyof Accounts = 'busy'): Screen {
  return {
    name,
    open: async (page, world) => {
      await account(page, world, { role, which });
      await page.getByRole('button', { name: button }).click();
      await dialog(page);
    },
  };
}

const LISTED = /\/api\/bank-accounts(\?|$)/;

export const BANK_ACCOUNT_SCREENS: readonly Screen[] = [
  {
    name: 'bank-accounts-empty',
    open: async (page, world) => {
      await goTo(page, world, '/bank-accounts');
      await page.getByText(/Henüz banka hesabı yok|No bank account yet/).waitFor();
    },
  },
  {
    name: 'bank-accounts',
    open: async (page, world) => {
      await filledOf(world);
      await goTo(page, world, '/bank-accounts');
      await page.locator('[role=rowgroup] [role=row]').first().waitFor();
    },
  },
  {
    name: 'bank-account',
    heightPx: 1_000,
    open: async (page, world) => {
      await account(page, world, { role: 'senior_operator' });
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'bank-account-operator',
    open: async (page, world) => await account(page, world, { role: 'operator' }),
  },
  {
    name: 'bank-account-frozen',
    heightPx: 1_000,
    open: async (page, world) => {
      await account(page, world, { role: 'administrator', which: 'frozen' });
      await page.getByRole('progressbar').waitFor();
    },
  },
  {
    name: 'bank-account-add',
    open: async (page, world) => {
      await filledOf(world);
      await goAs(page, world, { roles: ['administrator'] }, '/bank-accounts');
      await page.getByRole('button', { name: /Hesap ekle|Add account/ }).click();
      await dialog(page);
    },
  },
  asked('bank-account-cap', 'administrator', /Değiştir: Günlük limit|Change: Daily cap/),
  asked('bank-account-disable', 'administrator', /^(Kapat|Disable)$/),
  asked('bank-account-unfreeze', 'administrator', /Dondurmayı kaldır|End the freeze/, 'frozen'),
  asked('bank-account-pause', 'operator', /^(Duraklat|Pause)$/),
  {
    name: 'bank-account-freeze',
    inDocs: 'freeze',
    open: async (page, world) => {
      await account(page, world, { role: 'operator' });
      await page.getByRole('button', { name: /^(Dondur|Freeze)$/ }).click();
      await page.getByRole('dialog').locator('tbody tr').first().waitFor();
    },
  },
  {
    name: 'bank-account-missing',
    open: async (page, world) => {
      await goTo(page, world, '/bank-accounts/00000000-0000-4000-8000-000000000000');
      await page.getByText(/Böyle bir hesap yok|There is no such account/).waitFor();
    },
  },
  {
    name: 'bank-accounts-loading',
    open: async (page, world) => {
      // Never answered: the page shows the shape of what comes.
      await page.route(LISTED, async () => undefined);
      await goTo(page, world, '/bank-accounts');
      await page.locator('[aria-busy=true]').first().waitFor();
    },
  },
  {
    name: 'bank-accounts-failed',
    open: async (page, world) => {
      await page.route(LISTED, async (route) => await route.abort());
      await goTo(page, world, '/bank-accounts');
      await page.locator('main').getByRole('alert').waitFor();
    },
  },
];
