/** Keys, networks and webhooks in the hands of a partner's people. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { newId } from '../../../server/src/ids.ts';
import { sealingKeysOf } from '../../../server/src/keys/sealing-keys.ts';
import { insertRow } from '../../../server/test/db/row.ts';
import { credentialRow, depositRow } from '../../../server/test/db/valid-rows.ts';
import { insertBankAccount } from '../../../server/test/harness/factories.ts';
import { insertEvent } from '../../../server/test/harness/events.ts';
import { testKeys } from '../../../server/test/harness/keys.ts';
import { insertPartnerPerson } from '../../../server/test/harness/portal.ts';
import type { PartnerTestPerson } from '../../../server/test/harness/portal.ts';
import { insertEndpoint } from '../../../server/test/harness/webhook-endpoints.ts';
import type { Screen, World } from '../../signed-in/look.ts';
import { aPerson, dialog, goTo } from './screen.ts';

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

/** Proves that it is them, with a password. */
export async function prove(page: Page, { password }: PartnerTestPerson): Promise<void> {
  await page.locator('[role=dialog] input[type=password]:visible').fill(password);
  await page.keyboard.press('Enter');
}

/** An address with events of every kind. */
async function webhooks(page: Page, world: World): Promise<void> {
  const { owner } = world.development;
  const person = await aPerson(world, { roles: ['developer'] });
  const { partnerId } = person;
  const bankAccount = await insertBankAccount(owner);
  const { id: endpointId } = await insertEndpoint(owner, {
    partnerId,
    url: 'https://api.mavioyun.example/hooks/vezne',
  });
  for (const [state, status] of [
    ['delivered', 200],
    ['parked', 500],
    ['pending', 401],
    ['pending', null],
  ] as const) {
    const deposit = depositRow({ partner: { id: partnerId }, bankAccount });
    await insertRow(owner, 'transaction', deposit);
    const eventId = (await insertEvent(owner, String(deposit['id']), 'deposit.approved')).slice(4);
    if (status === null) continue;
    await owner.query(
      `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, attempts, state, next_attempt_at, delivered_at)
       select $1, id, feed_no, external_reference, 2, $3, now() + interval '20 minutes', case $3 when 'delivered' then now() end
       from event where id = $2`,
      [endpointId, eventId, state],
    );
    for (const no of [1, 2])
      await owner.query(
        `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start)
         values ($1, $2, $3, now() - make_interval(mins => 9 - $3), 88 + $3, $4, $5)`,
        [endpointId, eventId, no, status, status === 200 ? '' : '{"error":"bad signature"}'],
      );
  }
  await owner.query(
    `update webhook_endpoint set last_feed_no = (select max(feed_no) - 1 from event where partner_id = $2) where id = $1`,
    [endpointId, partnerId],
  );
  await goTo(page, world, '/webhooks', person);
  await page.getByText('401').first().waitFor();
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
    name: 'credentials-told',
    open: async (page, world) => {
      const person = await keys(page, world);
      await page.locator('header button').last().click();
      await dialog(page);
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await prove(page, person);
      await page.getByText(/^vzs_/).first().waitFor();
    },
  },
  {
    name: 'credentials-networks',
    open: async (page, world) => {
      await demo(page, world);
      await page
        .getByRole('button', { name: /Ağları düzenle|Change networks/ })
        .first()
        .click();
      await dialog(page);
    },
  },
  { name: 'webhooks', open: webhooks },
  {
    name: 'webhooks-delivery',
    open: async (page, world) => {
      await webhooks(page, world);
      await page
        .getByRole('button', { name: /^(Ayrıntı|Details)/ })
        .nth(1)
        .click();
      await dialog(page);
      await page.getByText('bad signature').first().waitFor();
    },
  },
];
