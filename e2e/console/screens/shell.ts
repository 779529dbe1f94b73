/** Every screen of the door and the shell, and how one gets there. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { newId } from '../../../server/src/ids.ts';
import { codeAt, insertEnrolment, insertPerson } from '../../../server/test/harness/staff.ts';
import type { TestPerson } from '../../../server/test/harness/staff.ts';
import { signIn, typeCode } from '../console.ts';
import { aPerson, dialog, goTo } from './screen.ts';
import type { Screen, World } from './screen.ts';

/** The profile of somebody who has an app, two passkeys and few recovery codes. */
async function profileWithFactors(page: Page, world: World): Promise<void> {
  const { url, owner } = world.development;
  const person = await aPerson(world, 'totp');
  for (const [name, isBackedUp] of [
    ['iPhone', true],
    ['Windows, kasa odasındaki masaüstü bilgisayar', false],
  ] as const) {
    await owner.query(
      `insert into staff_passkey (id, staff_id, credential_id, public_key, name, is_backed_up, created_at, last_used_at)
       values ($1, $2, $3, $3, $4, $5, now() - interval '400 days', now() - interval '2 hours')`,
      [newId(), person.id, randomBytes(32), name, isBackedUp],
    );
  }
  await owner.query(
    `update staff_recovery_code set used_at = now() where hash in (
       select hash from staff_recovery_code where staff_id = $1 order by hash offset 2)`,
    [person.id],
  );
  await signIn(page, url, person);
  await page.goto(`${url}/profile`);
  await page.locator('section li').first().waitFor();
}

/** At the second step, with the password given. */
async function secondStep(page: Page, world: World): Promise<TestPerson> {
  const person = await aPerson(world, 'totp');
  await page.goto(`${world.production.url}/`);
  await page.locator('input[name=username]').fill(person.handle);
  await page.locator('input[name=password]').fill(person.password);
  await page.keyboard.press('Enter');
  await page.locator('[role=group] input').first().waitFor();
  return person;
}

/** A new person who has set a password, and has no second factor yet. */
async function setUp(page: Page, world: World): Promise<void> {
  await enrolment(page, world);
  for (const field of await page.locator('input[type=password]').all())
    await field.fill('mavi kapı yeşil deniz');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/set-up');
  await page.locator('main section button').first().waitFor();
}

async function enrolment(page: Page, world: World): Promise<void> {
  const { url, owner } = world.production;
  const { id } = await insertPerson(owner, { name: 'İrem Yıldız', factors: 'none' });
  await page.goto(`${url}/enrol#${await insertEnrolment(owner, id)}`);
  await page.locator('input[type=password]').first().waitFor();
}

async function app(page: Page, world: World): Promise<string> {
  await setUp(page, world);
  await page.locator('main section button').nth(1).click();
  await page.locator('svg[role=img] path[d^=M]').waitFor();
  return (await page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText()).replaceAll(/\s/g, '');
}

