import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { newId } from '../../../server/src/ids.ts';
import { insertPerson } from '../../../server/test/harness/staff.ts';
import type { PersonOptions, TestPerson } from '../../../server/test/harness/staff.ts';
import { enter } from '../console.ts';
import type { World } from '../../signed-in/look.ts';

export type { Screen, World } from '../../signed-in/look.ts';

export async function aPerson({ production }: World, factors: 'none' | 'totp' = 'none'): Promise<TestPerson> {
  return await insertPerson(production.owner, { name: 'Elif Demir', roles: ['senior_operator'], factors });
}

/** Signed in where a password is enough, at this address. */
export async function goTo(page: Page, world: World, path: string): Promise<void> {
  const { url } = world.development;
  const person = await aPerson(world);
  await sessionsElsewhere(world, person.handle);
  await enter(page, url, person);
  await page.goto(url + path);
  await page.locator('main h1').waitFor();
}

/** Signed in as somebody else, at this address. */
export async function goAs(page: Page, world: World, person: PersonOptions, path: string): Promise<void> {
  const { url, owner } = world.development;
  await enter(page, url, await insertPerson(owner, { name: 'Elif Demir', factors: 'none', ...person }));
  await page.goto(url + path);
}

/** Sessions of the same person elsewhere, two of which look alike. */
async function sessionsElsewhere({ development: { owner } }: World, handle: string): Promise<void> {
  const agents = ['Windows NT 10.0; Win64; x64', 'Windows NT 10.0; Win64; x64', 'iPhone; CPU iPhone OS 18_0'];
  for (const [index, system] of agents.entries()) {
    await owner.query(
      `insert into staff_session (id, token_hash, staff_id, created_at, last_seen_at, expires_at, address, user_agent)
       select $1, $2, id, now() - $3 * interval '97 minutes', now() - interval '9 minutes', now() + interval '1 hour', $4, $5
       from staff where handle = $6`,
      [
        newId(),
        randomBytes(32),
        index + 1,
        index === 2 ? '2001:db8:1234:5678:9abc:def0:1234:5678' : '198.51.100.7',
        `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36`,
        handle,
      ],
    );
  }
}

export const dialog = async (page: Page): Promise<void> => await page.getByRole('dialog').waitFor();
