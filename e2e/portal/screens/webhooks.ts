/** Where a partner is told, and whether it arrives; with every dialog over it. */
import type { Page } from 'playwright-core';
import { insertRow } from '../../../server/test/db/rows/row.ts';
import { depositRow } from '../../../server/test/db/rows/valid-rows.ts';
import { webhookSecretRow } from '../../../server/test/db/rows/webhook-rows.ts';
import { insertBankAccount } from '../../../server/test/harness/factories.ts';
import { insertEvent } from '../../../server/test/harness/events.ts';
import { until } from '../../../server/test/harness/expectations.ts';
import type { PartnerTestPerson } from '../../../server/test/harness/portal.ts';
import { insertEndpoint } from '../../../server/test/harness/webhook-endpoints.ts';
import type { Screen, World } from '../../signed-in/look.ts';
import { nameKeys } from './keys.ts';
import { aPerson, dialog, goTo, prove } from './screen.ts';

/** An address with events of every kind. */
async function webhooks(page: Page, world: World): Promise<PartnerTestPerson> {
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
  return person;
}

/** A worker says that it is there, takes the test, and writes how the address answered. */
async function answerTest(page: Page, { development: { owner } }: World): Promise<void> {
  await owner.query(
    `insert into running_process (id, kind, host, pid, version, started_at, alive_until)
     values (gen_random_uuid(), 'worker', 'here', 1, 'test', now(), now() + interval '20 seconds')`,
  );
  await page.getByRole('dialog').getByRole('button').last().click();
  await until(
    async () =>
      await owner.query(
        `update webhook_test set taken_at = now(), ended_at = now(), duration_ms = 138, status_code = 401,
           answer_start = '{"error":"bad signature"}' where ended_at is null`,
      ),
    ({ rowCount }) => rowCount === 1,
  );
  await page.getByRole('dialog').getByText('bad signature').waitFor();
}

async function press(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await dialog(page);
}

const ROTATE = /^(Gizli anahtarı yenile|Rotate secret)$/;

export const WEBHOOK_SCREENS: readonly Screen[] = [
  { name: 'webhooks', open: async (page, world) => void (await webhooks(page, world)) },
  {
    name: 'webhooks-delivery',
    dialog: 'eventType',
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
  {
    name: 'webhooks-rotate',
    dialog: 'webhooks.rotate_question',
    open: async (page, world) => {
      await webhooks(page, world);
      await press(page, ROTATE);
    },
  },
  {
    name: 'webhooks-rotate-again',
    dialog: 'webhooks.rotate_question',
    open: async (page, world) => {
      const { partnerId } = await webhooks(page, world);
      const { owner } = world.development;
      const { rows } = await owner.query<{ id: string }>(
        'select id from webhook_endpoint where partner_id = $1',
        [partnerId],
      );
      await insertRow(owner, 'webhook_secret', webhookSecretRow({ endpoint: { id: rows[0]?.id } }));
      await page.reload();
      await press(page, ROTATE);
      await page.getByText(/^Şu an iki gizli anahtar geçerli|^Two secrets sign now/).waitFor();
    },
  },
  {
    name: 'webhooks-told',
    dialog: 'webhooks.told',
    open: async (page, world) => {
      await nameKeys(world);
      const person = await webhooks(page, world);
      await press(page, ROTATE);
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await prove(page, person);
      await page.getByText(/^whsec_/).waitFor();
    },
  },
  {
    name: 'webhooks-pause',
    dialog: 'webhooks.pause_question',
    open: async (page, world) => {
      await webhooks(page, world);
      await press(page, /^(Duraklat|Pause)$/);
    },
  },
  {
    name: 'webhooks-test',
    dialog: 'webhooks.test',
    open: async (page, world) => {
      await webhooks(page, world);
      await press(page, /^(Test bildirimi|Test event)$/);
      await answerTest(page, world);
    },
  },
];