export const SHELL_SCREENS: readonly Screen[] = [
  {
    name: 'sign-in',
    open: async (page, { production }) => {
      await page.goto(`${production.url}/`);
      await page.locator('input[name=username]').waitFor();
    },
  },
  {
    name: 'sign-in-refused',
    open: async (page, { production }) => {
      await page.goto(`${production.url}/`);
      await page.locator('input[name=username]').fill('kimse');
      await page.locator('input[name=password]').fill('bir parola');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'second-factor', open: async (page, world) => void (await secondStep(page, world)) },
  {
    name: 'second-factor-refused',
    open: async (page, world) => {
      const person = await secondStep(page, world);
      const right = codeAt(person, Date.now());
      await typeCode(page, right === '000000' ? '111111' : '000000');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'recovery-code',
    open: async (page, world) => {
      await secondStep(page, world);
      await page.getByRole('button', { name: /Kurtarma kodu kullan|Use a recovery code/ }).click();
      await page.locator('form input').waitFor();
    },
  },
  {
    name: 'recovery-code-refused',
    open: async (page, world) => {
      await secondStep(page, world);
      await page.getByRole('button', { name: /Kurtarma kodu kullan|Use a recovery code/ }).click();
      await page.locator('form input').fill('aaaa-aaaa-aaaa-aaaa');
      await page.keyboard.press('Enter');
      await page.getByText(/^Kurtarma kodu yanlış|^The recovery code is wrong/).waitFor();
    },
  },
  { name: 'enrolment', open: enrolment },
  {
    name: 'enrolment-invalid',
    open: async (page, { production }) => {
      await page.goto(`${production.url}/enrol#${'a'.repeat(43)}`);
      await page.locator('main a').waitFor();
    },
  },
  { name: 'set-up', open: setUp },
  { name: 'set-up-app', open: async (page, world) => void (await app(page, world)) },
  {
    name: 'recovery-codes',
    open: async (page, world) => {
      const totpSecret = await app(page, world);
      await typeCode(page, codeAt({ totpSecret }, Date.now()));
      await page.getByRole('checkbox').waitFor();
    },
  },
  {
    name: 'overview',
    open: async (page, world) => {
      await goTo(page, world, '/');
      await page.locator('section li').first().waitFor();
    },
  },
  {
    name: 'profile',
    open: async (page, world) => {
      await goTo(page, world, '/profile');
      await page.locator('section time').first().waitFor();
    },
  },
  { name: 'profile-with-factors', open: profileWithFactors },
  {
    name: 'remove-app',
    open: async (page, world) => {
      await profileWithFactors(page, world);
      await page.getByRole('button', { name: /Uygulamayı kaldır|Remove the app/ }).click();
      await dialog(page);
    },
  },
  {
    name: 'step-up-code',
    open: async (page, world) => {
      await profileWithFactors(page, world);
      await page
        .getByRole('button', { name: /“iPhone” anahtarını kaldır|Remove the passkey “iPhone”/ })
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Anahtarı kaldır|Remove the passkey/ })
        .click();
      await page.getByRole('button', { name: /Kodla doğrula|Use a code/ }).click();
      await page.getByRole('dialog').locator('[role=group] input').first().waitFor();
    },
  },
  {
    name: 'end-session',
    open: async (page, world) => {
      await goTo(page, world, '/sessions');
      await page.locator('tbody tr button').first().click();
      await dialog(page);
    },
  },
  {
    name: 'change-password-empty',
    open: async (page, world) => {
      await goTo(page, world, '/profile');
      await page.locator('section header button').first().click();
      await dialog(page);
      await page.keyboard.press('Enter');
      await page.locator('input[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'change-password',
    open: async (page, world) => {
      await goTo(page, world, '/profile');
      await page.locator('section header button').first().click();
      await dialog(page);
    },
  },
  {
    name: 'step-up',
    open: async (page, world) => {
      await goTo(page, world, '/profile');
      await page.locator('section time').first().waitFor();
      await page.getByRole('button', { name: /Uygulama kur|Set up an app/ }).click();
      await page.getByRole('dialog').locator('input[type=password]').waitFor();
    },
  },
  {
    name: 'sessions',
    open: async (page, world) => {
      await goTo(page, world, '/sessions');
      await page.locator('tbody tr').first().waitFor();
    },
  },
  {
    name: 'palette',
    open: async (page, world) => {
      await goTo(page, world, '/');
      await page.keyboard.press('Control+k');
      await dialog(page);
    },
  },
  {
    name: 'keys',
    open: async (page, world) => {
      await goTo(page, world, '/');
      await page.keyboard.press('?');
      await dialog(page);
    },
  },
  {
    name: 'account-menu',
    open: async (page, world) => {
      await goTo(page, world, '/');
      await page.locator('nav button').last().click();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'not-found', open: async (page, world) => await goTo(page, world, '/nowhere') },
  {
    name: 'crashed',
    writesMessages: true,
    open: async (page, world) => {
      await goTo(page, world, '/');
      // Whatever breaks a page: here it can't write a time any more.
      await page.addInitScript(`
        const broken = { get() { throw new Error('a test broke this page'); } };
        Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', broken);
        Object.defineProperty(Intl.DateTimeFormat.prototype, 'formatToParts', broken);`);
      await page.goto(`${world.development.url}/sessions`);
      await page.getByRole('button', { name: /Sayfayı yenile|Reload the page/ }).waitFor();
    },
  },
  {
    name: 'offline',
    isOffline: true,
    open: async (page, world) => {
      await goTo(page, world, '/');
      await page.context().setOffline(true);
      await page.locator('[role=status] p').waitFor();
    },
  },
  { name: 'parts', heightPx: 2_700, open: async (page, world) => await goTo(page, world, '/parts') },
  {
    name: 'confirm',
    open: async (page, world) => {
      await goTo(page, world, '/parts');
      await page.getByRole('button', { name: /Soru penceresini aç|Open the question/ }).click();
      await dialog(page);
    },
  },
];
