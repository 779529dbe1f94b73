import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { PortalConfig } from '../../../server/src/config/portal.ts';
import { createTestDatabase } from '../../../server/test/harness/database.ts';
import { insertPartner } from '../../../server/test/harness/factories.ts';
import { insertPartnerPerson } from '../../../server/test/harness/portal.ts';
import type { PartnerPersonOptions, PartnerTestPerson } from '../../../server/test/harness/portal.ts';
import { lookAtEach } from '../../signed-in/look.ts';
import type { Looks, Screen, World } from '../../signed-in/look.ts';
import { assertOpenDialog } from '../dialogs.ts';
import { enter, openPortal } from '../portal.ts';

const PHONE_WIDTH = 390;
/** How each screen of the portal is looked at. */
export const LOOKS: Looks = {
  place: 'portal',
  sizes: [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
    { width: PHONE_WIDTH, height: 844 },
  ],
  phone: PHONE_WIDTH,
  alsoAssert: assertOpenDialog,
};

/** Every screen of the portal as every screen has to be. */
export async function lookAtScreens(
  t: TestContext,
  screens: readonly Screen[],
  config: Partial<PortalConfig> = {},
): Promise<void> {
  const database = await createTestDatabase(t);
  const production = await openPortal(t, { database });
  const development = await openPortal(t, { database, environment: 'development', config });
  await lookAtEach(t, { production, development }, { ...LOOKS, screens });
}

/** Somebody of a new partner, who needs no second factor in development. */
export async function aPerson(
  { development: { owner } }: World,
  options: PartnerPersonOptions = {},
): Promise<PartnerTestPerson> {
  const partnerId = options.partnerId ?? (await insertPartner(owner)).id;
  // Names are unique: the partner of the screen before gives it up.
  await owner.query(`update partner set name = id::text where name = 'Mavi Oyun'`);
  await owner.query(`update partner set name = 'Mavi Oyun' where id = $1`, [partnerId]);
  return await insertPartnerPerson(owner, { name: 'Deniz Acar', factors: 'none', ...options, partnerId });
}

/** Signed in where a password is enough, at this address. */
export async function goTo(
  page: Page,
  world: World,
  path: string,
  person?: PartnerTestPerson,
): Promise<PartnerTestPerson> {
  const { url } = world.development;
  const someone = person ?? (await aPerson(world));
  await enter(page, url, someone);
  await page.goto(url + path);
  await page.locator('main h1').waitFor();
  return someone;
}

export const dialog = async (page: Page): Promise<void> => await page.getByRole('dialog').waitFor();

/** Proves that it is them, with a password. */
export async function prove(page: Page, { password }: PartnerTestPerson): Promise<void> {
  await page.locator('[role=dialog] input[type=password]:visible').fill(password);
  await page.keyboard.press('Enter');
}
