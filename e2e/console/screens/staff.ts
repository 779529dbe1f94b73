/** Every screen of our own people, and how one gets there. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createDatabase } from '../../../server/src/db/kysely.ts';
import { addStaff } from '../../../server/src/usecases/staff/add.ts';
import { insertEnrolment, insertPerson } from '../../../server/test/harness/staff.ts';
import { signedIn } from '../../../server/test/harness/signed-in.ts';
import type { RunningConsole } from '../console.ts';
import { dialog, goAs } from './screen.ts';
import type { Screen, World } from './screen.ts';

interface Filled {
  /** Somebody with sessions and factors. */
  selin: string;
  /** Somebody who has left. */
  gone: string;
}

const filled = new WeakMap<RunningConsole, Promise<Filled>>();

/** A team: one who works, one who was invited, one who has left, and one who waits for a second administrator. */
async function fill({ owner }: RunningConsole): Promise<Filled> {
  const murat = await insertPerson(owner, { name: 'Murat Şen', roles: ['administrator'] });
  await insertPerson(owner, { name: 'Ayşe Yıldız', roles: ['administrator', 'auditor'] });
  const selin = await insertPerson(owner, { name: 'Selin Tekin', roles: ['operator', 'senior_operator'] });
  await owner.query(
    `insert into staff_session (id, token_hash, staff_id, expires_at, address, user_agent)
     values ($1, sha256($2), $3, now() + interval '1 hour', '198.51.100.7',
       'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36')`,
    [randomUUID(), Buffer.from(selin.id), selin.id],
  );
  await owner.query(
    `update staff set next_roles = '{finance}', next_roles_from = '2099-12-01 09:00+03' where id = $1`,
    [selin.id],
  );
  const gone = await insertPerson(owner, { name: 'Burak Kaya', roles: ['operator'] });
  await owner.query(`update staff set status = 'disabled' where id = $1`, [gone.id]);
  const invited = await insertPerson(owner, { name: 'Ebru Çelik', roles: ['finance'], factors: 'none' });
  await owner.query('delete from staff_password where staff_id = $1', [invited.id]);
  await insertEnrolment(owner, invited.id);
  await addStaff(
    {
      db: createDatabase(owner),
      actor: signedIn({ id: murat.id, name: murat.handle }),
      consoleUrl: 'https://console.example',
      note: 'Gece vardiyası için',
    },
    { handle: 'zeynep', name: 'Zeynep Ak', roles: ['operator'], mailTo: 'zeynep@example.com' },
  );
  return { selin: selin.id, gone: gone.id };
}

/** As an administrator, where a password is enough. */
async function team(
  page: Page,
  world: World,
  pathOf: (people: Filled) => string = () => '/staff',
): Promise<void> {
  const filling = filled.get(world.production) ?? fill(world.production);
  filled.set(world.production, filling);
  const people = await filling;
  await goAs(page, world, { roles: ['administrator'] }, pathOf(people));
  await page.locator('main h1').waitFor();
}

const LISTED = /\/api\/staff$/;
const ONE = /\/api\/staff\/[0-9a-f-]{36}$/;

const press = async (page: Page, name: RegExp): Promise<void> => {
  await page.getByRole('button', { name }).first().click();
  await dialog(page);
};

export const STAFF_SCREENS: readonly Screen[] = [
  {
    name: 'staff',
    inDocs: 'staff',
    open: async (page, world) => {
      await team(page, world);
      await page.locator('[role=rowgroup] [role=row]').first().waitFor();
    },
  },
  {
    name: 'staff-invite',
    heightPx: 1_100,
    open: async (page, world) => {
      await team(page, world);
      await press(page, /^(Kişi davet et|Invite a person)/);
    },
  },
  {
    name: 'staff-person',
    heightPx: 1_000,
    open: async (page, world) => {
      await team(page, world, ({ selin }) => `/staff/${selin}`);
      await page.locator('table tbody tr').first().waitFor();
    },
  },
  {
    name: 'staff-roles',
    heightPx: 1_000,
    open: async (page, world) => {
      await team(page, world, ({ selin }) => `/staff/${selin}`);
      await press(page, /^(Rolleri değiştir|Change roles)/);
      await page.getByRole('dialog').getByRole('checkbox').nth(2).check();
    },
  },
  {
    name: 'staff-reset',
    open: async (page, world) => {
      await team(page, world, ({ selin }) => `/staff/${selin}`);
      await press(page, /^(Girişi sıfırla|Reset sign-in)/);
    },
  },
  {
    name: 'staff-end-sessions',
    open: async (page, world) => {
      await team(page, world, ({ selin }) => `/staff/${selin}`);
      await press(page, /^(Oturumları kapat|End sessions)/);
    },
  },
  {
    name: 'staff-disable',
    open: async (page, world) => {
      await team(page, world, ({ selin }) => `/staff/${selin}`);
      await press(page, /^(Hesabı kapat|Disable)/);
    },
  },
  {
    name: 'staff-disabled',
    open: async (page, world) => {
      await team(page, world, ({ gone }) => `/staff/${gone}`);
      await page.getByRole('button', { name: /^(Hesabı aç|Let in again)/ }).waitFor();
    },
  },
  {
    name: 'staff-nobody',
    open: async (page, world) => {
      await team(page, world, () => `/staff/${randomUUID()}`);
      await page.getByText(/Böyle biri yok|There is no such person/).waitFor();
    },
  },
  {
    name: 'staff-loading',
    open: async (page, world) => {
      // Never answered: the page shows the shape of what comes.
      await page.route(LISTED, async () => undefined);
      await team(page, world);
      await page.locator('[role=grid][aria-busy=true]').first().waitFor();
    },
  },
  {
    name: 'staff-failed',
    open: async (page, world) => {
      await page.route(LISTED, async (route) => await route.abort());
      await team(page, world);
      await page.locator('main').getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'staff-person-failed',
    open: async (page, world) => {
      await page.route(ONE, async (route) => await route.abort());
      await team(page, world, ({ selin }) => `/staff/${selin}`);
      await page.locator('main').getByRole('alert').first().waitFor();
    },
  },
];
