/** The frame, one's own pages, and pages that are missing. */
import type { Screen } from '../../signed-in/look.ts';
import { aPerson, dialog, goTo } from './screen.ts';

export const SHELL_SCREENS: readonly Screen[] = [
  {
    name: 'account-menu',
    open: async (page, world) => {
      await goTo(page, world, '/people');
      await page.locator('nav button').click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  { name: 'more', open: async (page, world) => void (await goTo(page, world, '/more')) },
  {
    name: 'profile',
    open: async (page, world) => {
      await goTo(page, world, '/profile', await aPerson(world, { roles: ['developer'] }));
      await page.locator('main section').nth(3).waitFor();
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
    name: 'step-up',
    open: async (page, world) => {
      await goTo(page, world, '/profile');
      await page
        .getByRole('button', { name: /Uygulama kur|Set up an app/ })
        .first()
        .click();
      await dialog(page);
      await page.getByRole('dialog').locator('input[type=password]').waitFor();
    },
  },
  { name: 'not-found', open: async (page, world) => void (await goTo(page, world, '/nowhere')) },
];
