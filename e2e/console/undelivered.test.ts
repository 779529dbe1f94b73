import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEndpoint } from '../../server/test/harness/webhook-endpoints.ts';
import { atTheQueue, openDesk, rowsOf } from './desk.ts';

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** An endpoint that answered with a page of somebody's, and gave up one event of an hour ago. */
async function failing({ owner, morning }: Desk): Promise<string> {
  const { id } = await insertEndpoint(owner, {
    partnerId: morning.partnerId,
    url: 'https://mavi.example/hooks?token=hidden',
  });
  for (const state of ['parked', 'pending']) {
    await morning.approved();
    await owner.query(
      `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at)
       select $1, id, feed_no, external_reference, $2, 1, now() + interval '1 hour' from event order by feed_no desc limit 1`,
      [id, state],
    );
  }
  await owner.query(`update event set occurred_at = now() - interval '1 hour'`);
  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start)
     select endpoint_id, event_id, 1, now() - interval '50 minutes', 41, 502, '<script>document.title = "taken"</script>'
     from webhook_delivery`,
  );
  await owner.query('update webhook_endpoint set last_feed_no = (select max(feed_no) from event)');
  return id;
}

test('an administrator opens what was given up and sends it again once; the answer of a stranger stays text', async (t) => {
  const desk = await openDesk(t);
  const id = await failing(desk);
  const { page, messages, person } = await atTheQueue(t, desk, { roles: ['administrator'] });
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await page.waitForURL('**/undelivered');
  await rowsOf(page).nth(1).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/undelivered/${id}?event=*`);
  const pane = page.getByRole('complementary');
  await pane.getByText('<script>document.title').first().waitFor();
  assert.notEqual(await page.title(), 'taken');
  assert.equal(await page.getByText('hidden').count(), 0);
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('1 bildirim yeniden gönderiliyor.').waitFor();
  const { rows } = await desk.owner.query<{ state: string; isDue: boolean }>(
    `select state, next_attempt_at <= now() as "isDue" from webhook_delivery order by feed_no`,
  );
  assert.deepEqual(rows, [
    { state: 'pending', isDue: true },
    { state: 'pending', isDue: false },
  ]);
  const { rows: audited } = await desk.owner.query<{ actor: string }>(
    `select actor from audit_entry where action = 'webhook.replay'`,
  );
  assert.deepEqual(audited, [{ actor: person.handle }]);
  assert.deepEqual(messages, []);
});

test('the overview says what was not delivered and leads there; of a long address the host and the end are seen', async (t) => {
  const desk = await openDesk(t);
  const id = await failing(desk);
  const path = 'integrations/payments/deposits-and-payouts/vezne';
  await desk.owner.query('update webhook_endpoint set url = $2 where id = $1', [
    id,
    `https://mavi.example/${path}/hooks?token=hidden`,
  ]);
  const { page } = await atTheQueue(t, desk);
  await page.goto(desk.url);
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'İletilemeyen bildirimler' });
  await line.getByText('1 adres gecikmede · 1 bildirimden vazgeçildi').waitFor();
  await line.getByRole('link').click();
  const row = rowsOf(page).first();
  const end = await row.getByText('/hooks?…', { exact: true }).boundingBox();
  const cell = await row.getByTitle(`https://mavi.example/${path}/hooks?…`, { exact: true }).boundingBox();
  assert.ok(end !== null && cell !== null && end.x + end.width <= cell.x + cell.width + 1);
  await row.click();
  const pane = page.getByRole('complementary');
  await pane.getByText(`https://mavi.example/${path}/hooks?…`, { exact: true }).waitFor();
});

test('an operator looks, and is told who sends again', async (t) => {
  const desk = await openDesk(t);
  const id = await failing(desk);
  const { page } = await atTheQueue(t, desk);
  await page.goto(`${desk.url}/undelivered/${id}`);
  await page.getByText('Yeniden göndermeyi yöneticiler yapar.').waitFor();
  assert.equal(await page.getByRole('button', { name: /eniden gönder/ }).count(), 0);
});

test('without trouble the page says what would appear', async (t) => {
  const desk = await openDesk(t);
  const { page } = await atTheQueue(t, desk);
  await page.goto(`${desk.url}/undelivered`);
  await page.getByText('Her bildirim iletildi').waitFor();
});
