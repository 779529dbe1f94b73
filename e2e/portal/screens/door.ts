/** Every screen of the door, and how one gets there. */
import type { Page } from 'playwright-core';
import { insertPartner } from '../../../server/test/harness/factories.ts';
import { insertInvitation } from '../../../server/test/harness/portal.ts';
import type { Screen, World } from '../../signed-in/look.ts';
import { aPerson } from './screen.ts';

/** At the second step, with the password given. */
async function secondStep(page: Page, world: World): Promise<void> {
  const person = await aPerson(world, { factors: 'totp' });
  await page.goto(`${world.production.url}/`);
  await page.locator('input[name=username]').fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  await page.keyboard.press('Enter');
  await page.locator('[role=group] input').first().waitFor();
}

async function invitation(page: Page, { production: { url, owner } }: World): Promise<void> {
  const { id: partnerId } = await insertPartner(owner);
  const email = `irem-${Date.now()}@mavi-oyun.example`;
  const token = await insertInvitation(owner, { partnerId, email, name: 'İrem Yıldız' });
  await page.goto(`${url}/invitation#${token}`);
  await page.locator('input[type=password]').first().waitFor();
}

async function setUp(page: Page, world: World): Promise<void> {
  await invitation(page, world);
  for (const field of await page.locator('input[type=password]').all())
    await field.fill('eski kapı yeşil deniz');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/set-up');
  await page.locator('main section button').first().waitFor();
}

export const DOOR_SCREENS: readonly Screen[] = [
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
      await page.locator('input[name=username]').fill('kimse@mavi-oyun.example');
      await page.locator('input[name=password]').fill('bir parola');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'second-factor', open: secondStep },
  {
    name: 'recovery-code',
    open: async (page, world) => {
      await secondStep(page, world);
      await page.getByRole('button', { name: /Kurtarma kodu kullan|Use a recovery code/ }).click();
      await page.locator('form input').fill('aaaa-aaaa-aaaa-aaaa');
      await page.keyboard.press('Enter');
      await page.getByText(/^Kurtarma kodu yanlış|^The recovery code is wrong/).waitFor();
    },
  },
  { name: 'invitation', open: invitation },
  {
    name: 'invitation-taken',
    open: async (page, world) => {
      const { url, owner } = world.production;
      const { email } = await aPerson(world);
      const token = await insertInvitation(owner, { partnerId: (await insertPartner(owner)).id, email });
      await page.goto(`${url}/invitation#${token}`);
      await page.getByText(/^Bu e-posta adresiyle zaten|^Somebody signs in with this address/).waitFor();
    },
  },
  {
    name: 'invitation-invalid',
    open: async (page, { production }) => {
      await page.goto(`${production.url}/invitation#${'a'.repeat(43)}`);
      await page.locator('main a').waitFor();
    },
  },
  { name: 'set-up', open: setUp },
];
