/** The frame, and pages that are missing or closed. */
import type { Screen } from '../../signed-in/look.ts';
import { aPerson, goTo } from './screen.ts';

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
    name: 'closed',
    open: async (page, world) => {
      await goTo(page, world, '/people', await aPerson(world, { roles: ['finance'] }));
      await page.locator('main section a').waitFor();
    },
  },
  { name: 'not-found', open: async (page, world) => void (await goTo(page, world, '/nowhere')) },
];
