/**
 * Names and answers that would be script, one after the other: a page shows one name of a partner, of the person who looks and of
 * the colleague who asks, and the answer to one test. The page's clock is the test's, so that it reads again when it is told to.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { Page } from 'playwright-core';
import { newId } from '../../server/src/ids.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { insertPartnerPerson } from '../../server/test/harness/portal.ts';
import type { PartnerTestPerson } from '../../server/test/harness/portal.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { PAYLOADS_FOR_BROWSERS } from '../../server/test/http/pay/script-payloads.ts';
import { openBrowser } from '../browser.ts';
import { assertHarmless, comeBack, watch } from '../signed-in/misdeeds.ts';
import { openPlacePage } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';

/** Texts of the page itself are filled in too: a name must not name another text. */
const NAMES = ['$t(nav.home)', '{{name}}', ...PAYLOADS_FOR_BROWSERS].map((one) => one.slice(0, 64));

interface Office {
  page: Page;
  url: string;
  owner: pg.Pool;
  person: PartnerTestPerson;
  assertNothingRan: () => Promise<void>;
}

/** A page whose clock stands in the test's hands. */
async function openOffice(t: TestContext): Promise<Office> {
  const portal = await openPortal(t, { environment: 'development', pressesAMinute: 1_000 });
  const { owner, url } = portal;
  const person = await insertPartnerPerson(owner, { factors: 'none' });
  const { page, messages } = await openPlacePage(await openBrowser(t));
  const misdeeds = watch(page, url);
  await enter(page, url, person);
  await page.clock.install();
  const assertNothingRan = async (): Promise<void> =>
    await assertHarmless(page, portal, { misdeeds, messages });
  return { page, url, owner, person, assertNothingRan };
}

test('the names of a partner, of the person who looks and of the colleague who asks are only text', async (t) => {
  const { page, url, owner, person, assertNothingRan } = await openOffice(t);
  const { partnerId } = person;
  const colleague = await insertPartnerPerson(owner, { partnerId, roles: ['developer'], factors: 'none' });
  await owner.query(
    `insert into partner_network_request (id, partner_id, before, wanted, asked_by_id) values ($1, $2, '{}', '{198.51.100.7/32}', $3)`,
    [newId(), partnerId, colleague.id],
  );
  await page.goto(`${url}/credentials`);
  await page.getByText(`${colleague.name} şu ağları istedi`).waitFor();
  for (const name of NAMES) {
    await owner.query('update partner_person set name = $2 where partner_id = $1', [partnerId, name]);
    await owner.query('update partner set name = $2 where id = $1', [partnerId, name.trim()]);
    await comeBack(page);
    await page.getByText(`${name} şu ağları istedi`, { exact: true }).waitFor();
    const frame = page.locator('nav').first();
    await until(
      async () => [
        await frame.locator('button b').textContent(),
        await frame.locator('[title]').first().textContent(),
      ],
      ([person, partner]) => person === name && partner === name.trim(),
    );
  }
  await assertNothingRan();
});

test('what an address answers to a test is only text', async (t) => {
  const { page, url, owner, person, assertNothingRan } = await openOffice(t);
  await insertEndpoint(owner, { partnerId: person.partnerId, url: 'https://shop.example/hooks' });
  const dialog = page.getByRole('dialog');
  await page.goto(`${url}/webhooks`);
  await page.getByRole('button', { name: 'Test bildirimi' }).click();
  for (const [index, name] of NAMES.entries()) {
    // Five a minute may be sent.
    await owner.query(`update webhook_test set asked_at = asked_at - interval '1 hour'`);
    // A worker says so every few seconds.
    await owner.query(
      `insert into running_process (id, kind, host, pid, version, started_at, alive_until)
       values (gen_random_uuid(), 'worker', 'here', 1, 'test', now(), now() + interval '20 seconds')`,
    );
    await dialog.getByRole('button').last().click();
    // As a worker writes it, if both an error and an answer were a stranger's.
    await until(
      async () =>
        await owner.query(
          `update webhook_test set taken_at = now(), ended_at = now(), duration_ms = 9, error = $1, answer_start = $2
           where ended_at is null`,
          [`${index} ${name}`, `${index} ${name}`],
        ),
      ({ rowCount }) => rowCount === 1,
    );
    // The page looks every second.
    await page.clock.fastForward(1_000);
    await until(
      async () => await dialog.locator('pre').allTextContents(),
      ([shown]) => shown === `${index} ${name}`.trim(),
    );
    assert.ok(
      (await dialog.getByRole('status').textContent())?.includes(`Yanıt gelmedi: ${index} ${name}`),
      name,
    );
  }
  await assertNothingRan();
});
