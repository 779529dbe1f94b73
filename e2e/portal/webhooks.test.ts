import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { openDesk } from '../../server/test/harness/desk.ts';
import type { Desk } from '../../server/test/harness/desk.ts';
import { insertEvent } from '../../server/test/harness/events.ts';
import { insertPartnerPerson } from '../../server/test/harness/portal.ts';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { openBrowser } from '../browser.ts';
import { openPlacePage } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';

interface Opened {
  desk: Desk;
  page: Page;
  url: string;
  messages: string[];
  endpointId: string;
}

/** A developer of a partner whose address refuses two events: one is tried again, one was given up. */
async function openRefused(t: TestContext): Promise<Opened> {
  const desk = await openDesk(t);
  const { owner, partner, database } = desk;
  const { id: endpointId } = await insertEndpoint(owner, {
    partnerId: partner.id,
    url: 'https://shop.example/hooks',
  });
  for (const state of ['pending', 'parked']) {
    const told = await insertEvent(owner, await desk.deposit(), 'deposit.approved');
    const { rows } = await owner.query<{ id: string }>(
      `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, attempts, state, next_attempt_at)
       select $1, id, feed_no, external_reference, 3, $3, now() + interval '20 minutes' from event where id = $2
       returning event_id as id`,
      [endpointId, told.slice(4), state],
    );
    for (const no of [1, 2, 3])
      await owner.query(
        `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start)
         values ($1, $2, $3, now() - make_interval(mins => 9 - $3), 88, 401, '')`,
        [endpointId, rows[0]?.id, no],
      );
  }
  await owner.query(`update event set occurred_at = now() - interval '9 minutes' where partner_id = $1`, [
    partner.id,
  ]);
  await owner.query(
    'update webhook_endpoint set last_feed_no = (select max(feed_no) from event where partner_id = $2) where id = $1',
    [endpointId, partner.id],
  );
  const { url } = await openPortal(t, { environment: 'development', database });
  const deniz = await insertPartnerPerson(owner, {
    partnerId: partner.id,
    roles: ['developer'],
    factors: 'none',
  });
  const { page, messages } = await openPlacePage(await openBrowser(t));
  await enter(page, url, deniz);
  await page.goto(url);
  return { desk, page, url, messages, endpointId };
}

test('home and the endpoint say alike that nothing arrives; the endpoint says why and when it is tried again, and the link leads there', async (t) => {
  const { page, messages } = await openRefused(t);
  const behind = page.getByRole('link', { name: '9 dk süredir iletilemeyen bildirim var' });
  await behind.waitFor();
  await page.getByRole('link', { name: '1 bildirimin denemeleri bitti; yeniden gönderin' }).click();
  await page.waitForURL('**/webhooks?state=parked');
  const pressed = page.getByRole('button', { pressed: true });
  assert.equal(await pressed.innerText(), 'Ulaşmayanlar');
  await page.reload();
  await pressed.waitFor();
  assert.equal(await pressed.innerText(), 'Ulaşmayanlar');
  await page.getByRole('button', { name: /^Ayrıntı: / }).click();
  // Three tries of some minutes are no three days.
  await page
    .getByRole('dialog')
    .getByText(/^3 deneme, .*\d\d:\d\d–.*\d\d:\d\d, ulaşmadı\. Artık denenmez\./)
    .waitFor();
  await page.keyboard.press('Escape');
  const endpoint = page.getByRole('region', { name: 'https://shop.example/hooks' });
  await endpoint.getByText('Gecikiyor').waitFor();
  assert.equal(await endpoint.getByText('Açık', { exact: true }).count(), 0);
  await endpoint.getByText('9 dk süredir iletilemeyen bildirim var').waitFor();
  await endpoint.getByText(/Son deneme \d\d:\d\d: adresiniz 401 yanıtını verdi, 2xx bekleriz\./).waitFor();
  await endpoint.getByText(/Sonraki deneme \d\d:\d\d\./).waitFor();

  await page.getByRole('link', { name: 'Ana sayfa' }).first().click();
  await behind.click();
  await page.waitForURL('**/webhooks?state=pending');
  assert.equal(await pressed.innerText(), 'Bekleyenler');
  // A transaction and back: the filter is as it was.
  await page.getByRole('button', { name: /^Ayrıntı: / }).click();
  await page.getByRole('dialog').getByRole('link').click();
  await page.waitForURL('**/transactions/*');
  await page.goBack();
  await pressed.waitFor();
  assert.equal(await pressed.innerText(), 'Bekleyenler');
  assert.deepEqual(messages, []);
});
