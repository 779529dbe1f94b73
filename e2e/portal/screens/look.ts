/** Somebody of ours looks as the partner sees it. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { newId } from '../../../server/src/ids.ts';
import { newToken } from '../../../server/src/keys/session-tokens.ts';
import { insertPerson } from '../../../server/test/harness/staff.ts';
import type { Screen, World } from '../../signed-in/look.ts';
import { aPerson } from './screen.ts';

/** By a link as the console makes it. */
async function look(page: Page, world: World): Promise<void> {
  const { owner, url } = world.development;
  const { partnerId } = await aPerson(world);
  const { id: staffId } = await insertPerson(owner, { roles: ['administrator'] });
  const sessionId = newId();
  const { token, tokenHash } = newToken();
  await owner.query(
    `insert into staff_session (id, token_hash, staff_id, expires_at, address, user_agent)
     values ($1, $2, $3, now() + interval '1 hour', '192.0.2.1', 'Firefox')`,
    [sessionId, randomBytes(32), staffId],
  );
  await owner.query(
    `insert into partner_look (id, partner_id, staff_session_id, reason, token_hash) values ($1, $2, $3, 'Soru', $4)`,
    [newId(), partnerId, sessionId, tokenHash],
  );
  await page.goto(`${url}/look#${token}`);
  await page.locator('aside button').waitFor();
  await page.locator('main h1').waitFor();
}

export const LOOK_SCREENS: readonly Screen[] = [
  {
    name: 'look',
    open: async (page, world) => {
      await look(page, world);
      await page.locator('main section').nth(3).waitFor();
    },
  },
  {
    name: 'look-closed',
    open: async (page, world) => {
      await look(page, world);
      await page.goto(`${world.development.url}/profile`);
      await page.locator('main section a').waitFor();
    },
  },
  {
    name: 'look-over',
    open: async (page, { development: { url } }) => {
      await page.goto(`${url}/look#${'a'.repeat(43)}`);
      await page.locator('main p').waitFor();
    },
  },
];
