/** Keys and networks in the hands of a partner's people. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { newId } from '../../../server/src/ids.ts';
import { sealingKeysOf } from '../../../server/src/keys/sealing-keys.ts';
import { insertRow } from '../../../server/test/db/rows/row.ts';
import { credentialRow } from '../../../server/test/db/rows/valid-rows.ts';
import { testKeys } from '../../../server/test/harness/keys.ts';
import { insertPartnerPerson } from '../../../server/test/harness/portal.ts';
import type { PartnerTestPerson } from '../../../server/test/harness/portal.ts';
import type { Screen, World } from '../../signed-in/look.ts';
import { aPerson, dialog, goTo, prove } from './screen.ts';

/** A triple that stands in the configuration of the development portal. */
export const DEMO = {
  apiKey: `vzk_demo_${'k4m8q2x7r3t9w5n6h1'.padEnd(26, 'a')}`,
  apiSecret: `vzs_${'Zr7Lq0PmX3vTn8Wc5Yb1Hd6Kf2'.padEnd(43, 'a')}`,
  hashSecret: `vzh_${'Ud4Gs9Ej2Ra6Bo1Vx8Mz3Qi7Np5'.padEnd(43, 'b')}`,
};

/** As an api and a worker do at their start. */
export async function nameKeys({ development: { owner } }: World): Promise<void> {
  for (const { version, publicKey } of sealingKeysOf(testKeys.secretKeys))
    await owner.query(
      `insert into sealing_key (version, role, public_key) select $1, unnest('{vezne_api,vezne_worker}'::text[]), $2
       on conflict do nothing`,
      [version, publicKey],
    );
}

/** A developer whose partner has a key in use, one that ends, one that was revoked, and networks, of which one waits. */
async function keys(page: Page, world: World): Promise<PartnerTestPerson> {
  const { owner } = world.development;
  await nameKeys(world);
  const person = await aPerson(world, { roles: ['developer'] });
  const partner = { id: person.partnerId };
  const hour = 3_600_000;
  for (const changes of [
    { expires_at: new Date(Date.now() + 50 * hour) },
    { revoked_at: new Date(Date.now() - hour) },
  ])
    await insertRow(owner, 'credential', {
      ...credentialRow({ partner }),
      api_key: `vzk_c1_${randomBytes(13).toString('hex')}`,
      ...changes,
    });
  await owner.query(
    `insert into credential_use (credential_id, last_used_at)
     select id, now() - interval '3 minutes' from credential where partner_id = $1 and revoked_at is null`,
    [partner.id],
  );
  const colleague = await insertPartnerPerson(owner, { partnerId: partner.id, name: 'Ece Su' });
  await owner.query(`update partner set allowed_networks = '{203.0.113.0/24}' where id = $1`, [partner.id]);
  await owner.query(
    `insert into partner_network_request (id, partner_id, before, wanted, asked_by_id)
     values ($1, $2, '{203.0.113.0/24}', '{203.0.113.0/24,198.51.100.7/32}', $3)`,
    [newId(), partner.id, colleague.id],
  );
  await goTo(page, world, '/credentials', person);
  await page.getByText('198.51.100.7/32').first().waitFor();
  await page.locator('main section').nth(2).waitFor();
  return person;
}

async function demo(page: Page, world: World): Promise<void> {
  const { owner } = world.development;
  const person = await aPerson(world);
  // A key is one partner's: the one of the screen before gives it up.
  await owner.query(
    `update credential set api_key = 'vzk_c1_' || left(md5(id::text), 26) where api_key = $1`,
    [DEMO.apiKey],
  );
  await owner.query('update credential set api_key = $2 where partner_id = $1', [
    person.partnerId,
    DEMO.apiKey,
  ]);
  await goTo(page, world, '/credentials', person);
  await page.getByText(DEMO.hashSecret).first().waitFor();
  await page.locator('main section').nth(3).waitFor();
}

async function creating(page: Page, world: World): Promise<PartnerTestPerson> {
  const person = await keys(page, world);
  await page.locator('main header button').last().click();
  await dialog(page);
  return person;
}

export const KEY_SCREENS: readonly Screen[] = [
  {
    name: 'credentials',
    heightPx: 1100,
    inDocs: 'keys',
    open: async (page, world) => void (await keys(page, world)),
  },
  { name: 'credentials-demo', heightPx: 1100, open: demo },
  {
    name: 'credentials-create',
    dialog: 'credentials.create_question',
    open: async (page, world) => void (await creating(page, world)),
  },
  {
    name: 'credentials-rotate',
    dialog: 'credentials.rotate_question',
    open: async (page, world) => {
      await keys(page, world);
      await page.locator('main header button').first().click();
      await dialog(page);
    },
  },
  {
    name: 'credentials-revoke',
    dialog: 'credentials.revoke_question',
    open: async (page, world) => {
      await keys(page, world);
      await page
        .getByRole('button', { name: /^(İptal et:|Revoke) vzk_/ })
        .first()
        .click();
      await dialog(page);
    },
  },
  {
    name: 'credentials-told',
    dialog: 'credentials.told',
    open: async (page, world) => {
      const person = await creating(page, world);
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await prove(page, person);
      await page.getByText(/^vzs_/).first().waitFor();
    },
  },
  {
    name: 'credentials-networks',
    dialog: 'credentials.change_networks',
    open: async (page, world) => {
      await demo(page, world);
      await page
        .getByRole('button', { name: /Ağları düzenle|Change networks/ })
        .first()
        .click();
      await dialog(page);
    },
  },
];
