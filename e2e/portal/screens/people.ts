/** Who can sign in, who is invited, and every dialog over it. */
import type { Page } from 'playwright-core';
import { insertInvitation, insertPartnerPerson } from '../../../server/test/harness/portal.ts';
import type { PartnerTestPerson } from '../../../server/test/harness/portal.ts';
import type { Screen, World } from '../../signed-in/look.ts';
import { aPerson, dialog, goTo, prove } from './screen.ts';

/** An owner with two colleagues, one of whom has a long name, and two invitations, one of which is over. */
async function team(page: Page, world: World): Promise<PartnerTestPerson> {
  const { owner } = world.development;
  const person = await aPerson(world, { roles: ['developer', 'owner'] });
  const { partnerId } = person;
  await insertPartnerPerson(owner, {
    partnerId,
    name: 'Mehmet Can Karaosmanoğlu Büyükyıldırım',
    email: `mehmet.can.karaosmanoglu.${partnerId}@finans.mavi-oyun.example`,
    roles: ['finance'],
  });
  await insertPartnerPerson(owner, { partnerId, name: 'Ece Su', roles: ['developer'], factors: 'none' });
  await insertInvitation(owner, {
    partnerId,
    email: `irem-${partnerId}@mavi-oyun.example`,
    roles: ['owner'],
  });
  await insertInvitation(owner, {
    partnerId,
    email: `kaan-${partnerId}@mavi-oyun.example`,
    name: 'Kaan Demir',
    roles: ['developer', 'finance'],
  });
  await owner.query(
    `update partner_invitation set created_at = now() - interval '4 days', expires_at = now() - interval '1 day'
     where partner_id = $1 and name = 'Kaan Demir'`,
    [partnerId],
  );
  await goTo(page, world, '/people', person);
  await page.getByRole('button', { name: /Mehmet/ }).waitFor();
  return person;
}

async function inviting(page: Page, world: World): Promise<PartnerTestPerson> {
  const person = await team(page, world);
  await page.locator('header button').last().click();
  await dialog(page);
  return person;
}

export const PEOPLE_SCREENS: readonly Screen[] = [
  { name: 'people', open: async (page, world) => void (await team(page, world)) },
  {
    name: 'people-alone',
    open: async (page, world) => {
      await goTo(page, world, '/people');
      await page.locator('main section').nth(1).waitFor();
    },
  },
  {
    name: 'people-invite',
    dialog: 'people.invite',
    open: async (page, world) => void (await inviting(page, world)),
  },
  {
    name: 'people-invite-refused',
    dialog: 'people.invite',
    open: async (page, world) => {
      await inviting(page, world);
      await page.keyboard.press('Enter');
      await page
        .getByRole('dialog')
        .getByText(/^Geçerli bir e-posta|^Enter a valid/)
        .waitFor();
    },
  },
  {
    name: 'people-invited',
    dialog: 'people.invitation',
    open: async (page, world) => {
      const person = await inviting(page, world);
      const form = page.getByRole('dialog');
      await form.locator('input').nth(0).fill(`ada-${person.partnerId}@mavi-oyun.example`);
      await form.locator('input').nth(1).fill('Ada Çelik');
      await form.locator('input[type=checkbox]').first().check();
      await page.keyboard.press('Enter');
      await prove(page, person);
      await form.locator('code').waitFor();
    },
  },
  {
    name: 'people-withdraw',
    dialog: 'people.withdraw_question',
    open: async (page, world) => {
      await team(page, world);
      await page.getByRole('button', { name: /^(Daveti geri çek|Withdraw the invitation): Ece Su/ }).click();
      await dialog(page);
    },
  },
  {
    name: 'people-leave',
    dialog: 'people.leave_question',
    open: async (page, world) => {
      const person = await aPerson(world);
      await insertPartnerPerson(world.development.owner, { partnerId: person.partnerId, name: 'Ece Su' });
      await goTo(page, world, '/people', person);
      await page.getByRole('button', { name: /^(Ayrıl|Leave)$/ }).click();
      await dialog(page);
    },
  },
  {
    name: 'people-remove',
    dialog: 'people.remove_question',
    open: async (page, world) => {
      await team(page, world);
      await page.getByRole('button', { name: /Mehmet/ }).click();
      await dialog(page);
    },
  },
  {
    name: 'people-last-owner',
    dialog: 'people.you_stay',
    open: async (page, world) => {
      await goTo(page, world, '/people');
      await page.locator('main section button').first().click();
      await dialog(page);
    },
  },
];
